package dev.statute.runtime;

import dev.statute.step.Effect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of a handler: its attempts, the waits between them, and its deadline, which no retry
 * moves. Ends exactly once, with a reply or a failure; what comes later is dropped. Thread-safe.
 */
final class Work implements Call.Stop {
  /** Of a call that is not made yet. */
  static final Call.Stop NEVER =
      new Call.Stop() {
        @Override
        public boolean isAsked() {
          return false;
        }

        @Override
        public void onAsked(Runnable then) {}
      };

  private final Call call;
  private final AsyncHandler handler;
  private final Effect.@Nullable Retry retry;
  private final Executor executor;
  private final TimerQueue timers;
  private final Clock clock;
  private final Consumer<End> end;
  private final TimerQueue.Sleeper deadline = new TimerQueue.Sleeper(same -> timeUp());
  private final TimerQueue.Sleeper pause = new TimerQueue.Sleeper(same -> attempt());
  private final List<Runnable> onStop = new ArrayList<>();
  private @Nullable Instant until;
  private int attempt;
  private boolean ended;
  private boolean stopAsked;

  /**
   * How a run ended.
   *
   * @param reply null if it failed
   * @param failure data of the {@code error} event; empty if it did not fail
   */
  record End(@Nullable Reply reply, Map<String, ?> failure) {
    static End failed(String code, String message, String kind, int attempts) {
      Map<String, @Nullable Object> data = new LinkedHashMap<>();
      data.put("code", code);
      data.put("message", message);
      data.put("kind", kind);
      data.put("attempts", (long) attempts);
      return new End(null, Collections.unmodifiableMap(data));
    }
  }

  /** What a run needs around it. */
  record Surroundings(Executor executor, TimerQueue timers, Clock clock) {}

  /**
   * @param call its attempt and stop are set here
   * @param end called once, on any thread
   */
  Work(
      Call call,
      AsyncHandler handler,
      Effect.@Nullable Retry retry,
      Surroundings surroundings,
      Consumer<End> end) {
    this.call = call;
    this.handler = handler;
    this.retry = retry;
    this.executor = surroundings.executor;
    this.timers = surroundings.timers;
    this.clock = surroundings.clock;
    this.end = end;
  }

  /**
   * @param end of its time, even if that has passed; null = it may take as long as it likes
   */
  void start(@Nullable Instant end) {
    if (end != null) {
      synchronized (this) {
        until = end;
      }
      if (!end.isAfter(clock.now())) {
        timeUp();
        return;
      }
      timers.sleep(deadline, end);
    }
    attempt();
  }

  private void attempt() {
    int number;
    synchronized (this) {
      if (ended) {
        return;
      }
      number = ++attempt;
    }
    try {
      executor.execute(() -> run(number));
    } catch (RejectedExecutionException e) {
      finish(End.failed("stopped", "the engine is closed", "stopped", number));
    }
  }

  private void run(int number) {
    try {
      CompletionStage<Reply> stage =
          handler.handle(
              new Call(call.instance(), call.handler(), call.with(), call.key(), number, this));
      stage.whenComplete(
          (reply, error) -> {
            if (error != null) {
              failed(error, number);
            } else {
              replied(reply, number);
            }
          });
    } catch (Exception | StackOverflowError | LinkageError e) {
      failed(e, number);
    }
  }

  private void replied(@Nullable Reply reply, int number) {
    if (reply == null) {
      finish(End.failed("no-reply", "the handler replied with null", "error", number));
      return;
    }
    Reply plain;
    try {
      plain =
          new Reply(
              reply.status(),
              reply.message(),
              Plain.map(reply.metadata()),
              Plain.value(reply.value()));
    } catch (IllegalArgumentException e) {
      finish(End.failed("bad-reply", String.valueOf(e.getMessage()), "error", number));
      return;
    }
    finish(new End(plain, Map.of()));
  }

  private void failed(Throwable thrown, int number) {
    Throwable error =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    if (retry != null && number <= retry.max()) {
      double wait = retry.backoff().toMillis() * Math.pow(retry.factor(), number - 1.0);
      Instant next = clock.now().plusMillis((long) Math.min(wait, Integer.MAX_VALUE * 1000.0));
      synchronized (this) {
        if (until != null && !next.isBefore(until)) {
          return; // the deadline comes first, and says so
        }
      }
      timers.sleep(pause, next);
      return;
    }
    String message = error.getMessage() == null ? error.toString() : error.getMessage();
    finish(End.failed(error.getClass().getSimpleName(), message, "error", number));
  }

  private void timeUp() {
    int attempts;
    synchronized (this) {
      attempts = attempt;
    }
    if (finish(End.failed("timeout", "no answer in time", "timeout", attempts))) {
      tellStop();
    }
  }

  /** Nobody waits for it any more: it ends without a word. */
  void stop() {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    quiet();
    tellStop();
  }

  private boolean finish(End how) {
    synchronized (this) {
      if (ended) {
        return false;
      }
      ended = true;
    }
    quiet();
    end.accept(how);
    return true;
  }

  private void quiet() {
    timers.sleep(deadline, null);
    timers.sleep(pause, null);
  }

  private void tellStop() {
    List<Runnable> all;
    synchronized (this) {
      stopAsked = true;
      all = List.copyOf(onStop);
      onStop.clear();
    }
    all.forEach(Runnable::run);
  }

  @Override
  public synchronized boolean isAsked() {
    return stopAsked;
  }

  @Override
  public void onAsked(Runnable then) {
    synchronized (this) {
      if (!stopAsked) {
        onStop.add(then);
        return;
      }
    }
    then.run();
  }
}
