package dev.statute.runtime.internal.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.AsyncHandler;
import dev.statute.runtime.Call;
import dev.statute.runtime.ManualClock;
import dev.statute.runtime.Reply;
import dev.statute.runtime.internal.timer.TimerQueue;
import dev.statute.step.Effect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HandlerInvocationTest {
  private final ManualClock clock = new ManualClock();
  private final TimerQueue timers = new TimerQueue(clock);
  private final List<HandlerInvocation.End> ends = new ArrayList<>();
  private final List<String> failing = new ArrayList<>();
  private final List<Integer> attempts = new ArrayList<>();

  private HandlerInvocation work(AsyncHandler handler, Effect.@Nullable Retry retry) {
    return new HandlerInvocation(
        new Call("i", "h", Map.of(), "i/1/0", 1, HandlerInvocation.NEVER_REQUESTED),
        handler,
        retry,
        new HandlerInvocation.Environment(Runnable::run, Runnable::run, timers, clock),
        (call, error) -> failing.add(call.attempt() + " " + error.getMessage()),
        ends::add);
  }

  private static HandlerInvocation.End failed(
      String code, String message, String kind, int attempts) {
    return HandlerInvocation.End.failed(code, message, kind, attempts);
  }

  @Test
  void a_failing_handler_is_tried_again_after_growing_waits() {
    HandlerInvocation work =
        work(
            call -> {
              attempts.add((int) clock.now().getEpochSecond());
              throw new IllegalStateException("no " + call.attempt());
            },
            new Effect.Retry(3, Duration.ofSeconds(1), 2));
    work.start(null);
    clock.advance(Duration.ofMinutes(1));
    assertThat(attempts).containsExactly(0, 1, 3, 7);
    assertThat(ends).containsExactly(failed("IllegalStateException", "no 4", "error", 4));
  }

  @Test
  void a_retry_never_moves_the_deadline() {
    HandlerInvocation work =
        work(
            call -> {
              attempts.add(call.attempt());
              return CompletableFuture.failedFuture(new IllegalStateException("no"));
            },
            new Effect.Retry(100, Duration.ofSeconds(4), 1));
    work.start(clock.now().plusSeconds(10));
    clock.advance(Duration.ofMinutes(5));
    assertThat(attempts).containsExactly(1, 2, 3);
    assertThat(ends).containsExactly(failed("timeout", "no answer in time", "timeout", 3));
  }

  @Test
  void an_answer_after_the_deadline_is_dropped_and_the_handler_was_asked_to_stop() {
    CompletableFuture<Reply> late = new CompletableFuture<>();
    List<String> told = new ArrayList<>();
    HandlerInvocation work =
        work(
            call -> {
              call.stop().onRequested(() -> told.add("stop"));
              return late;
            },
            null);
    work.start(clock.now().plusSeconds(1));
    clock.advance(Duration.ofSeconds(2));
    late.complete(Reply.of("late"));
    assertThat(told).containsExactly("stop");
    assertThat(ends).containsExactly(failed("timeout", "no answer in time", "timeout", 1));
  }

  @Test
  void a_stopped_run_ends_without_a_word() {
    CompletableFuture<Reply> late = new CompletableFuture<>();
    HandlerInvocation work = work(call -> late, new Effect.Retry(3, Duration.ofSeconds(1), 1));
    work.start(clock.now().plusSeconds(9));
    work.stop();
    late.completeExceptionally(new IllegalStateException("no"));
    clock.advance(Duration.ofMinutes(1));
    assertThat(ends).isEmpty();
    assertThat(work.isRequested()).isTrue();
  }

  @Test
  void a_reply_that_no_chart_can_hold_is_a_failure_and_so_is_none() {
    work(call -> CompletableFuture.completedFuture(Reply.of(new Object())), null).start(null);
    work(call -> CompletableFuture.completedFuture(null), null).start(null);
    assertThat(ends)
        .extracting(end -> (Object) end.failure().get("code"))
        .containsExactly("bad-reply", "no-reply");
  }
}
