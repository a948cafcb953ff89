package dev.statute.runtime.internal.effect;

import dev.statute.runtime.AsyncHandler;
import dev.statute.runtime.Call;
import dev.statute.runtime.Clock;
import dev.statute.runtime.Handler;
import dev.statute.runtime.Reply;
import dev.statute.runtime.internal.timer.TimerQueue;
import dev.statute.runtime.internal.value.ValueConversion;
import dev.statute.runtime.support.ExceptionHandling;
import dev.statute.step.Effect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Run of a handler: its attempts, the waits between them, and its deadline, which retries do not
 * move. Ends exactly once, with a reply or a failure; later results are dropped. Thread-safe.
 */
public final class HandlerInvocation implements Call.Stop {
  /** Stop signal of a call that is not made yet. */
  public static final Call.Stop NEVER_REQUESTED =
      new Call.Stop() {
        @Override
        public boolean isRequested() {
          return false;
        }

        @Override
        public void onRequested(Runnable then) {}
      };

  private static final Logger LOG = LoggerFactory.getLogger(Handler.class);

  private final Call call;
  private final AsyncHandler handler;
  private final Effect.@Nullable Retry retry;
  private final Environment environment;
  private final BiConsumer<Call, Throwable> onFailure;
  private final Consumer<End> onEnd;
  private final TimerQueue.Sleeper deadline = new TimerQueue.Sleeper(this::onTimeout);
  private final TimerQueue.Sleeper retryTimer = new TimerQueue.Sleeper(this::attempt);
  private final List<Runnable> onStop = new ArrayList<>();
  private @Nullable Instant expiry;
  private int attempt;
  private boolean finished;
  private boolean stopRequested;

  /**
   * Result of a run.
   *
   * @param reply null if it failed
   * @param failure data of the {@code error} event; empty if it did not fail
   */
  public record End(@Nullable Reply reply, Map<String, ?> failure) {
    public static End failed(String code, String message, String kind, int attempts) {
      Map<String, @Nullable Object> data = new LinkedHashMap<>();
      data.put("code", code);
      data.put("message", message);
      data.put("kind", kind);
      data.put("attempts", (long) attempts);
      return new End(null, Collections.unmodifiableMap(data));
    }
  }

  /**
   * Environment of a run.
   *
   * @param executor runs handlers
   * @param aside runs stop callbacks, independent of the number of hanging handlers
   */
  public record Environment(Executor executor, Executor aside, TimerQueue timers, Clock clock) {}

  /**
   * Prepares a run.
   *
   * @param call its attempt and stop are set here
   * @param failing receives the failure or timeout of each attempt
   * @param end called once, on any thread
   */
  public HandlerInvocation(
      Call call,
      AsyncHandler handler,
      Effect.@Nullable Retry retry,
      Environment environment,
      BiConsumer<Call, Throwable> failing,
      Consumer<End> end) {
    this.call = call;
    this.handler = handler;
    this.retry = retry;
    this.environment = environment;
    this.onFailure = failing;
    this.onEnd = end;
  }

  /**
   * Starts the first attempt.
   *
   * @param end deadline, possibly in the past; null = none
   */
  public void start(@Nullable Instant end) {
    if (end != null) {
      synchronized (this) {
        expiry = end;
      }
      if (!end.isAfter(environment.clock.now())) {
        onTimeout();
        return;
      }
      environment.timers.schedule(deadline, end);
    }
    attempt();
  }

  private void attempt() {
    int number;
    synchronized (this) {
      if (finished) {
        return;
      }
      number = ++attempt;
    }
    try {
      environment.executor.execute(() -> run(number));
    } catch (Throwable e) { // a closing engine has stopped this run before
      onAttemptFailed(e, number);
    }
  }

  private Call call(int number) {
    return new Call(call.instance(), call.handler(), call.with(), call.key(), number, this);
  }

  private void run(int number) {
    try {
      CompletionStage<Reply> stage = handler.handle(call(number));
      if (stage == null) {
        onReply(null, number);
        return;
      }
      stage.whenComplete(
          (reply, error) -> {
            if (error != null) {
              onAttemptFailed(error, number);
            } else {
              onReply(reply, number);
            }
          });
    } catch (Throwable e) {
      ExceptionHandling.restoreInterrupt(e);
      onAttemptFailed(e, number);
    }
  }

  private void onReply(@Nullable Reply reply, int number) {
    if (reply == null) {
      rejectReply("no-reply", new IllegalStateException("the handler gave no reply"), number);
      return;
    }
    Reply plain;
    try {
      plain =
          new Reply(
              reply.status(),
              reply.message(),
              ValueConversion.map(reply.metadata()),
              ValueConversion.value(reply.value()));
    } catch (Throwable e) {
      rejectReply("bad-reply", e, number);
      return;
    }
    finish(new End(plain, Map.of()));
  }

  /** Ends the run because of an unusable reply; a retry would give the same one. */
  private void rejectReply(String code, Throwable error, int number) {
    if (finish(End.failed(code, ExceptionHandling.message(error), "error", number))) {
      onFailure.accept(call(number), error);
    }
  }

  private void onAttemptFailed(Throwable thrown, int number) {
    Throwable error = ExceptionHandling.cause(thrown);
    if (isFinished()) {
      return; // the result is no longer awaited
    }
    onFailure.accept(call(number), error);
    if (retry != null && number <= retry.max()) {
      double wait = retry.backoff().toMillis() * Math.pow(retry.factor(), number - 1.0);
      Instant next =
          environment.clock.now().plusMillis((long) Math.min(wait, Integer.MAX_VALUE * 1000.0));
      synchronized (this) {
        if (expiry != null && !next.isBefore(expiry)) {
          return; // the deadline comes first and reports the failure
        }
      }
      environment.timers.schedule(retryTimer, next);
      return;
    }
    finish(
        End.failed(
            error.getClass().getSimpleName(), ExceptionHandling.message(error), "error", number));
  }

  private synchronized boolean isFinished() {
    return finished;
  }

  private void onTimeout() {
    int attempts;
    synchronized (this) {
      attempts = attempt;
    }
    String late = "no answer in time";
    if (finish(End.failed("timeout", late, "timeout", attempts))) {
      onFailure.accept(call(attempts), new TimeoutException(late));
      notifyStop();
    }
  }

  /** Ends the run without a result, because it is no longer awaited. */
  public void stop() {
    synchronized (this) {
      if (finished) {
        return;
      }
      finished = true;
    }
    cancelTimers();
    notifyStop();
  }

  private boolean finish(End how) {
    synchronized (this) {
      if (finished) {
        return false;
      }
      finished = true;
    }
    cancelTimers();
    onEnd.accept(how);
    return true;
  }

  private void cancelTimers() {
    environment.timers.schedule(deadline, null);
    environment.timers.schedule(retryTimer, null);
  }

  private void notifyStop() {
    List<Runnable> all;
    synchronized (this) {
      stopRequested = true;
      all = List.copyOf(onStop);
      onStop.clear();
    }
    if (!all.isEmpty()) {
      runStopCallbacks(() -> all.forEach(this::runStopCallback));
    }
  }

  /** Runs stop callbacks, which may block, outside the threads of the clock and of steps. */
  private void runStopCallbacks(Runnable work) {
    try {
      environment.aside.execute(work);
    } catch (Throwable e) {
      work.run(); // the engine is closing
    }
  }

  private void runStopCallback(Runnable each) {
    try {
      each.run();
    } catch (Throwable e) {
      LOG.warn("handler '{}' threw on a stop request", call.handler(), e);
    }
  }

  @Override
  public synchronized boolean isRequested() {
    return stopRequested;
  }

  @Override
  public void onRequested(Runnable then) {
    synchronized (this) {
      if (!stopRequested) {
        onStop.add(then);
        return;
      }
    }
    then.run();
  }
}
