package dev.statute.step.internal.state;

import dev.statute.policy.spi.ProgressState;
import dev.statute.step.Input;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of an instance most instances do not have. Idle ones share {@link #NONE}. Immutable.
 *
 * @param history number of a history state → numbers of the states it stands for
 * @param pending timers and sends, by due instant and sequence
 * @param nextSequence of the next one
 * @param deferred events kept for later, oldest first
 * @param handled the last 64 ids
 * @param invocations running ones: id → number of its run
 * @param fields values, errors and waived fields
 * @param progress what is remembered of the records
 * @param findingDeadline when the passing of time alone may next give a finding; {@link #NEVER}
 * @param output what the final state gave, once finished
 * @param epoch fencing number
 * @param turn id, empty where there is none
 */
public record SnapshotExtras(
    Map<Integer, int[]> history,
    List<PendingEvent> pending,
    long nextSequence,
    List<DeferredEvent> deferred,
    HandledEventIds handled,
    Map<String, Long> invocations,
    FieldValues fields,
    ProgressState progress,
    long findingDeadline,
    @Nullable Map<String, ?> output,
    long epoch,
    String turn) {
  /** No instant. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Nothing. */
  public static final SnapshotExtras NONE =
      new SnapshotExtras(
          Map.of(),
          List.of(),
          0,
          List.of(),
          HandledEventIds.NONE,
          Map.of(),
          FieldValues.NONE,
          ProgressState.NONE,
          NEVER,
          null,
          0,
          "");

  public SnapshotExtras withPending(List<PendingEvent> changed) {
    return new SnapshotExtras(
        history,
        changed,
        nextSequence,
        deferred,
        handled,
        invocations,
        fields,
        progress,
        findingDeadline,
        output,
        epoch,
        turn);
  }

  public SnapshotExtras withDeferred(List<DeferredEvent> changed) {
    return new SnapshotExtras(
        history,
        pending,
        nextSequence,
        changed,
        handled,
        invocations,
        fields,
        progress,
        findingDeadline,
        output,
        epoch,
        turn);
  }

  public SnapshotExtras withHandled(HandledEventIds changed) {
    return new SnapshotExtras(
        history,
        pending,
        nextSequence,
        deferred,
        changed,
        invocations,
        fields,
        progress,
        findingDeadline,
        output,
        epoch,
        turn);
  }

  public SnapshotExtras withProgress(ProgressState changed, long nextOverrun) {
    return new SnapshotExtras(
        history,
        pending,
        nextSequence,
        deferred,
        handled,
        invocations,
        fields,
        changed,
        nextOverrun,
        output,
        epoch,
        turn);
  }

  public SnapshotExtras withFence(long newEpoch, String newTurn) {
    return new SnapshotExtras(
        history,
        pending,
        nextSequence,
        deferred,
        handled,
        invocations,
        fields,
        progress,
        findingDeadline,
        output,
        newEpoch,
        newTurn);
  }

  /** This, or the one shared object if there is nothing in it. */
  public SnapshotExtras orShared() {
    return equals(NONE) ? NONE : this;
  }

  /**
   * An event that waits.
   *
   * @param origin {@code event}, {@code timer} or {@code sent}
   */
  public record DeferredEvent(Input.Event event, String origin) {}

  /** An id that was handled: the kind of its outcome, and the sequence after that step. */
  public record HandledEvent(String id, String outcome, long sequence) {}

  /** What was asked of the user and answered, in the order it was given. */
  public record FieldValues(Map<String, ?> values, Map<String, String> errors, Set<String> waived) {
    /** Nothing answered. */
    public static final FieldValues NONE = new FieldValues(Map.of(), Map.of(), Set.of());
  }
}
