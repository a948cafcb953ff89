package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.policy.spi.Policy;
import dev.statute.runtime.RuntimeTestCharts.ListenerLog;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import dev.statute.store.ForwardingInstanceStore;
import dev.statute.store.MemoryStore;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Start, end and lease of an engine, when something fails or is under way. */
@Timeout(60)
class EngineLifecycleTest {
  private static final Chart CALLER =
      RuntimeTestCharts.chart(
          """
          chart: caller
          states:
            a: { on: { Go: { do: [ { call: work } ] } } }
          """);

  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore();
  private final ListenerLog log = new ListenerLog();

  private EngineBuilder builder() {
    return Engine.builder()
        .clock(clock)
        .sameThread()
        .store(store)
        .chart(RuntimeTestCharts.counter())
        .chart(CALLER);
  }

  private static Input add(String id) {
    return new Input.Event("Add", null, id);
  }

  @Test
  void a_step_whose_commit_is_under_way_ends_before_the_engine_does() throws InterruptedException {
    CountDownLatch committing = new CountDownLatch(1);
    CompletableFuture<Boolean> write = new CompletableFuture<>();
    ForwardingInstanceStore slow =
        new ForwardingInstanceStore(store) {
          @Override
          public CompletionStage<Committed> commit(Commit commit) {
            if (commit.expected() == 0) {
              return super.commit(commit);
            }
            committing.countDown();
            return write.thenCompose(then -> super.commit(commit));
          }
        };
    Engine engine =
        Engine.builder().store(slow).listener(log).chart(RuntimeTestCharts.counter()).build();
    engine.spawn("c", "counter").join();
    CompletableFuture<Outcome> sent = engine.instance("c").send("Add");
    committing.await();
    log.clear();
    Thread closing = new Thread(engine::close);
    closing.start();
    while (closing.isAlive() && closing.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    write.complete(true);
    closing.join();
    assertThat(sent.join().kind()).isEqualTo("taken");
    assertThat(log.all()).containsExactly("c taken");
    assertThat(engine.instance("c").ask("Add").code()).isEqualTo("stopped");
  }

  @Test
  void an_input_that_waits_for_the_store_is_rejected_when_the_engine_closes() {
    ForwardingInstanceStore full =
        new ForwardingInstanceStore(store) {
          @Override
          public CompletionStage<Committed> commit(Commit commit) {
            return commit.expected() == 0
                ? super.commit(commit)
                : CompletableFuture.failedFuture(
                    new StoreException("full", "the disk is full", null));
          }
        };
    Engine engine = builder().store(full).build();
    engine.spawn("c", "counter").join();
    engine.instance("c").post(add("e1")).join(); // cannot be handled, and comes first
    CompletableFuture<Outcome> sent = engine.instance("c").send(add("e2"));
    assertThat(sent).isNotDone();
    engine.close();
    assertThat(sent).isDone();
    assertThat(sent.join().code()).isEqualTo("stopped");
  }

  @Test
  void no_handler_starts_after_its_engine_was_closed() {
    List<Call> calls = new ArrayList<>();
    Handler work =
        call -> {
          calls.add(call);
          return Reply.of(1);
        };
    Engine[] engine = new Engine[1];
    engine[0] =
        builder()
            .handler("work", work)
            .listener(
                new Listener() {
                  @Override
                  public void onStep(String instance, Instant at, Step step) {
                    if (step.outcome() instanceof Outcome.Taken) {
                      engine[0].close();
                    }
                  }
                })
            .build();
    engine[0].spawn("a", "caller").join();
    assertThat(engine[0].instance("a").ask("Go").kind()).isEqualTo("taken");
    assertThat(calls).isEmpty();
    try (Engine next = builder().handler("work", work).build()) {
      next.recover();
      assertThat(calls).hasSize(1);
    }
  }

  @Test
  void an_input_that_is_passed_on_while_the_engine_closes_has_an_outcome() {
    Engine[] passing = new Engine[1];
    ForwardingInstanceStore closing =
        new ForwardingInstanceStore(store) {
          @Override
          public Claim claim(
              String id, Worker worker, Instant now, Function<String, @Nullable Chart> charts) {
            Claim claim = super.claim(id, worker, now, charts);
            passing[0].close();
            return claim;
          }
        };
    try (Engine holder = builder().build()) {
      holder.spawn("c", "counter").join();
      passing[0] = builder().store(closing).build();
      CompletableFuture<Outcome> sent = passing[0].instance("c").send(add("e1"));
      assertThat(sent).isDone();
      assertThat(sent.join().code()).isEqualTo("stopped");
    }
  }

  @Test
  void a_result_is_read_although_the_chart_of_its_instance_is_no_longer_registered() {
    try (Engine holder = builder().build();
        Engine other = builder().build()) {
      holder.spawn("c", "counter").join();
      CompletableFuture<Outcome> sent = other.instance("c").send(add("e1"));
      other.retire(RuntimeTestCharts.counter().hash());
      clock.advance(Duration.ofSeconds(3));
      assertThat(sent).isDone();
      assertThat(sent.join().kind()).isEqualTo("taken");
    }
  }

  @Test
  void an_instance_that_cannot_be_read_holds_up_no_result_of_others() {
    List<String> bad = new ArrayList<>();
    ForwardingInstanceStore damaged =
        new ForwardingInstanceStore(store) {
          @Override
          public @Nullable Handled handled(String instance, String event) {
            if (bad.isEmpty()) {
              bad.add(instance);
            }
            if (bad.contains(instance)) {
              throw new StoreException("corrupted", "the row of " + instance + " is damaged", null);
            }
            return super.handled(instance, event);
          }
        };
    try (Engine holder = builder().build();
        Engine other = builder().store(damaged).build()) {
      Map<String, CompletableFuture<Outcome>> sent = new HashMap<>();
      for (String id : List.of("a", "b", "c")) {
        holder.spawn(id, "counter").join();
        sent.put(id, other.instance(id).send(add("e1")));
      }
      clock.advance(Duration.ofSeconds(9));
      assertThat(sent.remove(bad.get(0))).isNotDone();
      assertThat(sent.values()).allMatch(CompletableFuture::isDone);
    }
  }

  @Test
  void an_engine_that_is_not_built_to_the_end_gives_its_name_back() {
    EngineBuilder failing =
        builder()
            .worker("w")
            .onBuilt(
                engine -> {
                  throw new IllegalStateException("no registry");
                });
    assertThatThrownBy(failing::build).hasMessage("no registry");
    assertThat(store.workers()).isEmpty();
    builder().worker("w").build().close();
  }

  @Test
  void a_name_in_use_stays_with_its_engine() {
    try (Engine engine = builder().worker("w").build()) {
      assertThatThrownBy(() -> builder().worker("w").build())
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.code()).isEqualTo("worker-exists"));
      assertThat(store.workers())
          .extracting(each -> each.worker())
          .containsExactly(engine.worker());
    }
  }

  @Test
  void durations_may_be_for_ever() {
    Duration forever = ChronoUnit.FOREVER.getDuration();
    try (Engine engine =
        Engine.builder()
            .clock(clock)
            .store(store)
            .stepLimit(forever)
            .passivate(forever, 10)
            .lease(forever)
            .poll(forever)
            .chart(RuntimeTestCharts.counter())
            .build()) {
      assertThat(engine.spawn("c", "counter").orTimeout(9, TimeUnit.SECONDS).join().kind())
          .isEqualTo("started");
      assertThat(engine.instance("c").ask("Add").kind()).isEqualTo("taken");
    }
  }

  @Test
  @Timeout(60)
  void an_executor_that_is_full_for_a_while_ends_neither_the_lease_nor_the_polls() {
    boolean[] full = new boolean[1];
    try (Engine engine =
            builder()
                .executor(
                    work -> {
                      if (full[0]) {
                        throw new RejectedExecutionException("full");
                      }
                      work.run();
                    })
                .subscriberExecutor(Runnable::run)
                .build();
        Engine other =
            builder().executor(Runnable::run).subscriberExecutor(Runnable::run).build()) {
      engine.spawn("c", "counter").join();
      full[0] = true;
      clock.advance(Duration.ofSeconds(10));
      full[0] = false;
      clock.advance(Duration.ofSeconds(20));
      // what was refused runs on a spare thread, which may be slower than this one
      while (store.workers().stream().anyMatch(each -> !each.until().isAfter(clock.now()))) {
        Thread.onSpinWait();
      }
      CompletableFuture<Outcome> sent = other.instance("c").send(add("e1"));
      while (!sent.isDone()) {
        clock.advance(Duration.ofMillis(100));
      }
      assertThat(store.inspect("c").get("holder")).isEqualTo(engine.worker().name());
    }
  }

  @Test
  void a_clock_that_goes_back_by_an_hour_delays_neither_the_lease_nor_the_polls() {
    ManualClock wall = new ManualClock(Instant.parse("2026-01-01T12:00:00Z"));
    Clock set =
        new Clock() {
          @Override
          public Instant now() {
            return wall.now();
          }

          @Override
          public Alarm alarm(Runnable ring) {
            return wall.alarm(ring);
          }

          @Override
          public Clock steady() {
            return clock;
          }
        };
    try (Engine engine = builder().clock(set).build();
        Engine other = builder().clock(wall).build()) {
      engine.spawn("c", "counter").join();
      wall.jump(wall.now().minus(Duration.ofHours(1)));
      CompletableFuture<Outcome> sent = other.instance("c").send(add("e1"));
      clock.advance(Duration.ofSeconds(20));
      other.recover();
      assertThat(sent).isCompletedWithValueMatching(outcome -> outcome.kind().equals("taken"));
      assertThat(store.workers())
          .filteredOn(each -> each.worker().name().equals(engine.worker().name()))
          .allMatch(each -> each.until().equals(wall.now().plusSeconds(15)));
    }
  }

  @Test
  void a_chart_that_the_store_does_not_take_is_not_registered() {
    boolean[] broken = new boolean[1];
    ForwardingInstanceStore full =
        new ForwardingInstanceStore(store) {
          @Override
          public void saveChart(Chart chart) {
            if (broken[0]) {
              throw new StoreException("full", "the disk is full", null);
            }
            super.saveChart(chart);
          }
        };
    Chart newer = RuntimeTestCharts.chart("chart: counter\nversion: 2\nstates: { s: {} }\n");
    try (Engine engine = builder().store(full).build()) {
      broken[0] = true;
      assertThatThrownBy(() -> engine.register(newer, Policy.NONE)).hasMessage("the disk is full");
      engine.spawn("c", "counter").join();
      assertThat(engine.instance("c").snapshot().chart().version()).isEqualTo(1);
    }
  }

  @Test
  void a_subscriber_may_subscribe_from_within() {
    List<String> seen = new ArrayList<>();
    try (Engine engine = builder().build()) {
      engine.spawn("c", "counter").join();
      engine.instance("c").ask("Next", Map.of("i", 1));
      InstanceHandle counter = engine.instance("c");
      counter.subscribe(
          0,
          event -> {
            seen.add("outer " + event.type());
            counter.subscribe(0, again -> seen.add("inner " + again.type()));
          });
      assertThat(seen).contains("outer counted", "inner counted");
    }
  }
}
