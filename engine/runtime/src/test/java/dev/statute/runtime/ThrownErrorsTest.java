package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.statute.policy.Proposal;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.step.Chart;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import dev.statute.store.Doorbell;
import dev.statute.store.ForwardingInstanceStore;
import dev.statute.store.MemoryStore;
import dev.statute.store.StreamEvent;
import dev.statute.store.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Errors thrown by external code, including {@link Error}s: the sender gets an outcome, and work
 * continues.
 */
class ThrownErrorsTest {
  private final ManualClock clock = new ManualClock();

  static List<Throwable> errors() {
    return List.of(
        new OutOfMemoryError("no heap"),
        new StackOverflowError("deep"),
        new NoClassDefFoundError("gone"),
        new AssertionError("wrong"),
        new IllegalStateException("no"));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable, T> T raise(Throwable thrown) throws E {
    throw (E) thrown;
  }

  private static <T> T fail(Throwable thrown) {
    return ThrownErrorsTest.<RuntimeException, T>raise(thrown);
  }

  private EngineBuilder builder() {
    return Engine.builder().clock(clock).sameThread();
  }

  /** Throws a configured number of times. */
  private static final class ThrowingCode {
    private final Throwable thrown;
    private volatile int armed;

    ThrowingCode(Throwable thrown) {
      this.thrown = thrown;
    }

    void spring() {
      if (armed > 0) {
        armed--;
        fail(thrown);
      }
    }
  }

  private static List<String> ask(Engine engine, String... ids) {
    List<String> kinds = new ArrayList<>();
    for (String id : ids) {
      kinds.add(
          engine
              .instance(id)
              .send("Add")
              .getNow(new Outcome.Deferred(List.of(), List.of()))
              .kind());
    }
    return kinds;
  }

  @ParameterizedTest
  @MethodSource("errors")
  void an_executor_of_steps(Throwable thrown) throws Exception {
    ThrowingCode executor = new ThrowingCode(thrown);
    Map<String, CompletableFuture<String>> reached = new ConcurrentHashMap<>();
    try (Engine engine =
        Engine.builder()
            .clock(clock)
            .chart(
                RuntimeTestCharts.chart(
                    """
                    chart: caller
                    initial: a
                    states:
                      a: { on: { Go: b } }
                      b: { invoke: { id: i, task: work }, on: { done.invoke.i: c } }
                      c: { after: { 1m: d } }
                      d: {}
                    """))
            .handler("work", call -> Reply.of(null))
            .listener(
                new Listener() {
                  @Override
                  public void onStateChanged(
                      String instance, String from, String to, @Nullable String reason) {
                    executor.armed = 1; // the next run of the instance finds no thread
                    reached.computeIfAbsent(to, state -> new CompletableFuture<>()).complete(to);
                  }
                })
            .executor(
                work -> {
                  executor.spring();
                  work.run();
                })
            .build()) {
      engine.spawn("c", "caller").get(30, TimeUnit.SECONDS);
      executor.armed = 1;
      Outcome outcome = engine.instance("c").send("Go").get(30, TimeUnit.SECONDS);
      assertThat(outcome.kind()).isEqualTo("taken");
      await(reached, "c");
      executor.armed = 1;
      clock.advance(Duration.ofMinutes(1));
      await(reached, "d");
    }
  }

  private static void await(Map<String, CompletableFuture<String>> reached, String state)
      throws Exception {
    String unused =
        reached.computeIfAbsent(state, same -> new CompletableFuture<>()).get(30, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @MethodSource("errors")
  void an_executor_of_handlers(Throwable thrown) {
    ThrowingCode executor = new ThrowingCode(thrown);
    try (Engine engine =
        builder()
            .chart(
                RuntimeTestCharts.chart(
                    """
                    chart: caller
                    initial: a
                    states:
                      a:
                        invoke: { id: i, task: work, retry: { max: 1, backoff: 1s } }
                        on: { done.invoke.i: b }
                      b: {}
                    """))
            .handler("work", call -> Reply.of(null))
            .handlerExecutor(
                work -> {
                  executor.spring();
                  work.run();
                })
            .build()) {
      executor.armed = 1;
      engine.spawn("c", "caller").join();
      clock.advance(Duration.ofSeconds(2));
      assertThat(engine.instance("c").snapshot().configuration()).containsExactly("b");
    }
  }

  @ParameterizedTest
  @MethodSource("errors")
  void a_listener(Throwable thrown) {
    Listener throwing =
        new Listener() {
          @Override
          public void onHandled(String instance, Instant at, List<Step> steps, Duration took) {
            fail(thrown);
          }

          @Override
          public void onStep(String instance, Instant at, Step step) {
            fail(thrown);
          }
        };
    try (Engine engine = builder().chart(RuntimeTestCharts.counter()).listener(throwing).build()) {
      engine.spawn("a", "counter").join();
      assertThat(ask(engine, "a", "a")).containsExactly("taken", "taken");
    }
  }

  @ParameterizedTest
  @MethodSource("errors")
  void a_policy(Throwable thrown) {
    ThrowingCode trap = new ThrowingCode(thrown);
    Policy policy =
        new Policy() {
          @Override
          public boolean mayMatch(Proposal proposal) {
            trap.spring();
            return false;
          }

          @Override
          public RuleVerdicts judge(Question question) {
            return RuleVerdicts.NONE;
          }
        };
    try (Engine engine = builder().chart(RuntimeTestCharts.counter(), policy).build()) {
      engine.spawn("a", "counter").join();
      engine.spawn("b", "counter").join();
      trap.armed = 1;
      assertThat(ask(engine, "a", "a", "b")).containsExactly("failed", "taken", "taken");
    }
  }

  @ParameterizedTest
  @MethodSource("errors")
  void a_store(Throwable thrown) {
    ThrowingCode commits = new ThrowingCode(thrown);
    ThrowingCode claims = new ThrowingCode(thrown);
    ForwardingInstanceStore store =
        new ForwardingInstanceStore(new MemoryStore()) {
          @Override
          public CompletionStage<Committed> commit(Commit commit) {
            commits.spring();
            return super.commit(commit);
          }

          @Override
          public Claim claim(
              String id,
              dev.statute.store.Worker worker,
              Instant now,
              java.util.function.Function<String, @Nullable Chart> charts) {
            claims.spring();
            return super.claim(id, worker, now, charts);
          }
        };
    try (Engine engine = builder().store(store).chart(RuntimeTestCharts.counter()).build()) {
      engine.spawn("a", "counter").join();
      commits.armed = 1;
      assertThat(ask(engine, "a")).containsExactly("failed");
      clock.advance(Duration.ofSeconds(2));
      assertThat(ask(engine, "a")).containsExactly("taken");
      claims.armed = 1;
      assertThat(engine.spawn("b", "counter").join().kind()).isEqualTo("rejected");
      clock.advance(Duration.ofSeconds(2));
      assertThat(engine.spawn("b", "counter").join().kind()).isEqualTo("started");
    }
  }

  @ParameterizedTest
  @MethodSource("errors")
  void a_subscriber(Throwable thrown) {
    List<Long> seen = new ArrayList<>();
    try (Engine engine = builder().chart(RuntimeTestCharts.counter()).build()) {
      engine.spawn("a", "counter").join();
      engine
          .instance("a")
          .subscribe(
              0,
              (StreamEvent event) -> {
                seen.add(event.number());
                fail(thrown);
              });
      for (int i = 0; i < 3; i++) {
        engine.instance("a").ask("Next", java.util.Map.of("i", i));
      }
      assertThat(seen).hasSizeGreaterThanOrEqualTo(3).doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @MethodSource("errors")
  void a_router(Throwable thrown) {
    Chart sender =
        RuntimeTestCharts.chart(
            """
            chart: sender
            states:
              a: { on: { Add: { do: [ { send: { event: Hi, to: nobody } } ] } } }
            """);
    try (Engine engine =
        builder().chart(sender).router((from, send, key) -> fail(thrown)).build()) {
      engine.spawn("a", "sender").join();
      assertThat(ask(engine, "a", "a")).containsExactly("taken", "taken");
    }
  }

  @ParameterizedTest
  @MethodSource("errors")
  void a_doorbell(Throwable thrown) {
    Doorbell doorbell = mock(Doorbell.class);
    Subscription leaving = mock(Subscription.class);
    when(doorbell.listen(any())).thenReturn(leaving);
    doThrow(thrown).when(doorbell).ring(anyString());
    doThrow(thrown).when(leaving).close();
    MemoryStore store = new MemoryStore();
    Supplier<EngineBuilder> worker =
        () -> builder().store(store).doorbell(doorbell).chart(RuntimeTestCharts.counter());
    try (Engine one = worker.get().build();
        Engine two = worker.get().build()) {
      one.spawn("a", "counter").join();
      var sent = two.instance("a").send("Add"); // through the inbox
      clock.advance(Duration.ofSeconds(3));
      assertThat(sent.join().kind()).isEqualTo("taken");
    }
  }
}
