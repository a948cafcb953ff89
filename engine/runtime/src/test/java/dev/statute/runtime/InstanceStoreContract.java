package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Policy;
import dev.statute.runtime.InstanceStore.Commit;
import dev.statute.runtime.InstanceStore.Committed;
import dev.statute.runtime.InstanceStore.Parent;
import dev.statute.runtime.InstanceStore.Pending;
import dev.statute.runtime.InstanceStore.Stored;
import dev.statute.step.Chart;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The law of {@link InstanceStore}; the test of each implementation extends this. */
public abstract class InstanceStoreContract {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Chart chart =
      Fixture.chart(
          """
          chart: contract
          data: { n: 0, text: "ü \\"x\\"" }
          states:
            a: { on: { Add: { do: [ { assign: { n: data.n + 1 } } ] }, Go: b } }
            b: { after: { 10m: a }, on: { Add: { do: [ { assign: { n: data.n + 1 } } ] } } }
          """);
  private final Interpreter interpreter = Interpreter.of(chart, Policy.NONE);
  private @Nullable InstanceStore opened;

  /** An empty store. */
  protected abstract InstanceStore open();

  /** The same store as a process sees it that starts after this one died; the same if it cannot. */
  protected InstanceStore reopen(InstanceStore store) {
    return store;
  }

  @BeforeEach
  void openStore() {
    opened = open();
  }

  @AfterEach
  void closeStore() {
    store().close();
  }

  private InstanceStore store() {
    if (opened == null) {
      throw new IllegalStateException("not open");
    }
    return opened;
  }

  private Step start(String id) {
    return interpreter.start(id, Map.of(), NOW);
  }

  private Step step(Snapshot snapshot, String event) {
    return interpreter.step(snapshot, new Input.Event(event), NOW);
  }

  private static Commit commit(long expected, Step step, Pending... effects) {
    return new Commit(
        step.snapshot().id(),
        expected,
        step.snapshot(),
        null,
        List.of(step),
        NOW,
        expected,
        List.of(effects),
        Set.of());
  }

  private Committed write(Commit commit) {
    return store().commit(commit).toCompletableFuture().join();
  }

  private @Nullable Stored load(String id) {
    return store().load(id, hash -> hash.equals(chart.hash()) ? chart : null);
  }

  private Stored stored(String id) {
    Stored stored = load(id);
    assertThat(stored).as("instance %s", id).isNotNull();
    if (stored == null) {
      throw new AssertionError();
    }
    return stored;
  }

  @Test
  void what_was_committed_is_what_is_loaded() {
    Step start = start("i");
    assertThat(load("i")).isNull();
    assertThat(write(commit(0, start))).isEqualTo(Committed.DONE);
    Step next = step(start.snapshot(), "Add");
    assertThat(write(commit(1, next))).isEqualTo(Committed.DONE);
    opened = reopen(store());
    assertThat(stored("i").snapshot().toMap()).isEqualTo(next.snapshot().toMap());
    assertThat(stored("i").revision()).isEqualTo(2);
    assertThat(stored("i").events()).isEqualTo(1);
    assertThat(stored("i").parent()).isNull();
  }

  @Test
  void a_commit_that_expects_another_revision_is_lost_and_writes_nothing() {
    Step start = start("i");
    write(commit(0, start));
    assertThat(write(commit(0, start))).isEqualTo(Committed.LOST);
    Step next = step(start.snapshot(), "Add");
    assertThat(write(commit(7, next))).isEqualTo(Committed.LOST);
    assertThat(stored("i").snapshot().toMap()).isEqualTo(start.snapshot().toMap());
    assertThat(stored("i").revision()).isEqualTo(1);
    assertThat(write(commit(1, step(start("nobody").snapshot(), "Add")))).isEqualTo(Committed.LOST);
    assertThat(load("nobody")).isNull();
  }

  @Test
  void effects_are_given_back_until_they_are_settled() {
    Step start = start("i");
    Pending call = new Pending("i/1/0", new Effect.Call("h", Map.of("x", 1L), true));
    Pending send =
        new Pending("i/1/1", new Effect.Send("E", Map.of("l", List.of(1L, "a")), "other", "s1"));
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
                1));
    write(commit(0, start, call, send, invoke));
    opened = reopen(store());
    assertThat(stored("i").pending()).containsExactly(call, send, invoke);
    store().settle("i", Set.of("i/1/1"));
    Step next = step(start.snapshot(), "Add");
    Pending forward = new Pending("i/2/0", new Effect.Forward("job", 1, "E", Map.of()));
    Commit answered =
        new Commit(
            "i",
            1,
            next.snapshot(),
            null,
            List.of(next),
            NOW,
            1,
            List.of(forward),
            Set.of("i/1/0"));
    assertThat(write(answered)).isEqualTo(Committed.DONE);
    opened = reopen(store());
    assertThat(stored("i").pending()).containsExactly(invoke, forward);
  }

  @Test
  void who_started_a_child_is_kept() {
    Step start = start("p/job#1");
    Parent parent = new Parent("p", "job", 1, "p/3/0");
    write(
        new Commit(
            "p/job#1", 0, start.snapshot(), parent, List.of(start), NOW, 0, List.of(), Set.of()));
    opened = reopen(store());
    assertThat(stored("p/job#1").parent()).isEqualTo(parent);
  }

  @Test
  void whoever_has_something_to_do_by_itself_is_found() {
    Step idle = start("idle");
    write(commit(0, idle));
    Step waiting = step(start("waiting").snapshot(), "Go");
    write(commit(0, waiting));
    write(
        commit(0, start("owing"), new Pending("owing/1/0", new Effect.Call("h", Map.of(), false))));
    assertThat(store().due(NOW.plusSeconds(599), 10)).containsExactly("owing");
    assertThat(store().due(NOW.plusSeconds(600), 10)).containsExactlyInAnyOrder("owing", "waiting");
    assertThat(store().due(NOW.plusSeconds(600), 1)).hasSize(1);
    store().settle("owing", Set.of("owing/1/0"));
    assertThat(store().due(NOW.plusSeconds(600), 10)).containsExactly("waiting");
  }

  @Test
  void an_instance_that_is_removed_can_begin_anew() {
    Step start = start("i");
    write(commit(0, start, new Pending("i/1/0", new Effect.Call("h", Map.of(), false))));
    store().remove("i");
    opened = reopen(store());
    assertThat(load("i")).isNull();
    assertThat(write(commit(0, start))).isEqualTo(Committed.DONE);
    assertThat(stored("i").pending()).isEmpty();
    store().remove("nobody");
    store().settle("nobody", Set.of("x"));
  }

  @Test
  void of_many_commits_that_expect_the_same_revision_one_is_done() throws InterruptedException {
    Step start = start("i");
    write(commit(0, start));
    Snapshot snapshot = start.snapshot();
    for (long revision = 1; revision <= 50; revision++) {
      Step next = step(snapshot, "Add");
      Commit same = commit(revision, next);
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
      snapshot = next.snapshot();
    }
    assertThat(stored("i").revision()).isEqualTo(51);
    assertThat(stored("i").snapshot().data().get("n")).isEqualTo(50L);
  }
}
