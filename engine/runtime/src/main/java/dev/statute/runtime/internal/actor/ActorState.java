package dev.statute.runtime.internal.actor;

import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.commit.ClaimedInstance.LoadedInstance;
import dev.statute.runtime.internal.reload.ChartRegistry;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Pending;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Last committed state of an instance that its actor holds. Confined to the handling of messages,
 * but for the volatile and concurrent fields.
 */
final class ActorState {
  private final Map<String, Pending> pendingEffects = new ConcurrentHashMap<>(0);
  private boolean acceptedBeforeStart;
  private long lastEpoch;
  private int chartGeneration;
  private @Nullable Interpreter interpreter;
  private volatile @Nullable ClaimedInstance claimed;

  /** Returns the claimed instance; null if this engine does not hold it. */
  @Nullable ClaimedInstance claimed() {
    return claimed;
  }

  /** Returns the last committed snapshot; null if there is none or this engine does not hold it. */
  @Nullable Snapshot snapshot() {
    ClaimedInstance now = claimed;
    LoadedInstance life = now == null ? null : now.instance();
    return life == null ? null : life.snapshot();
  }

  List<String> configuration() {
    ClaimedInstance now = claimed;
    return now == null ? List.of() : now.configuration();
  }

  /** Returns the effects that are not settled. */
  Collection<Pending> pendingEffects() {
    return pendingEffects.values();
  }

  @Nullable Pending pendingEffect(String key) {
    return pendingEffects.get(key);
  }

  void settle(String key) {
    pendingEffects.remove(key);
  }

  /** Drops a missing or ended instance, which has no lease: another worker may have started it. */
  void dropUnclaimed() {
    Snapshot now = snapshot();
    if (now == null || now.isDone()) {
      claimed = null;
    }
  }

  /** Drops the claimed instance because it may be stale. */
  void drop() {
    claimed = null;
  }

  /** Drops the claimed instance and its effects. */
  void clear() {
    claimed = null;
    pendingEffects.clear();
  }

  /** Tests for a change of the holder since the last claim. */
  boolean isOutdated(long epoch) {
    return epoch > lastEpoch + 1;
  }

  void resetEpoch() {
    lastEpoch = 0;
  }

  void load(ClaimedInstance taken, List<Pending> pending) {
    lastEpoch = taken.epoch();
    claimed = taken;
    pendingEffects.clear();
    pending.forEach(each -> pendingEffects.put(each.key(), each));
  }

  void load(Claim.Absent absent) {
    claimed = ClaimedInstance.of(absent);
    pendingEffects.clear();
    acceptedBeforeStart = !absent.inbox().isEmpty();
  }

  /**
   * Updates the state after a commit.
   *
   * @return true if the commit started the instance and its inbox has earlier events
   */
  boolean update(ClaimedInstance after, PostCommitActions actions) {
    claimed = after;
    lastEpoch = after.epoch();
    actions.commit().settled().forEach(pendingEffects::remove);
    boolean hasEarlierEvents = actions.isStart() && acceptedBeforeStart;
    if (actions.isStart()) {
      pendingEffects.clear();
      acceptedBeforeStart = false;
    }
    actions.commit().pending().forEach(each -> pendingEffects.put(each.key(), each));
    return hasEarlierEvents;
  }

  /** Returns the instance with the current rules; the chart stays. */
  ClaimedInstance withCurrentRules(ClaimedInstance now, ChartRegistry charts) {
    LoadedInstance life = now.instance();
    int known = charts.generation();
    if (life == null || (chartGeneration == known && interpreter == life.interpreter())) {
      return now;
    }
    Interpreter newest = charts.find(life.interpreter().chart().hash());
    ClaimedInstance fresh = newest == null ? now : now.withInterpreter(newest);
    claimed = fresh;
    chartGeneration = known;
    interpreter = newest == null ? life.interpreter() : newest;
    return fresh;
  }
}
