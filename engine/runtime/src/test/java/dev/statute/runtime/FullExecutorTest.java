package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.step.Chart;
import dev.statute.step.Outcome;
import dev.statute.store.ForwardingInstanceStore;
import dev.statute.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Executors of the host that have no thread for a while: nothing is lost, and all goes on. */
class FullExecutorTest {
  private static final Chart CLOCK =
      RuntimeTestCharts.chart(
          """
          chart: clock
          data: { n: 0 }
          timers: { tick: { in: on, every: 1s, send: Tick } }
          states:
            on: { on: { Tick: { do: [ { assign: { n: data.n + 1 } } ] }, Ask: asking } }
            asking:
              invoke: { task: work, timeout: 10s }
              on: { done.invoke: on, error.invoke: failed }
            failed: {}
          """);

  private final ManualClock clock = new ManualClock();
  private final List<Integer> attempts = new ArrayList<>();
  private Throwable refusal = new RejectedExecutionException("full");
  private boolean full;
  private boolean noHandlers;

  static List<Throwable> refusals() {
    return List.of(
        new RejectedExecutionException("full"),
        new OutOfMemoryError("unable to create native thread"));
  }

  private EngineBuilder builder() {
    return Engine.builder()
        .clock(clock)
        .executor(work -> run(work, full))
        .handlerExecutor(work -> run(work, noHandlers))
        .subscriberExecutor(Runnable::run)
        .chart(CLOCK)
        .handler(
            "work",
            call -> {
              attempts.add(call.attempt());
              return Reply.of(1);
            });
  }

  private void run(Runnable work, boolean refuses) {
    if (refuses) {
      sneakyThrow(refusal);
    }
    work.run();
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneakyThrow(Throwable thrown) throws E {
    throw (E) thrown;
  }

  private static String at(Engine engine) {
    return engine.instance("c").snapshot().configuration().get(0);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void inputs_and_timers_wait_for_a_thread(Throwable thrown) {
    refusal = thrown;
    try (Engine engine = builder().build()) {
      engine.spawn("c", "clock").join();
      full = true;
      clock.advance(Duration.ofSeconds(1));
      CompletableFuture<Outcome> sent = engine.instance("c").send("Tick");
      clock.advance(Duration.ofSeconds(1));
      assertThat(sent).isNotDone();
      full = false;
      clock.advance(Duration.ofSeconds(1));
      assertThat(sent.getNow(null).kind()).isEqualTo("taken");
      assertThat(engine.instance("c").snapshot().data().get("n")).isEqualTo(3L);
    }
  }

  @Test
  void what_waits_for_a_thread_is_rejected_when_the_engine_closes() {
    Engine engine = builder().build();
    engine.spawn("c", "clock").join();
    full = true;
    CompletableFuture<Outcome> sent = engine.instance("c").send("Tick");
    engine.close();
    assertThat(sent.getNow(null).code()).isEqualTo("stopped");
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void a_handler_waits_for_a_thread_and_that_is_no_failure(Throwable thrown) {
    refusal = thrown;
    try (Engine engine = builder().build()) {
      engine.spawn("c", "clock").join();
      noHandlers = true;
      engine.instance("c").ask("Ask");
      clock.advance(Duration.ofSeconds(5));
      assertThat(at(engine)).isEqualTo("asking");
      noHandlers = false;
      clock.advance(Duration.ofSeconds(1));
      assertThat(at(engine)).isEqualTo("on");
      assertThat(attempts).containsExactly(1);
      assertThat(engine.handlerFailures()).isEmpty();
    }
  }

  @Test
  void a_handler_whose_deadline_came_while_it_waited_is_not_called() {
    try (Engine engine = builder().build()) {
      engine.spawn("c", "clock").join();
      noHandlers = true;
      engine.instance("c").ask("Ask");
      clock.advance(Duration.ofSeconds(11));
      assertThat(at(engine)).isEqualTo("failed");
      noHandlers = false;
      clock.advance(Duration.ofSeconds(11));
      assertThat(attempts).isEmpty();
    }
  }

  @Test
  void the_effects_of_a_written_step_wait_for_a_thread() {
    List<CompletableFuture<Boolean>> writes = new ArrayList<>();
    ForwardingInstanceStore slow =
        new ForwardingInstanceStore(new MemoryStore()) {
          @Override
          public CompletionStage<Committed> commit(Commit commit) {
            if (commit.effects().isEmpty()) {
              return super.commit(commit);
            }
            CompletableFuture<Boolean> write = new CompletableFuture<>();
            writes.add(write);
            return write.thenCompose(then -> super.commit(commit));
          }
        };
    try (Engine engine = builder().store(slow).build()) {
      engine.spawn("c", "clock").join();
      CompletableFuture<Outcome> asked = engine.instance("c").send("Ask");
      full = true;
      writes.get(0).complete(true);
      assertThat(asked).isNotDone();
      full = false;
      clock.advance(Duration.ofMillis(200));
      assertThat(asked.getNow(null).kind()).isEqualTo("taken");
      assertThat(attempts).containsExactly(1);
      assertThat(at(engine)).isEqualTo("on");
    }
  }
}
