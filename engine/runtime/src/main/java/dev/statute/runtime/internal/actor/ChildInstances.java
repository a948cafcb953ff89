package dev.statute.runtime.internal.actor;

import dev.statute.problem.SpellingSuggestion;
import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.runtime.internal.effect.EffectOwner;
import dev.statute.runtime.internal.effect.HandlerInvocation;
import dev.statute.runtime.internal.effect.ReplyAddress;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.mailbox.SendDelivery;
import dev.statute.runtime.internal.reload.ChartRegistry;
import dev.statute.runtime.internal.timer.TimerQueue;
import dev.statute.step.Effect;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Instances that charts invoke. A child is a normal instance with id {@code
 * <parent>/<invocation>#<run>}; it ends with an answer to its parent, or is cancelled when the
 * parent leaves the state. Thread-safe.
 */
final class ChildInstances {
  private final ChartRegistry charts;
  private final EngineScheduler scheduler;
  private final InstanceDirectory instances;
  private final Map<String, TimerQueue.Sleeper> deadlines = new ConcurrentHashMap<>();

  ChildInstances(ChartRegistry charts, EngineScheduler scheduler, InstanceDirectory instances) {
    this.charts = charts;
    this.scheduler = scheduler;
    this.instances = instances;
  }

  static String id(String parent, String invocation, long run) {
    return parent + "/" + invocation + "#" + run;
  }

  /**
   * Tests whether a cancellation under this key comes from the life of the parent that started this
   * instance. A restarted parent counts its invocations from 1 again, so its child may have the id
   * of an earlier one; but revisions never restart and keys contain them. A key from before the
   * start of this child belongs to an earlier life.
   */
  static boolean matchesInvocation(String key, LoadedInstance life) {
    Parent parent = life.parent();
    return parent != null
        && key.startsWith(parent.instance() + "/")
        && revision(key) > revision(parent.key());
  }

  /** Returns the revision in a key {@code <instance>/<revision>/<n>}; -1 if there is none. */
  private static long revision(String key) {
    int end = key.lastIndexOf('/');
    int start = end < 0 ? -1 : key.lastIndexOf('/', end - 1);
    String between = start < 0 ? "" : key.substring(start + 1, end);
    boolean isNumber =
        !between.isEmpty()
            && between.length() < 19
            && between.chars().allMatch(each -> each >= '0' && each <= '9');
    return isNumber ? Long.parseLong(between) : -1;
  }

  /**
   * Starts a child.
   *
   * @param until end of the parent's wait; null = unlimited
   */
  void spawn(
      EffectOwner owner,
      ReplyAddress caller,
      Effect.Invoke invoke,
      String chart,
      @Nullable Instant until) {
    Interpreter interpreter = charts.newest(chart);
    if (interpreter == null) {
      String near = SpellingSuggestion.nearest(chart, charts.names());
      fail(
          caller,
          "no-chart",
          "no chart '"
              + chart
              + "' is registered"
              + (near == null ? "" : "; did you mean '" + near + "'?"),
          "missing");
      return;
    }
    String child = id(caller.instance(), invoke.id(), invoke.run());
    Parent parent = new Parent(caller.instance(), invoke.id(), invoke.run(), caller.key());
    // Pending until the child answers: only the start is complete when it leaves the outbox.
    Pending beginning = new Pending(caller.key() + "/begin", invoke, Instant.EPOCH);
    owner
        .outbox()
        .add(
            child,
            beginning,
            then ->
                instances.enqueue(
                    child,
                    new ActorMessage.Begin(
                        interpreter,
                        invoke.with(),
                        parent,
                        true,
                        o -> onSpawned(caller, o, then))));
    if (until != null) {
      TimerQueue.Sleeper deadline = new TimerQueue.Sleeper(() -> onTimeout(caller));
      clearDeadline(caller.key());
      deadlines.put(caller.key(), deadline);
      scheduler.timers().schedule(deadline, until);
    }
  }

  private void onSpawned(ReplyAddress caller, Outcome outcome, Consumer<SendDelivery> then) {
    SendDelivery delivery = SendDelivery.of(outcome);
    if (delivery != SendDelivery.FAILED && !(outcome instanceof Outcome.Started)) {
      String code = outcome.code();
      fail(
          caller, code == null ? outcome.kind() : code, String.valueOf(outcome.message()), "error");
    }
    then.accept(delivery);
  }

  private void onTimeout(ReplyAddress caller) {
    fail(caller, "timeout", "no answer in time", "timeout");
  }

  private void fail(ReplyAddress caller, String code, String message, String kind) {
    instances.enqueue(
        caller.instance(),
        caller.failure(HandlerInvocation.End.failed(code, message, kind, 1).failure()));
  }

  /** Cancels the deadline of an effect, because its answer is no longer awaited. */
  void clearDeadline(String key) {
    TimerQueue.Sleeper deadline = deadlines.remove(key);
    if (deadline != null) {
      scheduler.timers().schedule(deadline, null);
    }
  }
}
