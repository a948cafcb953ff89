package dev.statute.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.policy.Deny;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.Place;
import dev.statute.problem.Source;
import dev.statute.runtime.Engine;
import dev.statute.runtime.InstanceHandle;
import dev.statute.runtime.ManualClock;
import dev.statute.step.Chart;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Migration;
import dev.statute.step.MigrationResult;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceAdministration.ChartUse;
import dev.statute.store.InstanceAdministration.Denied;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceAdministration.Pruned;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Life;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.InstanceStore.RegisteredWorker;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.yaml.MigrationYaml;
import dev.statute.yaml.YamlCharts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract of {@link InstanceStore}; the test of each implementation extends this. */
public abstract class InstanceStoreContract {
  protected static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  protected static final Worker ANN = new Worker("ann", "ann-1");
  protected static final Worker BOB = new Worker("bob", "bob-1");
  private static final Instant LATER = NOW.plusSeconds(30);

  protected static final Chart CHART =
      chart(
          """
          chart: contract
          data: { n: 0, text: "ü \\"x\\"" }
          states:
            a: { on: { Add: { do: [ { assign: { n: data.n + 1 } } ] }, Go: b, End: c } }
            b: { after: { 10m: a }, on: { Add: { do: [ { assign: { n: data.n + 1 } } ] } } }
            c: { final: true }
          """);
  private static final String MOVED =
      """
      chart: contract
      version: 2
      data: { n: 0, text: "" }
      states:
        a: { on: { Add: { do: [ { assign: { n: data.n + 2 } } ] }, Go: b, End: c } }
        b: { after: { 10m: a } }
        c: { final: true }
      """;
  private static final Chart OTHER = chart("chart: other\nversion: 2\nstates: { a: {} }\n");

  private static final Chart LIVES =
      chart(
          """
          chart: lives
          data: { n: 0, total: 0 }
          hydrate: [ total ]
          states:
            a:
              on:
                Add: { do: [ { assign: { n: data.n + 1, total: data.total + 1 } } ] }
                End: c
            c: { final: true, output: { total: data.total } }
          """);

  private @Nullable InstanceStore opened;

  /** Opens an empty store. */
  protected abstract InstanceStore open();

  /** Opens the store again as after a crash; returns the same one if that is impossible. */
  protected InstanceStore reopen(InstanceStore store) {
    return store;
  }

  protected static Chart chart(String yaml) {
    return Chart.compile(YamlCharts.load(new Source("contract.yaml", yaml)).get()).get();
  }

  @BeforeEach
  void openStore() {
    opened = open();
    store().enlist(ANN, NOW, LATER);
    store().enlist(BOB, NOW, LATER);
  }

  @AfterEach
  void closeStore() {
    store().close();
  }

  /** Returns the tested store. */
  protected final InstanceStore store() {
    if (opened == null) {
      throw new IllegalStateException("not open");
    }
    return opened;
  }

  private void reopen() {
    opened = reopen(store());
  }

  /** Builder of commits with common defaults. */
  record Draft(
      Snapshot snapshot,
      long epoch,
      long expected,
      boolean begins,
      Worker worker,
      Instant at,
      List<StreamEvent> stream,
      List<Pending> effects,
      Set<String> settled,
      List<Handled> handled) {
    static Draft of(Snapshot snapshot, long epoch, long expected) {
      return new Draft(
          snapshot,
          epoch,
          expected,
          expected == 0,
          ANN,
          NOW,
          List.of(),
          List.of(),
          Set.of(),
          List.of());
    }

    Draft anew() {
      return new Draft(
          snapshot, epoch, expected, true, worker, at, stream, effects, settled, handled);
    }

    Draft by(Worker who) {
      return new Draft(
          snapshot, epoch, expected, begins, who, at, stream, effects, settled, handled);
    }

    Draft at(Instant when) {
      return new Draft(
          snapshot, epoch, expected, begins, worker, when, stream, effects, settled, handled);
    }

    Draft tells(long... numbers) {
      List<StreamEvent> events = new ArrayList<>();
      for (long number : numbers) {
        events.add(event(number, at));
      }
      return new Draft(
          snapshot, epoch, expected, begins, worker, at, events, effects, settled, handled);
    }

    Draft owes(Pending... all) {
      return new Draft(
          snapshot, epoch, expected, begins, worker, at, stream, List.of(all), settled, handled);
    }

    Draft settles(String... keys) {
      return new Draft(
          snapshot, epoch, expected, begins, worker, at, stream, effects, Set.of(keys), handled);
    }

    Draft handles(Handled... all) {
      return new Draft(
          snapshot, epoch, expected, begins, worker, at, stream, effects, settled, List.of(all));
    }

    Commit commit(@Nullable Parent parent) {
      return new Commit(
          snapshot.id(),
          epoch,
          expected,
          snapshot,
          begins,
          parent,
          worker,
          at,
          stream,
          effects,
          settled,
          handled,
          null);
    }
  }

  private static StreamEvent event(long number, Instant at) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("z", number);
    data.put("a", List.of(1L, "ü", Map.of("x", true)));
    data.put("none", null);
    Map<String, String> cause = number % 2 == 0 ? Map.of() : Map.of("event", "Tell", "by", "änn");
    return new StreamEvent(number, at, "told", Collections.unmodifiableMap(data), cause);
  }

  private static final Interpreter BY = Interpreter.of(CHART, Policy.NONE);

  private static Snapshot start(String id) {
    return BY.start(id, Map.of(), NOW).snapshot();
  }

  private static Snapshot step(Snapshot snapshot, String event) {
    return BY.step(snapshot, new Input.Event(event), NOW).snapshot();
  }

  private static Committed write(InstanceStore store, Draft draft) {
    return store.commit(draft.commit(null)).toCompletableFuture().join();
  }

  private Committed write(Draft draft) {
    return write(store(), draft);
  }

  /** Starts an instance with so many stream events, and returns its snapshot. */
  protected static Snapshot begin(InstanceStore store, String id, int events) {
    Snapshot start = start(id);
    long[] numbers = IntStream.rangeClosed(1, events).asLongStream().toArray();
    assertThat(write(store, Draft.of(start, 0, 0).tells(numbers))).isEqualTo(Committed.DONE);
    return start;
  }

  private Snapshot begin(String id) {
    return begin(store(), id, 0);
  }

  private static @Nullable Chart known(String hash) {
    return hash.equals(CHART.hash()) ? CHART : null;
  }

  private @Nullable Stored load(String id) {
    return store().load(id, InstanceStoreContract::known);
  }

  private Stored stored(String id) {
    Stored stored = load(id);
    assertThat(stored).as("instance %s", id).isNotNull();
    if (stored == null) {
      throw new AssertionError();
    }
    return stored;
  }

  private Claim claim(String id, Worker worker, Instant now) {
    return store().claim(id, worker, now, InstanceStoreContract::known);
  }

  private Stored taken(String id, Worker worker, Instant now) {
    Claim claim = claim(id, worker, now);
    assertThat(claim).isInstanceOf(Claim.Taken.class);
    return ((Claim.Taken) claim).stored();
  }

  private Accepted accept(Entry entry) {
    return store().accept(entry).toCompletableFuture().join();
  }

  private static Entry entry(String id, String event) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("z", 1L);
    data.put("a", List.of(2.5, "ü", Map.of("deep", true)));
    data.put("none", null);
    Map<String, ?> payload = Collections.unmodifiableMap(data);
    return new Entry(id, event, new Input.Event("Add", payload, event), NOW);
  }

  private static Handled handled(String event) {
    return new Handled(event, "taken", null, null);
  }

  private static Pending call(String key) {
    return new Pending(key, new Effect.Call("h", Map.of("x", 1L), true), NOW);
  }

  private List<String> due(Instant until) {
    return store().due(NOW, until, ANN, "", 10);
  }

  // commits

  @Test
  void every_repeated_event_is_a_duplicate_also_for_an_engine_that_starts_again() {
    int events = 1000;
    for (int round = 0; round < 3; round++) {
      try (Engine engine = Engine.builder().store(store()).chart(CHART).build()) {
        if (round == 0) {
          engine.spawn("i", "contract").join();
        }
        List<String> kinds = new ArrayList<>();
        for (int i = 0; i < events; i++) {
          kinds.add(engine.instance("i").ask(new Input.Event("Add", Map.of(), "e" + i)).kind());
        }
        assertThat(kinds).as("round %d", round).containsOnly(round == 0 ? "taken" : "duplicate");
        if (round == 1) {
          Snapshot snapshot = engine.instance("i").snapshot();
          assertThat(snapshot == null ? null : snapshot.data().get("n")).isEqualTo(1000L);
        }
      }
    }
  }

  @Test
  void what_was_committed_is_what_is_loaded() {
    Snapshot start = start("i");
    assertThat(load("i")).isNull();
    Pending owed = call("i/1/0");
    assertThat(write(Draft.of(start, 0, 0).tells(1).owes(owed))).isEqualTo(Committed.DONE);
    Snapshot next = step(start, "Add");
    assertThat(write(Draft.of(next, 1, 1).tells(2, 3))).isEqualTo(Committed.DONE);
    reopen();
    Stored stored = stored("i");
    assertThat(stored.snapshot().toMap()).isEqualTo(next.toMap());
    assertThat(stored)
        .isEqualTo(
            new Stored(
                stored.snapshot(), 1, 2, null, 3, List.of(owed), List.of(), Status.LIVE, null));
  }

  /** Seeds are printed; {@code -Dseed=1} repeats one. */
  @Test
  void the_ids_that_an_instance_handled_last_come_back_in_order_however_many_came_at_once() {
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    Snapshot snapshot = start("i");
    long revision = 0;
    for (int n = 0; n < 400; n++) {
      boolean anew = random.nextInt(150) == 0;
      if (anew) {
        snapshot = start("i");
      }
      int ids = random.nextInt(10) == 0 ? random.nextInt(80) : random.nextInt(3);
      for (int k = 0; k < ids; k++) {
        Input input = new Input.Event("Add", Map.of(), "e-" + n + "-" + k);
        snapshot = BY.step(snapshot, input, NOW).snapshot();
      }
      if (random.nextInt(20) == 0) {
        Snapshot other = BY.step(snapshot, new Input.Event("Add", Map.of(), "x"), NOW).snapshot();
        assertThat(write(Draft.of(other, 1, revision + 3))).isEqualTo(Committed.LOST);
      }
      Draft draft = Draft.of(snapshot, revision == 0 ? 0 : 1, revision);
      assertThat(write(anew ? draft.anew() : draft)).isEqualTo(Committed.DONE);
      revision++;
      if (random.nextInt(25) == 0) {
        reopen();
      }
      assertThat(stored("i").snapshot().toMap())
          .as("seed %d, after commit %d", seed, n)
          .isEqualTo(snapshot.toMap());
    }
    Map<String, @Nullable Object> seen = store().inspect("i");
    assertThat(seen).isNotNull();
    if (seen != null) {
      assertThat(seen.get("snapshot")).isEqualTo(snapshot.toMap());
    }
    assertThat(store().check()).isEmpty();
    store().remove("i");
    reopen();
    assertThat(store().check()).isEmpty();
    assertThat(load("i")).isNull();
  }

  @Test
  void a_commit_that_expects_another_revision_is_lost_and_writes_nothing() {
    Snapshot start = begin("i");
    accept(entry("i", "e"));
    Snapshot next = step(start, "Add");
    Draft all = Draft.of(next, 1, 7).tells(1).owes(call("k")).handles(handled("e"));
    assertThat(write(all)).isEqualTo(Committed.LOST);
    assertThat(write(Draft.of(start, 0, 0))).isEqualTo(Committed.LOST);
    assertThat(write(Draft.of(start, 2, 1))).isEqualTo(Committed.LOST);
    reopen();
    Stored stored = stored("i");
    assertThat(stored.snapshot().toMap()).isEqualTo(start.toMap());
    assertThat(stored)
        .isEqualTo(
            new Stored(
                stored.snapshot(),
                1,
                1,
                null,
                0,
                List.of(),
                List.of(entry("i", "e")),
                Status.LIVE,
                null));
    assertThat(store().events("i", 0, 10)).isEmpty();
    assertThat(store().handled("i", "e")).isNull();
    assertThat(write(Draft.of(start("nobody"), 1, 1))).isEqualTo(Committed.LOST);
    assertThat(load("nobody")).isNull();
  }

  @Test
  void effects_are_given_back_with_their_instant_until_they_are_settled() {
    Snapshot start = start("i");
    Pending call = call("i/1/0");
    Pending send =
        new Pending(
            "i/1/1", new Effect.Send("E", Map.of("l", List.of(1L, "a")), "other", "s1"), NOW);
    Pending invoke =
        new Pending(
            "i/1/2",
            new Effect.Invoke(
                "job",
                null,
                "task",
                Map.of(),
                Duration.ofSeconds(3),
                new Effect.Retry(2, Duration.ofSeconds(1), 1.5),
                1),
            NOW.minusSeconds(3));
    write(Draft.of(start, 0, 0).owes(call, send, invoke));
    reopen();
    assertThat(stored("i").pending()).containsExactly(call, send, invoke);
    store().settle("i", Set.of("i/1/1"));
    Pending forward = new Pending("i/2/0", new Effect.Forward("job", 1, "E", Map.of(), null), NOW);
    Pending cancel = new Pending("i/2/1", new Effect.CancelInvoke("job", 1), NOW);
    Draft answered = Draft.of(step(start, "Add"), 1, 1).owes(forward, cancel).settles("i/1/0");
    assertThat(write(answered)).isEqualTo(Committed.DONE);
    reopen();
    assertThat(stored("i").pending()).containsExactly(invoke, forward, cancel);
    store().settle("nobody", Set.of("x"));
  }

  @Test
  void who_started_a_child_is_kept() {
    Parent parent = new Parent("p", "job", 1, "p/3/0");
    store().commit(Draft.of(start("p/job#1"), 0, 0).commit(parent)).toCompletableFuture().join();
    reopen();
    assertThat(stored("p/job#1").parent()).isEqualTo(parent);
  }

  @Test
  void a_new_life_has_no_earlier_pending_effects_and_continues_the_numbers() {
    Snapshot end = step(begin(store(), "i", 2), "End");
    write(Draft.of(end, 1, 1).owes(call("i/2/0")));
    accept(entry("i", "e"));
    assertThat(write(Draft.of(start("i"), 1, 2).anew().tells(3))).isEqualTo(Committed.DONE);
    Stored stored = stored("i");
    assertThat(stored)
        .isEqualTo(
            new Stored(
                stored.snapshot(),
                1,
                3,
                null,
                3,
                List.of(),
                List.of(entry("i", "e")),
                Status.LIVE,
                null));
  }

  @Test
  void of_many_commits_that_expect_the_same_revision_one_is_done() throws InterruptedException {
    Snapshot snapshot = begin("i");
    for (long revision = 1; revision <= 50; revision++) {
      snapshot = step(snapshot, "Add");
      Draft same = Draft.of(snapshot, 1, revision);
      AtomicInteger done = new AtomicInteger();
      CountDownLatch all = new CountDownLatch(4);
      for (int t = 0; t < 4; t++) {
        new Thread(
                () -> {
                  if (write(same) == Committed.DONE) {
                    done.incrementAndGet();
                  }
                  all.countDown();
                })
            .start();
      }
      assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(done.get()).isEqualTo(1);
    }
    assertThat(stored("i").revision()).isEqualTo(51);
    assertThat(stored("i").snapshot().data().get("n")).isEqualTo(50L);
  }

  @Test
  void many_instances_at_once_do_not_disturb_each_other() throws InterruptedException {
    int many = 64;
    CountDownLatch all = new CountDownLatch(many);
    for (int i = 0; i < many; i++) {
      Snapshot snapshot = start("i" + i);
      store()
          .commit(Draft.of(snapshot, 0, 0).tells(1).commit(null))
          .thenCompose(done -> store().accept(entry(snapshot.id(), "e")))
          .thenCompose(
              accepted ->
                  store()
                      .commit(
                          Draft.of(step(snapshot, "Add"), 1, 1)
                              .tells(2)
                              .handles(handled("e"))
                              .commit(null)))
          .whenComplete((done, error) -> all.countDown());
    }
    assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
    for (int i = 0; i < many; i++) {
      Stored stored = stored("i" + i);
      assertThat(stored.revision()).isEqualTo(2);
      assertThat(stored.inbox()).isEmpty();
      assertThat(store().events("i" + i, 0, 10)).hasSize(2);
    }
  }

  // claims

  @Test
  void an_instance_is_held_by_one_worker_until_released() {
    begin("i");
    assertThat(claim("i", BOB, NOW)).isEqualTo(new Claim.Held(ANN, LATER));
    assertThat(taken("i", ANN, NOW).epoch()).as("it has it already").isEqualTo(1);
    store().release("i", BOB);
    assertThat(claim("i", BOB, NOW)).isEqualTo(new Claim.Held(ANN, LATER));
    store().release("i", ANN);
    assertThat(taken("i", BOB, NOW).epoch()).isEqualTo(2);
    assertThat(claim("i", ANN, NOW)).isEqualTo(new Claim.Held(BOB, LATER));
    store().release("nobody", ANN);
  }

  @Test
  void the_previous_holder_cannot_commit() {
    Snapshot start = begin("i");
    Snapshot next = step(start, "Add");
    assertThat(taken("i", BOB, LATER).epoch()).isEqualTo(2);
    assertThat(write(Draft.of(next, 1, 1))).isEqualTo(Committed.LOST);
    assertThat(write(Draft.of(next, 2, 1).by(BOB))).isEqualTo(Committed.DONE);
    store().retire(BOB);
    assertThat(taken("i", ANN, NOW).epoch()).isEqualTo(3);
  }

  @Test
  void without_an_instance_a_claim_returns_the_numbers_for_a_start() {
    assertThat(claim("i", ANN, NOW)).isEqualTo(new Claim.Absent(0, 0, 0, List.of()));
    accept(entry("i", "e"));
    assertThat(claim("i", BOB, NOW)).isEqualTo(new Claim.Absent(0, 0, 0, List.of(entry("i", "e"))));
    begin(store(), "i", 2);
    store().remove("i");
    Claim absent = claim("i", BOB, NOW);
    assertThat(absent).isInstanceOf(Claim.Absent.class);
    Claim.Absent gone = (Claim.Absent) absent;
    assertThat(gone.epoch()).as("so that whoever held it is fenced").isGreaterThan(1);
    assertThat(gone.revision()).isEqualTo(1);
    assertThat(gone.events()).isEqualTo(2);
    assertThat(gone.inbox()).isEmpty();
    Draft anew = Draft.of(start("i"), gone.epoch(), gone.revision()).anew().by(BOB).tells(3);
    assertThat(write(anew)).isEqualTo(Committed.DONE);
    assertThat(stored("i").epoch()).isEqualTo(gone.epoch());
    assertThat(stored("i").revision()).isEqualTo(2);
    assertThat(claim("i", ANN, NOW)).isEqualTo(new Claim.Held(BOB, LATER));
    assertThat(store().events("i", 0, 10)).extracting(StreamEvent::number).containsExactly(3L);
  }

  @Test
  void an_instance_that_is_removed_leaves_nothing_but_its_numbers() {
    write(Draft.of(start("i"), 0, 0).tells(1).owes(call("i/1/0")).handles(handled("x")));
    accept(entry("i", "e"));
    store().remove("i");
    reopen();
    assertThat(load("i")).isNull();
    assertThat(store().readInbox("i", 10)).isEmpty();
    assertThat(store().handled("i", "x")).isNull();
    assertThat(store().events("i", 0, 10)).isEmpty();
    assertThat(store().inspect("i")).isNull();
    assertThat(store().list(Filter.all(10))).isEmpty();
    assertThat(due(NOW)).isEmpty();
    assertThat(write(Draft.of(start("i"), 1, 1)))
        .as("its holder is fenced")
        .isEqualTo(Committed.LOST);
    store().remove("nobody");
  }

  @Test
  void to_remove_what_is_not_there_takes_its_inbox_and_leaves_its_numbers() {
    accept(entry("nobody", "e"));
    store().remove("nobody");
    reopen();
    assertThat(claim("nobody", ANN, NOW))
        .as("there never was one")
        .isEqualTo(new Claim.Absent(0, 0, 0, List.of()));
    assertThat(write(Draft.of(start("nobody"), 0, 0))).isEqualTo(Committed.DONE);
    store().remove("nobody");
    Claim gone = claim("nobody", ANN, NOW);
    accept(entry("nobody", "e"));
    store().remove("nobody");
    reopen();
    assertThat(claim("nobody", ANN, NOW)).as("it is gone already").isEqualTo(gone);
  }

  @Test
  void an_ended_instance_has_no_holder() {
    write(Draft.of(step(begin("i"), "End"), 1, 1));
    assertThat(stored("i").status()).isEqualTo(Status.DONE);
    assertThat(taken("i", BOB, NOW).epoch()).isEqualTo(2);
  }

  @Test
  void an_ended_instance_is_given_to_every_worker_and_one_of_them_starts_the_next_life() {
    write(Draft.of(step(begin("i"), "End"), 1, 1));
    Stored one = taken("i", BOB, NOW);
    Stored two = taken("i", ANN, NOW);
    assertThat(two.revision()).isEqualTo(one.revision());
    Snapshot next = start("i");
    Draft anew = Draft.of(next, two.epoch(), two.revision()).anew();
    assertThat(write(anew)).isEqualTo(Committed.DONE);
    assertThat(write(Draft.of(next, one.epoch(), one.revision()).anew().by(BOB)))
        .isEqualTo(Committed.LOST);
    assertThat(claim("i", BOB, NOW)).isEqualTo(new Claim.Held(ANN, LATER));
  }

  @Test
  void an_ended_instance_with_an_effect_under_way_stays_with_its_worker() {
    write(Draft.of(step(begin("i"), "End"), 1, 1).owes(call("i/2/0")));
    Stored held = taken("i", BOB, NOW);
    assertThat(held.pending()).hasSize(1);
    assertThat(claim("i", ANN, NOW)).isEqualTo(new Claim.Held(BOB, LATER));
    store().settle("i", Set.of("i/2/0"));
    assertThat(taken("i", ANN, NOW).pending()).isEmpty();
  }

  @Test
  void a_claim_names_the_worker_that_never_released_it() {
    begin("i");
    assertThat(((Claim.Taken) claim("i", ANN, NOW)).previous()).isNull();
    store().release("i", ANN);
    assertThat(((Claim.Taken) claim("i", BOB, NOW)).previous()).isNull();
    store().retire(BOB);
    reopen();
    assertThat(((Claim.Taken) claim("i", ANN, NOW)).previous()).isEqualTo(BOB.name());
    assertThat(((Claim.Taken) claim("i", ANN, NOW)).previous()).isNull();
  }

  @Test
  void an_instance_of_an_unknown_chart_is_not_taken_and_the_chart_is_named() {
    write(Draft.of(Interpreter.of(OTHER, Policy.NONE).start("i", Map.of(), NOW).snapshot(), 0, 0));
    store().release("i", ANN);
    reopen();
    assertThatThrownBy(() -> claim("i", BOB, NOW))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("'i'")
        .hasMessageContaining("other 2")
        .hasMessageContaining(OTHER.hash())
        .satisfies(error -> assertThat(((StoreException) error).code()).isEqualTo("unknown-chart"));
    assertThatThrownBy(() -> load("i")).isInstanceOf(StoreException.class);
    Claim claim = store().claim("i", ANN, NOW, hash -> OTHER);
    assertThat(claim).isInstanceOf(Claim.Taken.class);
    assertThat(((Claim.Taken) claim).stored().epoch()).isEqualTo(2);
  }

  @Test
  void of_many_who_claim_at_once_one_has_it() throws InterruptedException {
    begin("i");
    store().release("i", ANN);
    List<Worker> workers =
        IntStream.range(0, 8).mapToObj(n -> new Worker("w" + n, "w" + n + "-1")).toList();
    workers.forEach(worker -> store().enlist(worker, NOW, LATER));
    AtomicInteger taken = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(workers.size());
    for (Worker worker : workers) {
      new Thread(
              () -> {
                if (claim("i", worker, NOW) instanceof Claim.Taken) {
                  taken.incrementAndGet();
                }
                all.countDown();
              })
          .start();
    }
    assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(taken.get()).isEqualTo(1);
    assertThat(stored("i").epoch()).isEqualTo(2);
  }

  // workers

  @Test
  void a_worker_is_there_until_its_lease_runs_out_unless_it_renews() {
    begin("i");
    Instant end = LATER.minusMillis(1);
    assertThat(claim("i", BOB, end)).isEqualTo(new Claim.Held(ANN, LATER));
    assertThat(store().renew(ANN, end, LATER.plusSeconds(30))).isTrue();
    assertThat(claim("i", BOB, LATER)).isEqualTo(new Claim.Held(ANN, LATER.plusSeconds(30)));
    assertThat(claim("i", BOB, LATER.plusSeconds(30))).isInstanceOf(Claim.Taken.class);
  }

  @Test
  void two_workers_of_one_name_are_not_at_work_together() {
    Worker second = new Worker("ann", "ann-2");
    assertThatThrownBy(() -> store().enlist(second, LATER.minusMillis(1), LATER.plusSeconds(30)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("ann")
        .satisfies(error -> assertThat(((StoreException) error).code()).isEqualTo("worker-exists"));
    store().enlist(ANN, NOW, LATER);
    store().enlist(second, LATER, LATER.plusSeconds(30));
    assertThat(store().renew(ANN, LATER, LATER.plusSeconds(30)))
        .as("somebody else has its name")
        .isFalse();
    store().retire(ANN);
    assertThat(store().workers())
        .containsExactly(
            new RegisteredWorker(second, LATER.plusSeconds(30)), new RegisteredWorker(BOB, LATER));
  }

  @Test
  void a_session_that_took_over_a_name_has_not_what_the_one_before_held() {
    begin("i");
    Worker second = new Worker("ann", "ann-2");
    store().retire(ANN);
    store().enlist(second, NOW, LATER);
    assertThat(taken("i", second, NOW).epoch()).isEqualTo(2);
  }

  @Test
  void what_a_worker_held_that_retired_is_free() {
    begin("i");
    store().retire(ANN);
    assertThat(store().workers()).containsExactly(new RegisteredWorker(BOB, LATER));
    assertThat(store().renew(ANN, NOW, LATER)).isFalse();
    assertThat(taken("i", BOB, NOW).epoch()).isEqualTo(2);
    store().retire(ANN);
  }

  // the inbox

  @Test
  void an_event_is_accepted_once_and_waits_until_it_is_handled() {
    Snapshot start = begin("i");
    assertThat(accept(entry("i", "e1"))).isEqualTo(new Accepted(true, null));
    assertThat(accept(entry("i", "e2"))).isEqualTo(new Accepted(true, null));
    assertThat(accept(entry("i", "e1"))).isEqualTo(new Accepted(false, null));
    assertThat(accept(entry("j", "e1")))
        .as("of another instance")
        .isEqualTo(new Accepted(true, null));
    reopen();
    assertThat(store().readInbox("i", 10)).containsExactly(entry("i", "e1"), entry("i", "e2"));
    assertThat(store().readInbox("i", 1)).containsExactly(entry("i", "e1"));
    assertThat(store().readInbox("nobody", 1)).isEmpty();
    assertThat(taken("i", ANN, NOW).inbox()).containsExactly(entry("i", "e1"), entry("i", "e2"));
    assertThat(store().handled("i", "e1")).isNull();
    Handled how = new Handled("e1", "rejected", "finished", "it is over");
    assertThat(write(Draft.of(step(start, "Add"), 1, 1).handles(how))).isEqualTo(Committed.DONE);
    reopen();
    assertThat(stored("i").inbox()).containsExactly(entry("i", "e2"));
    assertThat(store().handled("i", "e1")).isEqualTo(how);
    assertThat(accept(entry("i", "e1"))).isEqualTo(new Accepted(false, how));
  }

  @Test
  void an_event_that_was_handled_without_being_accepted_is_the_same_event() {
    Snapshot start = begin("i");
    Snapshot next = step(start, "Add");
    assertThat(write(Draft.of(next, 1, 1).handles(handled("e")))).isEqualTo(Committed.DONE);
    assertThat(accept(entry("i", "e"))).isEqualTo(new Accepted(false, handled("e")));
    assertThat(store().readInbox("i", 10)).isEmpty();
  }

  @Test
  void a_commit_that_deals_with_an_event_a_second_time_is_lost() {
    Snapshot next = step(begin("i"), "Add");
    write(Draft.of(next, 1, 1).handles(handled("e")));
    assertThat(write(Draft.of(step(next, "Add"), 1, 2).handles(handled("f"), handled("e"))))
        .isEqualTo(Committed.LOST);
    assertThat(stored("i").revision()).isEqualTo(2);
    assertThat(store().handled("i", "f")).isNull();
  }

  @Test
  void every_kind_of_input_is_given_back_as_it_was() {
    begin("i");
    List<Input> inputs =
        List.of(
            new Input.Event("E", null, "1"),
            new Input.Event("E", Map.of(), "2"),
            new Input.Move("b", "because", Map.of("n", 1L), "3"),
            new Input.Move("b", null, null, "4"),
            new Input.Report(Map.of("type", "tool", "ok", true), "5"));
    for (Input input : inputs) {
      accept(new Entry("i", "" + input.id(), input, NOW));
    }
    reopen();
    assertThat(store().readInbox("i", 10)).extracting(Entry::input).isEqualTo(inputs);
  }

  @Test
  void an_instance_comes_with_as_many_events_as_a_batch_has() {
    begin("i");
    for (int n = 0; n <= InstanceStore.BATCH; n++) {
      accept(entry("i", "e" + n));
    }
    assertThat(taken("i", ANN, NOW).inbox()).hasSize(InstanceStore.BATCH);
    assertThat(store().readInbox("i", 1000)).hasSize(InstanceStore.BATCH + 1);
  }

  @Test
  void what_was_accepted_before_there_was_an_instance_waits_for_it() {
    accept(entry("i", "e"));
    assertThat(load("i")).isNull();
    assertThat(due(NOW)).as("nobody can do anything").isEmpty();
    begin("i");
    assertThat(stored("i").inbox()).containsExactly(entry("i", "e"));
    assertThat(due(NOW)).containsExactly("i");
  }

  // the stream

  @Test
  void events_are_read_from_a_number_on() {
    begin(store(), "i", 5);
    reopen();
    assertThat(store().events("i", 0, 2)).containsExactly(event(1, NOW), event(2, NOW));
    assertThat(store().events("i", 2, 10))
        .containsExactly(event(3, NOW), event(4, NOW), event(5, NOW));
    assertThat(List.copyOf(store().events("i", 4, 10).get(0).data().keySet()))
        .isEqualTo(List.of("z", "a", "none"));
    assertThat(store().events("i", 5, 10)).isEmpty();
    assertThat(store().events("nobody", 0, 10)).isEmpty();
  }

  // pending work

  @Test
  void instances_with_due_timers_are_found() {
    begin("idle");
    write(Draft.of(step(start("timer"), "Go"), 0, 0));
    write(Draft.of(start("owing"), 0, 0).owes(call("owing/1/0")));
    store().release("owing", ANN);
    begin("inbox");
    accept(entry("inbox", "e"));
    assertThat(due(NOW.plusSeconds(599))).containsExactly("inbox", "owing");
    assertThat(due(NOW.plusSeconds(600))).containsExactly("inbox", "owing", "timer");
    assertThat(store().due(NOW, NOW.plusSeconds(600), ANN, "", 2))
        .containsExactly("inbox", "owing");
    assertThat(store().due(NOW, NOW.plusSeconds(600), ANN, "inbox", 1)).containsExactly("owing");
    assertThat(store().due(NOW, NOW.plusSeconds(600), ANN, "owing", 10)).containsExactly("timer");
    store().settle("owing", Set.of("owing/1/0"));
    write(Draft.of(step(start("inbox"), "Add"), 1, 1).handles(handled("e")));
    assertThat(due(NOW.plusSeconds(600))).containsExactly("timer");
  }

  @Test
  void an_instance_of_another_worker_is_not_due_until_the_lease_ends() {
    write(Draft.of(start("i"), 0, 0).by(BOB).owes(call("i/1/0")));
    accept(entry("i", "e"));
    assertThat(due(NOW)).isEmpty();
    assertThat(store().due(NOW, NOW, BOB, "", 10)).containsExactly("i");
    assertThat(store().due(LATER, LATER, ANN, "", 10)).containsExactly("i");
    store().retire(BOB);
    assertThat(due(NOW)).containsExactly("i");
  }

  @Test
  void an_effect_of_a_held_instance_is_not_due() {
    write(Draft.of(start("i"), 0, 0).owes(call("i/1/0")));
    assertThat(due(NOW)).isEmpty();
    assertThat(store().due(LATER, LATER, BOB, "", 10)).containsExactly("i");
    store().release("i", ANN);
    assertThat(due(NOW)).containsExactly("i");
  }

  // for operators

  @Test
  void a_parked_instance_cannot_be_claimed_until_retried() {
    Snapshot start = begin("i");
    accept(entry("i", "e"));
    assertThat(store().park("i", "it broke")).isTrue();
    assertThat(store().park("nobody", "it broke")).isFalse();
    assertThat(write(Draft.of(step(start, "Add"), 1, 1)))
        .as("whoever held it is fenced")
        .isEqualTo(Committed.LOST);
    reopen();
    assertThat(claim("i", ANN, NOW)).isEqualTo(new Claim.Parked(Status.PARKED, "it broke"));
    assertThat(due(NOW)).isEmpty();
    assertThat(stored("i").status()).isEqualTo(Status.PARKED);
    assertThat(stored("i").reason()).isEqualTo("it broke");
    assertThat(accept(entry("i", "f"))).isEqualTo(new Accepted(true, null));
    assertThat(store().retry("i")).isTrue();
    assertThat(store().retry("i")).isFalse();
    assertThat(store().retry("nobody")).isFalse();
    assertThat(due(NOW)).containsExactly("i");
    Stored taken = taken("i", BOB, NOW);
    assertThat(taken.status()).isEqualTo(Status.LIVE);
    assertThat(taken.reason()).isNull();
    assertThat(taken.inbox()).containsExactly(entry("i", "e"), entry("i", "f"));
  }

  private static final Chart OWED =
      chart(
          """
          chart: owed
          data: { beats: 0 }
          timers: { beat: { in: a, every: 3s, send: Beat } }
          states:
            a:
              after: { 2s: b }
              on: { Beat: { do: [ { assign: { beats: data.beats + 1 } } ] } }
            b: {}
          """);

  /** Vetoes all proposals. */
  private static final Policy NOT_NOW =
      question ->
          new RuleVerdicts(
              question.transitions().stream()
                  .map(
                      transition ->
                          new RuleVerdict(
                              new Deny(transition, "not now"),
                              "p#r",
                              new Place("r.drl", 1, 1),
                              Layer.CHART,
                              List.of()))
                  .toList(),
              null);

  /** Advances time in an engine that is then dropped, on a store that is opened again. */
  private List<Object> afterPassing(ManualClock clock, Policy policy, String instant) {
    try (Engine engine =
        Engine.builder()
            .store(store())
            .worker("owing")
            .sameThread()
            .clock(clock)
            .chart(OWED, policy)
            .build()) {
      if (store().list(Filter.all(1)).isEmpty()) {
        engine.spawn("i", "owed").join();
      }
      Instant end = Instant.parse(instant);
      // second by second: a denied timer is offered again relative to the time of its denial
      while (clock.now().isBefore(end)) {
        clock.advance(Duration.ofSeconds(1));
        handleDueTimers(engine, clock.now());
      }
    }
    reopen();
    InstanceSummary listed = store().list(Filter.all(1)).get(0);
    return List.of(listed.configuration(), listed.denied());
  }

  /**
   * Sends events that the chart ignores until the store lists no due timer. Timers are handled
   * beside the calls of the host, so one event may be committed before their steps.
   */
  private void handleDueTimers(Engine engine, Instant now) {
    for (int number = 0; number < 10_000; number++) {
      engine.instance("i").send(new Input.Event("settled", null, now + "#" + number)).join();
      Instant due = store().list(Filter.all(1)).get(0).due();
      if (due == null || due.isAfter(now)) {
        return;
      }
    }
    throw new AssertionError("a timer that is due at " + now + " is never handled");
  }

  @Test
  void a_timer_that_a_rule_denied_is_listed_and_offered_again_after_a_restart() {
    ManualClock clock = new ManualClock(NOW);
    assertThat(afterPassing(clock, NOT_NOW, "2026-01-01T00:00:02Z"))
        .containsExactly(List.of("a"), List.of(new Denied("after", "a", 1, NOW.plusSeconds(3))));
    assertThat(afterPassing(clock, NOT_NOW, "2026-01-01T00:00:03Z"))
        .containsExactly(List.of("a"), List.of(new Denied("after", "a", 2, NOW.plusSeconds(5))));
    assertThat(afterPassing(clock, NOT_NOW, "2026-01-01T00:00:04Z"))
        .containsExactly(List.of("a"), List.of(new Denied("after", "a", 2, NOW.plusSeconds(5))));
    assertThat(afterPassing(clock, Policy.NONE, "2026-01-01T00:00:05Z"))
        .containsExactly(List.of("b"), List.of());
  }

  @Test
  void a_periodic_timer_that_a_rule_denied_beats_on_after_a_restart() {
    ManualClock clock = new ManualClock(NOW);
    afterPassing(clock, NOT_NOW, "2026-01-01T00:00:04Z");
    assertThat(beats()).isEqualTo(0L);
    // its after is offered again only at the ninth second
    afterPassing(clock, NOT_NOW, "2026-01-01T00:00:05Z");
    afterPassing(clock, Policy.NONE, "2026-01-01T00:00:06Z");
    assertThat(beats()).isEqualTo(1L);
  }

  private @Nullable Object beats() {
    Map<String, ?> all = store().inspect("i");
    return all != null
            && all.get("snapshot") instanceof Map<?, ?> snapshot
            && snapshot.get("data") instanceof Map<?, ?> data
        ? data.get("beats")
        : null;
  }

  @Test
  void instances_are_listed_in_the_order_of_their_ids() {
    Snapshot b = begin("b");
    accept(entry("b", "e"));
    store().park("b", "it broke");
    write(Draft.of(step(start("a"), "Go"), 0, 0).owes(call("a/1/0")).by(BOB));
    write(Draft.of(step(start("c"), "End"), 0, 0));
    write(Draft.of(Interpreter.of(OTHER, Policy.NONE).start("d", Map.of(), NOW).snapshot(), 0, 0));
    accept(entry("nobody", "e"));
    reopen();
    InstanceSummary first =
        new InstanceSummary(
            "a",
            Status.LIVE,
            "contract",
            1,
            List.of("b"),
            1,
            NOW,
            NOW.plusSeconds(600),
            0,
            1,
            "bob",
            null,
            List.of());
    InstanceSummary second =
        new InstanceSummary(
            "b",
            Status.PARKED,
            "contract",
            1,
            b.configuration(),
            1,
            NOW,
            null,
            1,
            0,
            null,
            "it broke",
            List.of());
    List<InstanceSummary> all = store().list(Filter.all(10));
    assertThat(all).extracting(InstanceSummary::id).containsExactly("a", "b", "c", "d");
    assertThat(all.subList(0, 2)).containsExactly(first, second);
    assertThat(all.get(2).status()).isEqualTo(Status.DONE);
    assertThat(store().list(Filter.all(2))).isEqualTo(all.subList(0, 2));
    assertThat(store().list(new Filter(List.of(), null, "b", 10))).isEqualTo(all.subList(2, 4));
    assertThat(store().list(new Filter(List.of(Status.PARKED), null, "", 10)))
        .containsExactly(second);
    assertThat(store().list(new Filter(List.of(Status.LIVE), "contract", "", 10)))
        .containsExactly(first);
    assertThat(store().list(new Filter(List.of(), "other", "", 10)))
        .extracting(InstanceSummary::id)
        .containsExactly("d");
  }

  @Test
  void an_instance_can_be_looked_at_without_its_chart() {
    Snapshot start = start("i");
    write(Draft.of(start, 0, 0).tells(1).owes(call("i/1/0")));
    accept(entry("i", "e"));
    reopen();
    Map<String, @Nullable Object> all = store().inspect("i");
    assertThat(all).isNotNull();
    if (all == null) {
      throw new AssertionError();
    }
    assertThat(List.copyOf(all.keySet()))
        .isEqualTo(
            List.of(
                "epoch",
                "revision",
                "events",
                "holder",
                "reason",
                "parent",
                "snapshot",
                "inbox",
                "pending"));
    assertThat(all)
        .containsEntry("epoch", 1L)
        .containsEntry("revision", 1L)
        .containsEntry("events", 1L)
        .containsEntry("holder", "ann")
        .containsEntry("snapshot", start.toMap());
    assertThat((List<?>) all.get("inbox")).hasSize(1);
    assertThat((List<?>) all.get("pending")).hasSize(1);
    assertThat(store().inspect("nobody")).isNull();
    assertThat(store().check()).isEmpty();
  }

  @Test
  void the_charts_that_instances_run_are_counted() {
    Interpreter other = Interpreter.of(OTHER, Policy.NONE);
    store().saveChart(OTHER);
    store().saveChart(OTHER);
    store().saveChart(CHART);
    begin("a");
    write(Draft.of(step(start("b"), "End"), 0, 0));
    write(Draft.of(other.start("d", Map.of(), NOW).snapshot(), 0, 0));
    reopen();
    assertThat(store().charts())
        .containsExactly(
            new ChartUse("contract", 1, CHART.hash(), 1, 2),
            new ChartUse("other", 2, OTHER.hash(), 1, 1));
  }

  @Test
  void the_text_of_a_chart_is_kept_and_is_the_same_chart() {
    store().saveChart(OTHER);
    begin("a");
    reopen();
    for (Chart chart : List.of(CHART, OTHER)) {
      String text = store().chartText(chart.hash());
      assertThat(text).isNotNull().isEqualTo(chart.definition().text());
      assertThat(chart(text).hash()).isEqualTo(chart.hash());
    }
    assertThat(store().chartText("sha256:unknown")).isNull();
    assertThat(store().check()).isEmpty();
  }

  @Test
  void an_instance_is_moved_to_another_definition_in_one_commit_and_keeps_what_waits_for_it() {
    InstanceStore store = store();
    begin(store, "i", 2);
    store.accept(new Entry("i", "e-1", new Input.Event("Add"), NOW)).toCompletableFuture().join();
    Chart longer = chart(MOVED);
    InstanceMigration moves = new InstanceMigration(store, plan(longer, ""));
    MigrationResult looked = moves.preview("i", NOW);
    MigrationResult moved = moves.move("i", ANN, NOW);
    assertThat(((MigrationResult.Migrated) moved).snapshot().toMap())
        .isEqualTo(((MigrationResult.Migrated) looked).snapshot().toMap());

    Stored stored = store.load("i", hash -> hash.equals(longer.hash()) ? longer : null);
    assertThat(stored.snapshot().toMap())
        .isEqualTo(((MigrationResult.Migrated) moved).snapshot().toMap());
    assertThat(stored.inbox()).extracting(Entry::event).containsExactly("e-1");
    List<StreamEvent> events = store.events("i", 0, 100);
    assertThat(events.get(events.size() - 1).type()).isEqualTo("migrated");
    assertThat(events.get(events.size() - 1).number()).isEqualTo(stored.events());
    assertThat(moves.move("i", ANN, NOW)).extracting("code").isEqualTo("already");
  }

  @Test
  void a_held_or_parked_instance_is_not_migrated() {
    InstanceStore store = store();
    begin(store, "i", 1);
    InstanceMigration moves = new InstanceMigration(store, plan(chart(MOVED), ""));
    store.release("i", ANN);
    store.claim("i", BOB, NOW, hash -> CHART);
    assertThat(moves.move("i", ANN, NOW)).extracting("code").isEqualTo("held");
    store.release("i", BOB);
    store.park("i", "by hand");
    assertThat(moves.move("i", ANN, NOW)).extracting("code").isEqualTo("aside");
    assertThat(moves.move("nobody", ANN, NOW)).isNull();
    assertThat(moves.preview("nobody", NOW)).isNull();
    assertThat(store.load("i", hash -> CHART).snapshot().chart()).isSameAs(CHART);
  }

  private static Migration plan(Chart to, String plan) {
    Source source = new Source("p.migration.yaml", "migrate: contract\n" + plan);
    return Migration.compile(MigrationYaml.load(source).get(), CHART, to).get();
  }

  @Test
  void what_is_old_is_dropped() {
    Instant old = NOW.minusSeconds(60);
    write(Draft.of(step(start("done"), "End"), 0, 0).at(old).tells(1).handles(handled("x")));
    write(Draft.of(step(start("owing"), "End"), 0, 0).at(old).owes(call("owing/1/0")));
    write(Draft.of(step(start("young"), "End"), 0, 0).tells(1));
    Snapshot live = start("live");
    write(Draft.of(live, 0, 0).at(old).tells(1).handles(handled("x")));
    write(Draft.of(step(live, "Add"), 1, 1).tells(2).handles(handled("y")));
    accept(new Entry("live", "e", new Input.Event("Add", null, "e"), old));
    accept(new Entry("nobody", "e", new Input.Event("Add", null, "e"), old));
    assertThat(store().prune(NOW)).isEqualTo(new Pruned(1, 3, 2));
    assertThat(store().list(Filter.all(10)))
        .extracting(InstanceSummary::id)
        .containsExactly("live", "owing", "young");
    assertThat(store().events("live", 0, 10)).containsExactly(event(2, NOW));
    assertThat(store().events("young", 0, 10)).hasSize(1);
    assertThat(store().handled("live", "x")).isNull();
    assertThat(store().handled("live", "y")).isEqualTo(handled("y"));
    assertThat(store().readInbox("live", 10)).hasSize(1);
    assertThat(store().readInbox("nobody", 10)).isEmpty();
    assertThat(store().prune(NOW)).isEqualTo(new Pruned(0, 0, 0));
  }

  @Test
  void what_its_sender_may_bring_again_is_not_forgotten_however_old_it_is() {
    Instant old = NOW.minusSeconds(60);
    write(Draft.of(start("s/1"), 0, 0).at(old).owes(call("s/1/1/0")));
    Handled[] all = {
      handled("s/1/1/0"), handled("s/1/1/1"), handled("s/1/0"), handled("s/1"), handled("7")
    };
    write(Draft.of(start("live"), 0, 0).at(old).handles(all));
    write(Draft.of(step(start("done"), "End"), 0, 0).at(old).handles(handled("s/1/1/0")));
    assertThat(store().prune(NOW)).isEqualTo(new Pruned(0, 4, 0));
    assertThat(store().handled("live", "s/1/1/0")).isEqualTo(handled("s/1/1/0"));
    assertThat(store().handled("done", "s/1/1/0")).isEqualTo(handled("s/1/1/0"));
    assertThat(load("done")).isNotNull();
    store().settle("s/1", Set.of("s/1/1/0"));
    assertThat(store().prune(NOW)).isEqualTo(new Pruned(1, 2, 0));
    assertThat(store().handled("live", "s/1/1/0")).isNull();
    assertThat(load("done")).isNull();
  }

  @Test
  void what_a_child_answered_is_not_forgotten_before_the_child_knows() {
    Instant old = NOW.minusSeconds(60);
    write(Draft.of(start("p"), 0, 0).at(old).handles(handled("p/1/0"), handled("x/1/0")));
    write(Draft.of(step(start("p/kid#1"), "End"), 0, 0).at(old).owes(call("p/kid#1/1/0")));
    write(Draft.of(start("p0"), 0, 0).at(old).handles(handled("p0/1/0")));
    assertThat(store().prune(NOW)).isEqualTo(new Pruned(0, 2, 0));
    assertThat(store().handled("p", "p/1/0")).isEqualTo(handled("p/1/0"));
    store().settle("p/kid#1", Set.of("p/kid#1/1/0"));
    assertThat(store().prune(NOW)).isEqualTo(new Pruned(1, 1, 0));
  }

  @Test
  void a_child_that_its_parent_may_begin_again_stays_however_long_ago_it_ended() {
    Instant old = NOW.minusSeconds(60);
    write(Draft.of(start("p"), 0, 0).at(old).owes(call("p/1/0")));
    Draft child = Draft.of(step(start("p/kid#1"), "End"), 0, 0).at(old);
    Parent parent = new Parent("p", "kid", 1, "p/1/0");
    assertThat(store().commit(child.commit(parent)).toCompletableFuture().join())
        .isEqualTo(Committed.DONE);
    assertThat(store().prune(NOW)).isEqualTo(new Pruned(0, 0, 0));
    write(Draft.of(step(start("p"), "Add"), 1, 1).settles("p/1/0"));
    assertThat(store().prune(NOW)).isEqualTo(new Pruned(1, 0, 0));
  }

  @Test
  void what_is_old_is_dropped_even_behind_many_that_wait() {
    Instant old = NOW.minusSeconds(60);
    begin(store(), "waits", 0);
    for (int n = 0; n < 700; n++) {
      accept(new Entry("waits", "w" + n, new Input.Event("Add", null, "w" + n), old));
    }
    Handled[] many = new Handled[1_300];
    Arrays.setAll(many, n -> handled("e" + n));
    write(Draft.of(start("old"), 0, 0).at(old).handles(many));
    write(Draft.of(start("young"), 0, 0).tells(1).handles(handled("y")));
    assertThat(store().prune(NOW)).isEqualTo(new Pruned(0, 1_300, 0));
    assertThat(store().readInbox("waits", 1_000)).hasSize(700);
    assertThat(store().handled("old", "e1299")).isNull();
    assertThat(store().handled("young", "y")).isEqualTo(handled("y"));
    assertThat(store().prune(NOW.plusSeconds(1))).isEqualTo(new Pruned(0, 1, 1));
  }

  private Engine engine(String worker) {
    return Engine.builder().store(store()).worker(worker).chart(LIVES).build();
  }

  private static Object total(Snapshot snapshot) {
    return String.valueOf(snapshot.data());
  }

  @Test
  void a_life_that_another_one_takes_the_place_of_is_kept_as_it_ended() {
    try (Engine engine = engine("one")) {
      InstanceHandle chat = engine.instance("chat");
      for (int life = 1; life <= 3; life++) {
        Outcome first = engine.sendOrSpawn("chat", "lives", new Input.Event("Add")).join();
        assertThat(first.kind()).isEqualTo("taken");
        assertThat(engine.sendOrSpawn("chat", "lives", new Input.Event("Add")).join().kind())
            .isEqualTo("taken");
        assertThat(total(chatSnapshot(chat))).isEqualTo("{n=2, total=" + 2 * life + "}");
        assertThat(chat.ask("End").kind()).isEqualTo("taken");
      }
      assertThat(chat.lives())
          .extracting(life -> life.snapshot().get("data"), life -> life.snapshot().get("output"))
          .containsExactly(
              tuple(Map.of("n", 2L, "total", 2L), Map.of("total", 2L)),
              tuple(Map.of("n", 2L, "total", 4L), Map.of("total", 4L)));
      assertThat(chat.lives()).extracting(Life::revision).isSorted().doesNotHaveDuplicates();
      assertThat(chatSnapshot(chat).output()).isEqualTo(Map.of("total", 6L));
    }
    assertThat(store().check()).isEmpty();
    store().remove("chat");
    assertThat(store().endedLives("chat")).isEmpty();
  }

  private static Snapshot chatSnapshot(InstanceHandle chat) {
    Snapshot snapshot = chat.snapshot();
    if (snapshot == null) {
      throw new AssertionError("no instance");
    }
    return snapshot;
  }

  @Test
  void concurrent_events_without_a_live_instance_start_one_life() {
    try (Engine one = engine("one");
        Engine two = engine("two")) {
      one.sendOrSpawn("chat", "lives", new Input.Event("End")).join();
      List<CompletableFuture<Outcome>> sent = new ArrayList<>();
      for (int n = 0; n < 20; n++) {
        Engine engine = n % 2 == 0 ? one : two;
        sent.add(engine.sendOrSpawn("chat", "lives", new Input.Event("Add", Map.of(), "add-" + n)));
      }
      sent.forEach(
          each -> {
            Outcome outcome = each.orTimeout(60, TimeUnit.SECONDS).join();
            assertThat(outcome.kind()).as("%s", outcome).isEqualTo("taken");
          });
      assertThat(total(chatSnapshot(one.instance("chat")))).isEqualTo("{n=20, total=20}");
      assertThat(one.instance("chat").lives()).hasSize(1);
    }
  }

  @Test
  void lives_go_when_others_took_their_place_before() {
    Snapshot first = start("a");
    assertThat(write(Draft.of(first, 0, 0))).isEqualTo(Committed.DONE);
    assertThat(write(Draft.of(step(first, "End"), 1, 1))).isEqualTo(Committed.DONE);
    Commit again = Draft.of(start("a"), 1, 2).anew().commit(null);
    Commit next =
        new Commit(
            again.id(),
            again.epoch(),
            again.expected(),
            again.snapshot(),
            true,
            null,
            again.worker(),
            again.at(),
            again.stream(),
            again.effects(),
            again.settled(),
            again.handled(),
            step(first, "End"));
    assertThat(store().commit(next).toCompletableFuture().join()).isEqualTo(Committed.DONE);
    assertThat(store().commit(next).toCompletableFuture().join()).isEqualTo(Committed.LOST);
    assertThat(store().endedLives("a")).extracting(Life::until).containsExactly(next.at());
    assertThat(store().prune(next.at()).instances()).isZero();
    assertThat(store().prune(next.at().plusSeconds(1)).instances()).isEqualTo(1);
    assertThat(store().endedLives("a")).isEmpty();
    assertThat(load("a")).isNotNull();
  }
}
