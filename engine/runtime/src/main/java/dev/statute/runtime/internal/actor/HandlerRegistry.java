package dev.statute.runtime.internal.actor;

import dev.statute.problem.SpellingSuggestion;
import dev.statute.runtime.AsyncHandler;
import dev.statute.runtime.Call;
import dev.statute.runtime.Handler;
import dev.statute.runtime.Reply;
import dev.statute.runtime.internal.effect.HandlerInvocation;
import dev.statute.runtime.internal.effect.ReplyAddress;
import dev.statute.step.Effect;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registered handlers and their running invocations. Thread-safe. */
final class HandlerRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(Handler.class);

  private final Map<String, AsyncHandler> handlers;
  private final HandlerInvocation.Environment environment;
  private final EngineScheduler scheduler;
  private final EngineListeners listeners;
  private final InstanceDirectory instances;
  private final Map<String, Job> running = new ConcurrentHashMap<>();

  private final Map<String, LongAdder> failures = new ConcurrentHashMap<>();

  private record Job(ReplyAddress asker, HandlerInvocation work) {}

  HandlerRegistry(
      Map<String, AsyncHandler> handlers,
      HandlerInvocation.Environment environment,
      EngineScheduler scheduler,
      EngineListeners listeners,
      InstanceDirectory instances) {
    this.handlers = handlers;
    this.environment = environment;
    this.scheduler = scheduler;
    this.listeners = listeners;
    this.instances = instances;
  }

  void call(ReplyAddress asker, Effect.Call call) {
    if (call.optional() && !handlers.containsKey(call.handler())) {
      instances.enqueue(asker.instance(), asker.success(Reply.status(Reply.NONE)));
      return;
    }
    run(asker, call.handler(), call.with(), null, null);
  }

  void run(
      ReplyAddress asker,
      String name,
      Map<String, ?> with,
      Effect.@Nullable Retry retry,
      @Nullable Instant until) {
    if (scheduler.isStopped()) {
      return; // the effect stays pending for the next engine on the store
    }
    Call call =
        new Call(asker.instance(), name, with, asker.key(), 1, HandlerInvocation.NEVER_REQUESTED);
    AsyncHandler handler = handlers.get(name);
    if (handler == null) {
      String near = SpellingSuggestion.nearest(name, handlers.keySet());
      String message =
          "nobody registered a handler '"
              + name
              + "'"
              + (near == null ? "" : "; there is one called '" + near + "'");
      onFailure(call, new IllegalStateException(message));
      HandlerInvocation.End missing =
          HandlerInvocation.End.failed("no-handler", message, "missing", 0);
      instances.enqueue(asker.instance(), asker.failure(missing.failure()));
      return;
    }
    HandlerInvocation work =
        new HandlerInvocation(
            call, handler, retry, environment, this::onFailure, end -> onEnd(asker, end));
    Job job = new Job(asker, work);
    if (running.putIfAbsent(asker.key(), job) != null) {
      return;
    }
    if (scheduler.isStopped()) { // since the test above; stopAll may not have seen the job
      running.remove(asker.key(), job);
      work.stop();
      return;
    }
    work.start(until);
  }

  /** Logs, counts and reports a failure of a handler, or its absence. */
  private void onFailure(Call call, Throwable error) {
    LOG.warn(
        "handler '{}' failed on {} of instance {}, attempt {}",
        call.handler(),
        call.key(),
        call.instance(),
        call.attempt(),
        error);
    failures.computeIfAbsent(call.handler(), name -> new LongAdder()).increment();
    // asynchronous: this may be the thread of the clock
    scheduler.runAsync(() -> listeners.forEach(listener -> listener.onHandlerFailed(call, error)));
  }

  /** Returns the number of failures by handler. */
  Map<String, Long> failures() {
    Map<String, Long> counts = new TreeMap<>();
    failures.forEach((name, count) -> counts.put(name, count.sum()));
    return counts;
  }

  private void onEnd(ReplyAddress asker, HandlerInvocation.End end) {
    running.remove(asker.key());
    Reply reply = end.reply();
    instances.enqueue(
        asker.instance(), reply == null ? asker.failure(end.failure()) : asker.success(reply));
  }

  /** Cancels the run of an invocation because its state was left. */
  void cancel(String instance, String invocation, long run) {
    running.values().removeIf(job -> job.asker.matches(instance, invocation, run) && stopJob(job));
  }

  /** Stops the runs of an instance that was removed. */
  void stop(String instance) {
    running.values().removeIf(job -> job.asker.instance().equals(instance) && stopJob(job));
  }

  void stopAll() {
    running.values().removeIf(HandlerRegistry::stopJob);
  }

  private static boolean stopJob(Job job) {
    job.work.stop();
    return true;
  }
}
