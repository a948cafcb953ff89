package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Proposal;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.runtime.internal.thread.EngineThreads;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.store.ForwardingInstanceStore;
import dev.statute.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Isolation of hanging instances, handlers and listeners. */
@Timeout(60)
class BlockedThreadsTest {
  private static final int MANY = Runtime.getRuntime().availableProcessors() * 2;

  private final ManualClock clock = new ManualClock();
  private final CountDownLatch release = new CountDownLatch(1);
  private final List<String> slow = Collections.synchronizedList(new ArrayList<>());

  private EngineBuilder builder() {
    return Engine.builder()
        .clock(clock)
        .listener(
            new Listener() {
              @Override
              public void onSlowStep(String instance, Duration soFar) {
                slow.add(instance);
              }
            });
  }

  private void hang(CountDownLatch hanging) {
    hanging.countDown();
    waitFor(release);
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(50, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void subscribers_that_block_hold_up_no_instance() throws InterruptedException {
    CountDownLatch hanging = new CountDownLatch(MANY);
    try (Engine engine = builder().chart(RuntimeTestCharts.counter()).build()) {
      engine.spawn("a", "counter").join();
      engine.instance("a").ask("Next", Map.of("i", 1));
      for (int i = 0; i < MANY; i++) {
        engine.instance("a").subscribe(0, event -> hang(hanging));
      }
      await(hanging);
      assertThat(engine.instance("a").ask("Add").kind()).isEqualTo("taken");
      engine.spawn("b", "counter").join();
      assertThat(engine.instance("b").ask("Add").kind()).isEqualTo("taken");
      release.countDown();
    }
  }

  /** Advances the clock until all hanging steps are known: each adds one thread. */
  private void pass(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      clock.advance(Duration.ofSeconds(1));
      Thread.onSpinWait();
    }
  }

  private void others_go_on(Engine engine, CountDownLatch hanging) {
    List<CompletableFuture<Outcome>> stuck =
        IntStream.range(0, MANY).mapToObj(i -> engine.instance("slow-" + i).send("Add")).toList();
    pass(hanging);
    CompletableFuture<?> other = engine.instance("other").send("Add");
    List<String> names = IntStream.range(0, MANY).mapToObj(i -> "slow-" + i).toList();
    while (!other.isDone()
        || !slow.containsAll(names)
        || !engine.slowSteps().keySet().containsAll(names)) {
      clock.advance(Duration.ofSeconds(1));
      Thread.onSpinWait();
    }
    assertThat(other.isCompletedExceptionally()).isFalse();
    assertThat(stuck).noneMatch(CompletableFuture::isDone);
    release.countDown();
    stuck.forEach(CompletableFuture::join);
    assertThat(engine.instance("slow-0").ask("Add").kind()).isEqualTo("taken");
  }

  private void spawnAll(Engine engine) {
    for (int i = 0; i < MANY; i++) {
      engine.spawn("slow-" + i, "counter").join();
    }
    engine.spawn("other", "counter").join();
  }

  @Test
  void policies_that_hang_are_named_and_others_go_on() {
    CountDownLatch hanging = new CountDownLatch(MANY);
    Policy policy =
        new Policy() {
          @Override
          public boolean mayMatch(Proposal proposal) {
            if (proposal.instance().id().startsWith("slow") && !proposal.event().isEmpty()) {
              hang(hanging);
            }
            return false;
          }

          @Override
          public RuleVerdicts judge(Question question) {
            return RuleVerdicts.NONE;
          }
        };
    try (Engine engine = builder().chart(RuntimeTestCharts.counter(), policy).build()) {
      spawnAll(engine);
      others_go_on(engine, hanging);
    }
  }

  @Test
  void listeners_that_block_are_named_and_others_go_on() {
    CountDownLatch hanging = new CountDownLatch(MANY);
    Listener blocking =
        new Listener() {
          @Override
          public void onStep(String instance, Instant at, Step step) {
            if (instance.startsWith("slow") && step.outcome().kind().equals("taken")) {
              hang(hanging);
            }
          }
        };
    try (Engine engine = builder().chart(RuntimeTestCharts.counter()).listener(blocking).build()) {
      spawnAll(engine);
      others_go_on(engine, hanging);
    }
  }

  @Test
  void closing_from_a_listener_a_handler_or_a_subscriber_returns() throws InterruptedException {
    for (String place : List.of("listener", "handler", "subscriber")) {
      CountDownLatch closed = new CountDownLatch(1);
      Engine[] built = new Engine[1];
      Runnable close =
          () -> {
            built[0].close();
            closed.countDown();
          };
      Engine engine =
          Engine.builder()
              .chart(
                  RuntimeTestCharts.chart(
                      """
                      chart: c
                      states:
                        a: { on: { Go: { do: [ { emit: { here: {} } }, { call: shut } ] } } }
                      """))
              .handler(
                  "shut",
                  call -> {
                    if (place.equals("handler")) {
                      close.run();
                    }
                    return Reply.of(1);
                  })
              .listener(
                  new Listener() {
                    @Override
                    public void onEmit(String instance, String type, Map<String, ?> data) {
                      if (place.equals("listener")) {
                        close.run();
                      }
                    }
                  })
              .build();
      built[0] = engine;
      engine.spawn("i", "c").join();
      if (place.equals("subscriber")) {
        engine
            .instance("i")
            .subscribe(
                0,
                event -> {
                  if (event.type().equals("here")) {
                    close.run();
                  }
                });
      }
      engine.instance("i").send("Go");
      assertThat(closed.await(9, TimeUnit.SECONDS)).as(place).isTrue();
    }
  }

  @Test
  void what_waits_for_a_post_holds_up_no_thread_of_the_store() throws InterruptedException {
    CountDownLatch hanging = new CountDownLatch(1);
    CountDownLatch waiting = new CountDownLatch(1);
    ExecutorService writer = Executors.newSingleThreadExecutor();
    ForwardingInstanceStore store =
        new ForwardingInstanceStore(new MemoryStore()) {
          @Override
          public CompletionStage<Accepted> accept(Entry entry) {
            return CompletableFuture.supplyAsync(
                () -> {
                  waitFor(waiting);
                  return super.accept(entry).toCompletableFuture().join();
                },
                writer);
          }
        };
    try (Engine engine = builder().store(store).chart(RuntimeTestCharts.counter()).build()) {
      engine.spawn("a", "counter").join();
      InstanceHandle a = engine.instance("a");
      var unused = a.post(new Input.Event("Add", null, "one")).thenRun(() -> hang(hanging));
      waiting.countDown();
      await(hanging);
      assertThat(a.post(new Input.Event("Add", null, "two")).join().isNew()).isTrue();
      release.countDown();
    } finally {
      writer.shutdown();
    }
  }

  /** An unbounded pool creates as many threads as there are calls, up to the machine's limit. */
  @Test
  void a_thousand_instances_that_call_at_once_all_answer_with_few_threads()
      throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1_000);
    Set<String> threads = ConcurrentHashMap.newKeySet();
    Listener counting =
        new Listener() {
          @Override
          public void onFinished(String instance, Snapshot snapshot) {
            done.countDown();
          }
        };
    try (Engine engine =
        Engine.builder()
            .listener(counting)
            .chart(
                RuntimeTestCharts.chart(
                    """
                    chart: caller
                    states:
                      new: { on: { Go: asking } }
                      asking: { entry: [ { call: work } ], on: { done.call.work: done } }
                      done: { final: true }
                    """))
            .handler(
                "work",
                call -> {
                  threads.add(Thread.currentThread().getName());
                  hang(new CountDownLatch(0));
                  return Reply.of(1);
                })
            .build()) {
      for (int i = 0; i < 1_000; i++) {
        engine.spawn("i" + i, "caller");
        engine.instance("i" + i).send("Go").join();
      }
      release.countDown();
      await(done);
      assertThat(threads).hasSizeBetween(1, EngineThreads.MAX_HANDLER_THREADS);
    }
  }
}
