package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.policy.Proposal;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.runtime.RuntimeTestCharts.ListenerLog;
import dev.statute.runtime.internal.thread.SameThreadExecutor;
import dev.statute.step.Chart;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.Doorbell;
import dev.statute.store.ForwardingInstanceStore;
import dev.statute.store.InstanceAdministration.ChartUse;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.LocalDoorbell;
import dev.statute.store.MemoryStore;
import dev.statute.store.StoreException;
import dev.statute.store.StreamEvent;
import dev.statute.store.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guarantees of an engine for instances in a store. */
class DurableEngineTest {
  private static final Chart JOBS =
      RuntimeTestCharts.chart(
          """
          chart: jobs
          data: { got: null, error: null }
          states:
            idle: { on: { Ask: asking, Work: working, Child: parent, End: over } }
            asking:
              entry: [ { call: { handler: price } } ]
              on: { done.call.price: { to: idle, do: [ { assign: { got: event.value } } ] } }
            working:
              invoke: { task: slow, id: slow, timeout: 10s }
              on: { error.invoke.slow: { to: idle, do: [ { assign: { error: event.code } } ] } }
            parent:
              invoke: { chart: child, id: kid, timeout: 1h }
              on: { Leave: idle, error.invoke.kid: idle, done.invoke.kid: idle }
            over: { final: true }
          """);
  private static final Chart CHILD =
      RuntimeTestCharts.chart(
          """
          chart: child
          states:
            working: { exit: [ { emit: { cleaned: {} } } ], on: { Finish: done } }
            done: { final: true }
          """);

  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore();
  private final ListenerLog log = new ListenerLog();
  private final List<Call> calls = new ArrayList<>();

  private EngineBuilder builder() {
    return Engine.builder()
        .clock(clock)
        .sameThread()
        .store(store)
        .listener(log)
        .chart(RuntimeTestCharts.counter())
        .chart(JOBS)
        .chart(CHILD)
        .asyncHandler("price", this::never)
        .asyncHandler("slow", this::never);
  }

  private CompletableFuture<Reply> never(Call call) {
    calls.add(call);
    return new CompletableFuture<>();
  }

  private static Input add(String id) {
    return new Input.Event("Next", Map.of("i", 1L), id);
  }

  private Object count(String id) {
    Map<String, ?> all = store.inspect(id);
    return all == null
        ? "nothing"
        : ((Map<?, ?>) ((Map<?, ?>) all.get("snapshot")).get("data")).get("n");
  }

  // inputs

  @Test
  void an_input_that_is_posted_is_accepted_once_and_handled_once() {
    Engine engine = builder().build();
    engine.spawn("c", "counter");
    InstanceHandle c = engine.instance("c");
    assertThat(c.post(add("e1")).join()).isEqualTo(new Accepted(true, null));
    Handled how = new Handled("e1", "taken", null, null);
    assertThat(c.handled("e1")).isEqualTo(how);
    assertThat(c.post(add("e1")).join()).isEqualTo(new Accepted(false, how));
    assertThat(c.ask(add("e1")).kind()).isEqualTo("duplicate");
    assertThat(c.ask(add("e2")).kind()).isEqualTo("taken");
    assertThat(c.post(add("e2")).join().isNew()).isFalse();
    assertThat(count("c")).isEqualTo(2L);
    assertThat(c.handled("e3")).isNull();
    assertThatThrownBy(() -> c.post(new Input.Event("Add")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs an id");
  }

  @Test
  void an_id_is_one_event_however_many_came_between() {
    Engine engine = builder().build();
    engine.spawn("c", "counter");
    InstanceHandle c = engine.instance("c");
    for (int n = 0; n < 200; n++) {
      c.ask(add("e" + n));
    }
    assertThat(c.ask(add("e0")).kind()).isEqualTo("duplicate");
    assertThat(count("c")).isEqualTo(200L);
  }

  /** Returns a store that loses settlements, as if the process died before each. */
  private InstanceStore forgetful() {
    return new ForwardingInstanceStore(store) {
      @Override
      public void settle(String id, Set<String> keys) {
        throw new StoreException("unreachable", "the process dies before it says so", null);
      }
    };
  }

  @ParameterizedTest(name = "old rows dropped: {0}")
  @ValueSource(booleans = {false, true})
  void what_is_sent_again_is_the_same_event_however_many_came_between(boolean isPruned) {
    Chart sender =
        RuntimeTestCharts.chart(
            """
            chart: sender
            states: { on: { on: { Go: { do: [ { send: { event: Next, to: c, data: { i: event.i } } } ] } } } }
            """);
    Engine first = builder().chart(sender).store(forgetful()).build();
    first.spawn("c", "counter");
    first.spawn("s", "sender");
    first.instance("s").ask(new Input.Event("Go", Map.of("i", 7L)));
    assertThat(count("c")).isEqualTo(1L);
    for (int n = 0; n < 100; n++) {
      first.instance("c").ask(add("e" + n));
    }
    first.close();
    if (isPruned) {
      assertThat(store.prune(clock.now().plusSeconds(1)).inbox()).isEqualTo(100);
    }

    Engine second = builder().chart(sender).build();
    clock.advance(Duration.ofSeconds(1));
    assertThat(count("c")).as("handled once").isEqualTo(101L);
    assertThat(store.list(Filter.all(9)))
        .as("it has arrived, and need not be sent any more")
        .allSatisfy(each -> assertThat(each.owing()).isZero());
    second.instance("s").ask(new Input.Event("Go", Map.of("i", 8L)));
    assertThat(count("c")).as("what comes after it is not held up").isEqualTo(102L);
    assertThat(store.prune(clock.now().plusSeconds(1)).inbox()).isEqualTo(isPruned ? 2 : 102);
  }

  @ParameterizedTest(name = "old rows dropped: {0}")
  @ValueSource(booleans = {false, true})
  void the_final_answer_of_a_child_arrives_once_even_in_charts_that_accept_it_late(
      boolean isPruned) {
    Chart parent =
        RuntimeTestCharts.chart(
            """
            chart: parent
            on_error: drop
            data: { n: 0 }
            states:
              on:
                invoke: { chart: child, id: kid }
                on:
                  Next: {}
                  done.invoke.kid: { do: [ { assign: { n: data.n + 1 } } ] }
            """);
    Engine first = builder().chart(parent).store(forgetful()).build();
    first.spawn("p", "parent");
    first.instance("p/kid#1").ask("Finish");
    assertThat(count("p")).isEqualTo(1L);
    for (int n = 0; n < 100; n++) {
      first.instance("p").ask(new Input.Event("Next", Map.of(), "e" + n));
    }
    first.close();
    if (isPruned) {
      store.prune(clock.now().plusSeconds(1));
    }
    builder().chart(parent).build();
    clock.advance(Duration.ofSeconds(1));
    assertThat(count("p")).as("heard once").isEqualTo(1L);
    assertThat(store.list(Filter.all(9)))
        .as("it has arrived, and need not be said any more")
        .allSatisfy(each -> assertThat(each.owing()).isZero());
  }

  @Test
  void a_store_that_fails_where_it_is_asked_what_was_handled_sets_nothing_aside() {
    boolean[] fails = {false, false};
    InstanceStore failing =
        new ForwardingInstanceStore(store) {
          @Override
          public CompletionStage<Committed> commit(Commit commit) {
            return fails[0]
                ? CompletableFuture.completedFuture(Committed.LOST)
                : super.commit(commit);
          }

          @Override
          public @Nullable Handled handled(String instance, String event) {
            if (fails[1]) {
              throw new StoreException("unreachable", "the store does not answer", null);
            }
            return super.handled(instance, event);
          }
        };
    Engine engine = builder().store(failing).parkAfter(1).build();
    engine.spawn("c", "counter");
    fails[0] = true;
    fails[1] = true;
    Outcome outcome = engine.instance("c").ask(add("e1"));
    assertThat(outcome.code()).isEqualTo("store");
    assertThat(outcome.message())
        .isEqualTo("the step could not be made: the store does not answer");
    fails[0] = false;
    fails[1] = false;
    clock.advance(Duration.ofSeconds(5));
    assertThat(engine.instance("c").ask(add("e1")).kind()).isEqualTo("taken");
    assertThat(count("c")).isEqualTo(1L);
  }

  @Test
  void what_is_posted_before_there_is_an_instance_is_handled_when_it_begins() {
    Engine engine = builder().build();
    engine.instance("c").post(add("e1")).join();
    engine.instance("c").post(add("e2")).join();
    assertThat(engine.instance("c").handled("e1")).isNull();
    engine.spawn("c", "counter");
    assertThat(count("c")).isEqualTo(2L);
    assertThat(engine.instance("c").handled("e2")).isNotNull();
  }

  @Test
  void what_was_accepted_when_the_process_died_is_handled_by_the_next_one_in_order() {
    Engine first = builder().build();
    first.spawn("c", "counter");
    first.close();
    for (int n = 0; n < 600; n++) {
      Input input = new Input.Event("Next", Map.of("i", (long) n), "e" + n);
      store.accept(new InstanceStore.Entry("c", "e" + n, input, clock.now()));
    }
    builder().build();
    List<Object> order = new ArrayList<>();
    for (StreamEvent event : store.events("c", 0, 1000)) {
      order.add(event.data().get("i"));
    }
    List<Object> expected = new ArrayList<>();
    for (long n = 0; n < 600; n++) {
      expected.add(n);
    }
    assertThat(order).isEqualTo(expected);
  }

  // keys, deadlines, children

  @Test
  void an_ended_instance_starts_anew_on_any_worker_also_after_a_late_event_on_another() {
    try (Engine one = builder().build();
        Engine two = builder().build()) {
      one.spawn("j", "jobs").join();
      one.instance("j").ask("End");
      assertThat(one.instance("j").ask("Work").code()).isEqualTo("finished");
      assertThat(two.spawn("j", "jobs").join().kind()).isEqualTo("started");
      assertThat(one.spawn("j", "jobs").join().code()).isEqualTo("exists");
    }
  }

  @Test
  void a_key_is_never_used_again_not_even_in_another_life_of_the_id() {
    Engine engine = builder().build();
    for (int life = 0; life < 3; life++) {
      engine.spawn("j", "jobs").join();
      engine.instance("j").ask("Ask");
      engine.forget("j").join();
    }
    engine.spawn("j", "jobs").join();
    engine.instance("j").ask("Ask");
    assertThat(calls).extracting(Call::key).doesNotHaveDuplicates().hasSize(4);
  }

  @Test
  void a_late_answer_changes_nothing_and_is_reported_to_listeners() {
    List<String> late = new ArrayList<>();
    Engine engine =
        builder()
            .listener(
                new Listener() {
                  @Override
                  public void onLateAnswer(String instance, String key, String event) {
                    late.add(instance + " " + key + " " + event);
                  }
                })
            .build();
    engine.spawn("j", "jobs").join();
    engine.instance("j").ask("Ask");
    String key = calls.get(0).key();
    Input answer = new Input.Event("done.call.price", Map.of("value", 5L), key);
    assertThat(engine.instance("j").ask(answer).kind()).isEqualTo("taken");
    engine.instance("j").ask("Ask");
    Snapshot before = engine.instance("j").snapshot();
    assertThat(engine.instance("j").ask(answer).kind()).isEqualTo("duplicate");
    assertThat(engine.instance("j").post(answer).join().isNew()).isTrue();
    assertThat(engine.instance("j").snapshot()).isSameAs(before);
    assertThat(late)
        .containsExactly("j " + key + " done.call.price", "j " + key + " done.call.price");
  }

  @Test
  void a_deadline_counts_from_the_commit_over_restarts() {
    Engine first = builder().build();
    first.spawn("j", "jobs").join();
    first.instance("j").ask("Work");
    clock.advance(Duration.ofSeconds(6));
    first.close();
    Engine second = builder().build();
    clock.advance(Duration.ofSeconds(3));
    assertThat(second.instance("j").snapshot().configuration()).containsExactly("working");
    clock.advance(Duration.ofSeconds(1));
    assertThat(second.instance("j").snapshot().data().get("error")).isEqualTo("timeout");
    second.instance("j").ask("Work");
    second.close();
    clock.advance(Duration.ofDays(1));
    int before = calls.size();
    Engine third = builder().build();
    assertThat(third.instance("j").snapshot().configuration()).containsExactly("idle");
    assertThat(calls).as("it was too late to begin").hasSize(before);
  }

  @Test
  void a_child_of_a_left_state_is_ended_properly_even_after_a_crash_in_between() {
    boolean[] dying = {false};
    InstanceStore dies =
        new ForwardingInstanceStore(store) {
          @Override
          public CompletionStage<Committed> commit(Commit commit) {
            return dying[0] && commit.id().startsWith("j/")
                ? CompletableFuture.failedFuture(new StoreException("unreachable", "gone", null))
                : super.commit(commit);
          }
        };
    Engine first = builder().store(dies).build();
    first.spawn("j", "jobs").join();
    first.instance("j").ask("Child");
    String child = store.list(Filter.all(10)).get(1).id();
    dying[0] = true;
    first.instance("j").ask("Leave");
    first.close();
    assertThat(store.list(Filter.all(10)).get(1).status()).isEqualTo(Status.LIVE);
    builder().build();
    assertThat(store.list(Filter.all(10)).get(1).status()).isEqualTo(Status.DONE);
    assertThat(store.events(child, 0, 10))
        .extracting(StreamEvent::type)
        .containsExactly("cleaned", "state_changed", "finished");
    assertThat(store.list(Filter.all(10))).extracting(InstanceSummary::owing).containsOnly(0);
  }

  @Test
  void a_cancellation_by_an_earlier_life_of_the_parent_does_not_end_a_child() {
    List<String> keys = new ArrayList<>();
    InstanceStore watched =
        new ForwardingInstanceStore(store) {
          @Override
          public CompletionStage<Committed> commit(Commit commit) {
            commit.effects().stream()
                .filter(pending -> pending.effect() instanceof Effect.CancelInvoke)
                .forEach(pending -> keys.add(pending.key()));
            return super.commit(commit);
          }
        };
    Engine engine = builder().store(watched).build();
    String child = "j/kid#2";
    engine.spawn("j", "jobs").join();
    engine.instance("j").ask("Child");
    engine.instance("j").ask("Leave");
    engine.forget(child).join();
    engine.forget("j").join();
    engine.spawn("j", "jobs").join();
    engine.instance("j").ask("Child");
    assertThat(store.list(Filter.all(10))).extracting(InstanceSummary::id).contains(child);
    assertThat(keys).hasSize(1);
    Input late = new Input.Event("#cancel", null, keys.get(0));
    store.accept(new Entry(child, keys.get(0), late, clock.now()));
    engine.close();
    Engine next = builder().store(watched).build();
    assertThat(next.instance(child).handled(keys.get(0)).outcome()).isEqualTo("duplicate");
    assertThat(next.instance(child).snapshot().configuration()).containsExactly("working");
    next.instance("j").ask("Leave");
    assertThat(keys).hasSize(2);
    assertThat(next.instance(child).snapshot().isDone()).as("its own life's word").isTrue();
  }

  // many workers

  @Test
  void a_child_that_answered_is_not_begun_again_when_retention_takes_it_at_that_moment() {
    Engine one = builder().build();
    one.spawn("p", "jobs");
    one.instance("p").ask("Child");
    store.park("p", "by hand");
    one.instance("p/kid#2").ask("Finish");
    one.close();
    assertThat(store.readInbox("p", 9)).as("the answer").hasSize(1);
    store.retry("p");
    InstanceStore pruned =
        new ForwardingInstanceStore(store) {
          @Override
          public CompletionStage<Committed> commit(Commit commit) {
            CompletionStage<Committed> done = super.commit(commit);
            if (!commit.settled().isEmpty()) {
              assertThat(prune(clock.now().plusSeconds(1)).instances()).isEqualTo(1);
            }
            return done;
          }
        };
    Engine two = builder().store(pruned).build();
    clock.advance(Duration.ofSeconds(2));
    assertThat(two.instance("p").snapshot().configuration()).containsExactly("idle");
    assertThat(store.list(Filter.all(9))).extracting(InstanceSummary::id).containsExactly("p");
  }

  @Test
  void an_answer_unknown_to_a_fenced_engine_reaches_the_present_holder() {
    Engine one = builder().build();
    one.spawn("p", "jobs");
    takeAway("p");
    Engine two = builder().build();
    two.instance("p").ask("Child");
    takeAway("p/kid#2");
    one.instance("p/kid#2").ask("Finish"); // and one engine still assumes that it holds the parent
    clock.advance(Duration.ofSeconds(2));
    assertThat(two.instance("p").snapshot().configuration()).containsExactly("idle");
  }

  /** Moves the lease to another worker without a notification. */
  private void takeAway(String id) {
    assertThat(store.park(id, "by hand")).isTrue();
    assertThat(store.retry(id)).isTrue();
  }

  @Test
  void repeated_lost_commits_are_reported_to_the_sender() {
    boolean[] overtaken = {false};
    InstanceStore contested =
        new ForwardingInstanceStore(store) {
          @Override
          public CompletionStage<Committed> commit(Commit commit) {
            return overtaken[0]
                ? CompletableFuture.completedFuture(Committed.LOST)
                : super.commit(commit);
          }
        };
    Engine engine = builder().store(contested).build();
    engine.spawn("c", "counter");
    overtaken[0] = true;
    Outcome outcome = engine.instance("c").ask(add("e1"));
    assertThat(outcome.code()).isEqualTo("fenced");
    assertThat(outcome.message()).isEqualTo("the instance was changed by somebody else; try again");
    overtaken[0] = false;
    assertThat(engine.instance("c").ask(add("e1")).kind()).isEqualTo("taken");
    assertThat(count("c")).isEqualTo(1L);
  }

  @Test
  void a_worker_that_stands_still_is_taken_over_after_its_lease_and_fenced_when_it_goes_on() {
    int[] lost = {0};
    InstanceStore counting =
        new ForwardingInstanceStore(store) {
          @Override
          public CompletionStage<Committed> commit(Commit commit) {
            return super.commit(commit)
                .thenApply(
                    result -> {
                      lost[0] += result == Committed.LOST ? 1 : 0;
                      return result;
                    });
          }
        };
    ManualClock stopped = new ManualClock();
    Engine zombie = builder().clock(stopped).store(counting).build();
    zombie.spawn("c", "counter");
    Engine other = builder().lease(Duration.ofSeconds(15)).build();
    CompletableFuture<?> outcome = other.instance("c").send(add("e1"));
    clock.advance(Duration.ofSeconds(14));
    assertThat(outcome).isNotDone();
    clock.advance(Duration.ofSeconds(3)); // to its end, and to the next poll
    assertThat(outcome).isDone();
    assertThat(count("c")).isEqualTo(1L);
    assertThat(other.instance("c").ask(add("e2")).kind()).isEqualTo("taken");
    log.clear();
    CompletableFuture<?> late = zombie.instance("c").send(add("e3"));
    assertThat(lost[0]).as("writes that were fenced").isEqualTo(1);
    clock.advance(Duration.ofSeconds(2));
    stopped.advance(Duration.ofSeconds(2));
    assertThat(late).isDone();
    assertThat(count("c")).isEqualTo(3L);
  }

  @Test
  void without_any_ring_all_work_is_done_within_a_poll_period() {
    Engine one = builder().poll(Duration.ofSeconds(1)).build();
    Engine two = builder().poll(Duration.ofSeconds(1)).build();
    one.spawn("c", "counter");
    CompletableFuture<?> outcome = two.instance("c").send("Add");
    two.instance("c").post(add("e1")).join();
    assertThat(outcome).isNotDone();
    clock.advance(Duration.ofMillis(1250));
    assertThat(count("c")).isEqualTo(2L);
    clock.advance(Duration.ofMillis(1250));
    assertThat(outcome).isDone();
  }

  @Test
  void every_ring_a_thousand_times_changes_nothing() {
    Doorbell bell = new LocalDoorbell(SameThreadExecutor.INSTANCE);
    Doorbell repeating =
        new Doorbell() {
          @Override
          public void ring(String topic) {
            for (int i = 0; i < 1000; i++) {
              bell.ring(topic);
            }
          }

          @Override
          public dev.statute.store.Subscription listen(java.util.function.Consumer<String> onRing) {
            return bell.listen(
                topic -> {
                  for (int i = 0; i < 1000; i++) {
                    onRing.accept(topic);
                  }
                });
          }
        };
    Engine one = builder().doorbell(repeating).build();
    Engine two = builder().doorbell(repeating).build();
    one.spawn("c", "counter");
    assertThat(two.instance("c").ask("Add").kind()).isEqualTo("taken");
    two.instance("c").post(add("e1")).join();
    assertThat(count("c")).isEqualTo(2L);
    assertThat(store.inspect("c")).containsEntry("revision", 3L);
  }

  @Test
  void a_name_is_of_one_worker_at_a_time() {
    Engine one = builder().worker("ann").build();
    assertThatThrownBy(() -> builder().worker("ann").build())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("'ann' is at work until");
    one.close();
    assertThat(builder().worker("ann").build().worker().name()).isEqualTo("ann");
  }

  @Test
  void the_instances_of_a_process_that_is_known_to_be_dead_are_taken_at_once() {
    String dead = Worker.here("gone").session();
    String[] parts = dead.split("/");
    if (parts.length != 5) {
      return; // unknown on this machine
    }
    Worker gone = new Worker("gone", parts[0] + "/" + parts[1] + "/" + parts[2] + "/1/x");
    store.enlist(gone, clock.now(), clock.now().plusSeconds(3600));
    Engine first = builder().build();
    first.spawn("c", "counter");
    first.close();
    store.claim("c", gone, clock.now(), hash -> RuntimeTestCharts.counter());
    Engine second = builder().build();
    assertThat(second.instance("c").ask("Add").kind()).isEqualTo("taken");
    assertThat(store.workers()).extracting(each -> each.worker().name()).doesNotContain("gone");
  }

  @Test
  void a_timer_fires_once_over_clock_jumps() {
    Chart chart =
        RuntimeTestCharts.chart(
            """
            chart: late
            data: { n: 0 }
            states:
              a: { after: { 10s: b } }
              b: { entry: [ { assign: { n: data.n + 1 } } ] }
            """);
    Engine one = builder().chart(chart).build();
    Engine two = builder().chart(chart).build();
    one.spawn("t", "late");
    clock.jump(clock.now().minusSeconds(3600));
    clock.advance(Duration.ofSeconds(20));
    assertThat(count("t")).isEqualTo(0L);
    clock.jump(Instant.EPOCH.plusSeconds(86_400));
    assertThat(count("t")).isEqualTo(1L);
    clock.jump(Instant.EPOCH);
    clock.advance(Duration.ofSeconds(60));
    assertThat(count("t")).isEqualTo(1L);
    one.close();
    two.close();
  }

  // memory

  @Test
  void a_timer_emits_once_also_when_its_event_is_deferred() {
    Chart busy =
        RuntimeTestCharts.chart(
            """
            chart: busy
            data: { rung: 0 }
            timers: { bell: { in: working, after: 1s, emit: { rang: { at: "'door'" } }, send: Ring } }
            states:
              working: { defer: [ Ring ], on: { Rest: resting } }
              resting: { on: { Ring: { do: [ { assign: { rung: data.rung + 1 } } ] } } }
            """);
    try (Engine engine = builder().chart(busy).build()) {
      engine.spawn("b", "busy").join();
      log.clear();
      clock.advance(Duration.ofSeconds(3));
      assertThat(log.all()).containsExactly("b deferred", "b rang{at=door}");
      assertThat(store.events("b", 0, 9)).extracting(StreamEvent::type).contains("rang");
      engine.instance("b").ask("Rest");
      assertThat(engine.instance("b").snapshot().data()).isEqualTo(Map.of("rung", 1L));
      assertThat(log.all()).filteredOn("b rang{at=door}"::equals).hasSize(1);
    }
  }

  @Test
  void instances_that_were_idle_leave_memory_and_come_back_as_if_they_had_not() {
    Engine engine = builder().passivate(Duration.ofSeconds(30), 10).build();
    for (int n = 0; n < 100; n++) {
      engine.spawn("c" + n, "counter");
    }
    clock.advance(Duration.ofSeconds(3));
    assertThat(held()).as("more are in memory than may be").isLessThanOrEqualTo(10);
    clock.advance(Duration.ofSeconds(32));
    assertThat(held()).isZero();
    assertThat(engine.instance("c7").ask("Add").kind()).isEqualTo("taken");
    assertThat(engine.instance("c7").snapshot().data().get("n")).isEqualTo(1L);
    assertThat(held()).isEqualTo(1);
  }

  private long held() {
    return store.list(Filter.all(1000)).stream().filter(each -> each.holder() != null).count();
  }

  // for operators

  /** Policy that throws, against its contract, while switched on. */
  private static final class Broken implements Policy {
    private boolean breaks = true;

    @Override
    public boolean mayMatch(Proposal proposal) {
      if (breaks) {
        throw new IllegalStateException("broken rules");
      }
      return false;
    }

    @Override
    public RuleVerdicts judge(Question question) {
      return RuleVerdicts.NONE;
    }
  }

  @Test
  void an_event_that_breaks_the_interpreter_again_and_again_sets_its_instance_aside() {
    Broken policy = new Broken();
    Chart chart =
        RuntimeTestCharts.chart(
            """
            chart: poison
            data: { n: 0 }
            states:
              a: { on: { Go: b } }
              b: { on: { Go: a }, entry: [ { assign: { n: data.n + 1 } } ] }
            """);
    List<String> parked = new ArrayList<>();
    Engine engine =
        builder()
            .chart(chart, policy)
            .parkAfter(2)
            .listener(
                new Listener() {
                  @Override
                  public void onParked(String instance, String reason) {
                    parked.add(instance + ": " + reason);
                  }
                })
            .build();
    engine.spawn("p", "poison").join();
    engine.instance("p").post(new Input.Event("Go", null, "e1")).join();
    engine.instance("p").post(new Input.Event("Go", null, "e2")).join();
    String reason = "the interpreter broke 2 times: java.lang.IllegalStateException: broken rules";
    assertThat(parked).containsExactly("p: " + reason);
    InstanceSummary listed = store.list(new Filter(List.of(Status.PARKED), null, "", 10)).get(0);
    assertThat(listed.reason()).isEqualTo(reason);
    assertThat(listed.waiting()).isEqualTo(2);
    assertThat(engine.instance("p").ask("Go").code()).isEqualTo("parked");
    policy.breaks = false;
    assertThat(engine.retry("p")).isTrue();
    assertThat(count("p")).isEqualTo(1L);
    assertThat(store.list(Filter.all(10)).get(0).configuration()).containsExactly("a");
    assertThat(engine.retry("p")).isFalse();
  }

  @Test
  void a_repeatedly_refused_commit_without_a_change_parks_the_instance() {
    InstanceStore refusing =
        new ForwardingInstanceStore(store) {
          @Override
          public CompletionStage<Committed> commit(Commit commit) {
            return commit.handled().isEmpty()
                ? super.commit(commit)
                : CompletableFuture.completedStage(Committed.LOST);
          }
        };
    Engine engine = builder().store(refusing).build();
    engine.spawn("c", "counter").join();
    engine.instance("c").post(add("e1")).join();
    InstanceSummary listed = store.list(Filter.all(10)).get(0);
    assertThat(listed.status()).isEqualTo(Status.PARKED);
    assertThat(listed.reason())
        .isEqualTo(
            "the store refused the same commit 4 times though nobody else changed the instance;"
                + " it deals with event 'e1'");
    assertThat(listed.waiting()).isEqualTo(1);
  }

  @Test
  void a_parked_instance_handles_nothing_wherever_it_is() {
    Doorbell bell = new LocalDoorbell(SameThreadExecutor.INSTANCE);
    Engine one = builder().doorbell(bell).build();
    Engine two = builder().doorbell(bell).build();
    one.spawn("c", "counter");
    assertThat(two.park("c", "to look at it")).isTrue();
    assertThat(one.instance("c").ask("Add").message())
        .isEqualTo("instance 'c' is set aside: to look at it");
    one.instance("c").post(add("e1")).join();
    assertThat(count("c")).isEqualTo(0L);
    assertThat(two.retry("c")).isTrue();
    assertThat(count("c")).isEqualTo(1L);
    assertThat(two.park("nobody", "")).isFalse();
  }

  @Test
  void instances_of_a_chart_that_is_not_registered_are_reported_and_the_others_go_on() {
    Engine first = builder().build();
    first.spawn("c", "counter");
    first.spawn("j", "jobs");
    first.instance("c").ask("Add");
    first.close();
    Engine second = Engine.builder().clock(clock).sameThread().store(store).chart(JOBS).build();
    assertThat(second.unknownCharts())
        .containsExactly(new ChartUse("counter", 1, RuntimeTestCharts.counter().hash(), 1, 1));
    second.instance("c").post(add("e1")).join();
    assertThat(second.instance("c").ask("Add").code()).isEqualTo("unknown-chart");
    assertThat(second.instance("c").ask("Add").message())
        .contains("'c'", "counter 1", RuntimeTestCharts.counter().hash());
    assertThat(second.instance("j").ask("Work").kind()).isEqualTo("taken");
    second.register(RuntimeTestCharts.counter(), Policy.NONE);
    clock.advance(Duration.ofSeconds(2));
    assertThat(count("c")).isEqualTo(2L);
    assertThat(second.unknownCharts()).isEmpty();
  }

  // the stream

  @Test
  void a_subscriber_goes_on_after_its_number_in_another_process_and_in_the_next_life() {
    List<Long> seen = new ArrayList<>();
    Engine first = builder().build();
    first.spawn("c", "counter");
    first.instance("c").subscribe(0, event -> seen.add(event.number()));
    first.instance("c").ask(add("e1"));
    first.close();
    Engine second = builder().build();
    second.instance("c").ask(add("e2"));
    second.instance("c").subscribe(seen.get(seen.size() - 1), event -> seen.add(event.number()));
    second.instance("c").ask("End");
    second.spawn("c", "counter");
    second.instance("c").ask(add("e3"));
    List<Long> all = store.events("c", 0, 100).stream().map(StreamEvent::number).toList();
    assertThat(seen).isEqualTo(all).hasSizeGreaterThan(4);
    for (int n = 0; n < all.size(); n++) {
      assertThat(all.get(n)).isEqualTo(n + 1);
    }
  }

  @Test
  void a_subscriber_receives_events_of_an_instance_of_another_engine() {
    List<Long> seen = new ArrayList<>();
    Engine one = builder().build();
    Engine two = builder().build();
    one.spawn("c", "counter");
    two.instance("c").subscribe(0, event -> seen.add(event.number()));
    one.instance("c").ask(add("e1"));
    clock.advance(Duration.ofMillis(1250));
    assertThat(seen).containsExactly(1L);
  }
}
