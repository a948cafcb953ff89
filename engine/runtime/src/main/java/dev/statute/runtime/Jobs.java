package dev.statute.runtime;

import dev.statute.problem.Suggest;
import dev.statute.step.Effect;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The handlers that the host registered, and those of them that are running. Thread-safe. */
final class Jobs {
  private final Core core;
  private final Map<String, AsyncHandler> handlers;
  private final Work.Surroundings surroundings;
  private final Map<String, Job> running = new ConcurrentHashMap<>();

  private record Job(Asker asker, Work work) {}

  Jobs(Core core, Map<String, AsyncHandler> handlers, Work.Surroundings surroundings) {
    this.core = core;
    this.handlers = Collections.unmodifiableMap(new LinkedHashMap<>(handlers));
    this.surroundings = surroundings;
  }

  boolean isRunning(String key) {
    return running.containsKey(key);
  }

  void call(Asker asker, Effect.Call call) {
    if (call.optional() && !handlers.containsKey(call.handler())) {
      core.put(asker.instance(), asker.done(Reply.status(Reply.NONE)));
      return;
    }
    run(asker, call.handler(), call.with(), null, null);
  }

  void run(
      Asker asker,
      String name,
      Map<String, ?> with,
      Effect.@Nullable Retry retry,
      @Nullable Instant until) {
    AsyncHandler handler = handlers.get(name);
    if (handler == null) {
      String near = Suggest.nearest(name, handlers.keySet());
      Work.End missing =
          Work.End.failed(
              "no-handler",
              "nobody registered a handler '"
                  + name
                  + "'"
                  + (near == null ? "" : "; there is one called '" + near + "'"),
              "missing",
              0);
      core.put(asker.instance(), asker.failed(missing.failure()));
      return;
    }
    Call call = new Call(asker.instance(), name, with, asker.key(), 1, Work.NEVER);
    Work work = new Work(call, handler, retry, surroundings, end -> ended(asker, end));
    if (running.putIfAbsent(asker.key(), new Job(asker, work)) == null) {
      work.start(until);
    }
  }

  private void ended(Asker asker, Work.End end) {
    running.remove(asker.key());
    Reply reply = end.reply();
    core.put(asker.instance(), reply == null ? asker.failed(end.failure()) : asker.done(reply));
  }

  /** The state that invoked it was left. */
  void cancel(String instance, String invocation, long run) {
    running.values().removeIf(job -> job.asker.isOf(instance, invocation, run) && stopped(job));
  }

  /** The instance is gone. */
  void stop(String instance) {
    running.values().removeIf(job -> job.asker.instance().equals(instance) && stopped(job));
  }

  void stopAll() {
    running.values().removeIf(Jobs::stopped);
  }

  private static boolean stopped(Job job) {
    job.work.stop();
    return true;
  }
}
