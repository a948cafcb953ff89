package dev.statute.runtime;

import dev.statute.step.Effect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a handler: its attempts, the waits between them, and its deadline, which no retry
 * moves. Ends exactly once, with a reply or a failure; what comes later is dropped. Thread-safe.
 */
final class HandlerInvocation implements Call.Stop {
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

  private static final Logger LOG = LoggerFactory.getLogger(Handler.class);

  private final Call call;
  private final AsyncHandler handler;
  private final Effect.@Nullable Retry retry;
  private final Executor executor;
  private final Executor aside;
  private final TimerQueue timers;
  private final Clock clock;
  private final BiConsumer<Call, Throwable> failing;
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

  /**
   * What a run needs around it.
   *
   * @param executor runs handlers
   * @param aside tells them to stop, however many of them hang
   */
  record Surroundings(Executor executor, Executor aside, TimerQueue timers, Clock clock) {}

  /**
   * @param call its attempt and stop are set here
   * @param failing told what each attempt threw, or that its time is over
   * @param end called once, on any thread
   */
  HandlerInvocation(
      Call call,
      AsyncHandler handler,
      Effect.@Nullable Retry retry,
      Surroundings surroundings,
      BiConsumer<Call, Throwable> failing,
      Consumer<End> end) {
    this.call = call;
    this.handler = handler;
    this.retry = retry;
    this.executor = surroundings.executor;
    this.aside = surroundings.aside;
    this.timers = surroundings.timers;
    this.clock = surroundings.clock;
    this.failing = failing;
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
    } catch (Throwable e) {
      failed(e, number); // such as no memory for another thread
    }
  }

  private Call call(int number) {
    return new Call(call.instance(), call.handler(), call.with(), call.key(), number, this);
  }

  private void run(int number) {
    try {
      CompletionStage<Reply> stage = handler.handle(call(number));
      if (stage == null) {
        replied(null, number);
        return;
      }
      stage.whenComplete(
          (reply, error) -> {
            if (error != null) {
              failed(error, number);
            } else {
              replied(reply, number);
            }
          });
    } catch (Throwable e) {
      Failures.keepInterruption(e);
      failed(e, number);
    }
  }

  private void replied(@Nullable Reply reply, int number) {
    if (reply == null) {
      refused("no-reply", new IllegalStateException("the handler gave no reply"), number);
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
      refused("bad-reply", e, number);
      return;
    }
    finish(new End(plain, Map.of()));
  }

  /** A reply that cannot be taken would not be another one if the handler were asked again. */
  private void refused(String code, Throwable error, int number) {
    if (finish(End.failed(code, Failures.text(error), "error", number))) {
      failing.accept(call(number), error);
    }
  }

  private void failed(Throwable thrown, int number) {
    Throwable error = Failures.cause(thrown);
    if (hasEnded()) {
      return; // nobody waits for it any more
    }
    failing.accept(call(number), error);
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
    finish(End.failed(error.getClass().getSimpleName(), Failures.text(error), "error", number));
  }

  private synchronized boolean hasEnded() {
    return ended;
  }

  private void timeUp() {
    int attempts;
    synchronized (this) {
      attempts = attempt;
    }
    String late = "no answer in time";
    if (finish(End.failed("timeout", late, "timeout", attempts))) {
      failing.accept(call(attempts), new TimeoutException(late));
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
    if (!all.isEmpty()) {
      stopping(() -> all.forEach(this::tell));
    }
  }

  /** What a handler wants to be told may block: not on the thread of the clock or of a step. */
  private void stopping(Runnable work) {
    try {
      aside.execute(work);
    } catch (Throwable e) {
      work.run(); // the engine is closing
    }
  }

  private void tell(Runnable each) {
    try {
      each.run();
    } catch (Throwable e) {
      LOG.warn("handler '{}' threw when it was asked to stop", call.handler(), e);
    }
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
