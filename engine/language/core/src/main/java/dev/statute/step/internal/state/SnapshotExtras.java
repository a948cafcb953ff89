package dev.statute.step.internal.state;

import dev.statute.policy.spi.ProgressState;
import dev.statute.step.Input;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a snapshot that are empty in most instances. Idle instances share {@link #NONE}.
 * Immutable.
 *
 * @param history number of a history state → numbers of the states it stands for
 * @param pending timers and sends, by due instant and sequence
 * @param nextSequence sequence of the next pending event
 * @param deferred events kept for later, oldest first
 * @param handled the last 64 ids
 * @param invocations running ones: id → number of the run
 * @param fields values, errors and waived fields
 * @param progress state of the record counters
 * @param findingDeadline earliest instant at which elapsed time alone may cause a finding; {@link
 *     #NEVER}
 * @param output output of the final state, once finished
 * @param epoch fencing number
 * @param turn id, empty if there is none
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
  /** Absent instant. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Empty parts. */
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
    return with(changed, deferred, handled, progress, findingDeadline, epoch, turn);
  }

  public SnapshotExtras withDeferred(List<DeferredEvent> changed) {
    return with(pending, changed, handled, progress, findingDeadline, epoch, turn);
  }

  public SnapshotExtras withHandled(HandledEventIds changed) {
    return with(pending, deferred, changed, progress, findingDeadline, epoch, turn);
  }

  public SnapshotExtras withProgress(ProgressState changed, long nextOverrun) {
    return with(pending, deferred, handled, changed, nextOverrun, epoch, turn);
  }

  public SnapshotExtras withFence(long newEpoch, String newTurn) {
    return with(pending, deferred, handled, progress, findingDeadline, newEpoch, newTurn);
  }

  private SnapshotExtras with(
      List<PendingEvent> pending,
      List<DeferredEvent> deferred,
      HandledEventIds handled,
      ProgressState progress,
      long findingDeadline,
      long epoch,
      String turn) {
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
        epoch,
        turn);
  }

  /** Returns this, or the shared object if all parts are empty. */
  public SnapshotExtras orShared() {
    return equals(NONE) ? NONE : this;
  }

  /**
   * Deferred event.
   *
   * @param origin {@code event}, {@code timer} or {@code sent}
   */
  public record DeferredEvent(Input.Event event, String origin) {}

  /** Handled id: the kind of its outcome, and the sequence after that step. */
  public record HandledEvent(String id, String outcome, long sequence) {}

  /** Values that the user gave for form fields, in order, with errors and waived fields. */
  public record FieldValues(Map<String, ?> values, Map<String, String> errors, Set<String> waived) {
    /** Empty form. */
    public static final FieldValues NONE = new FieldValues(Map.of(), Map.of(), Set.of());
  }
}
