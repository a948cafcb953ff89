package dev.statute.step.internal.state;

import dev.statute.policy.spi.ProgressState;
import dev.statute.step.HostFence;
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
 * @param tracking progress of an agent, and what follows from its findings
 * @param output output of the final state, once finished
 * @param fence value of the host
 */
public record SnapshotExtras(
    Map<Integer, int[]> history,
    List<PendingEvent> pending,
    long nextSequence,
    List<DeferredEvent> deferred,
    HandledEventIds handled,
    Map<String, Long> invocations,
    FieldValues fields,
    Tracking tracking,
    @Nullable Map<String, ?> output,
    HostFence fence) {
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
          Tracking.NONE,
          null,
          HostFence.NONE);

  public SnapshotExtras withPending(List<PendingEvent> changed) {
    return with(changed, deferred, handled, tracking, fence);
  }

  public SnapshotExtras withDeferred(List<DeferredEvent> changed) {
    return with(pending, changed, handled, tracking, fence);
  }

  public SnapshotExtras withHandled(HandledEventIds changed) {
    return with(pending, deferred, changed, tracking, fence);
  }

  public SnapshotExtras withTracking(Tracking changed) {
    return with(pending, deferred, handled, changed, fence);
  }

  /** Returns these parts without the event of a finding, as it is handled now. */
  public SnapshotExtras withoutFinding() {
    return withTracking(tracking.withFinding(null));
  }

  public SnapshotExtras withFence(HostFence changed) {
    return with(pending, deferred, handled, tracking, changed);
  }

  private SnapshotExtras with(
      List<PendingEvent> pending,
      List<DeferredEvent> deferred,
      HandledEventIds handled,
      Tracking tracking,
      HostFence fence) {
    return new SnapshotExtras(
        history,
        pending,
        nextSequence,
        deferred,
        handled,
        invocations,
        fields,
        tracking,
        output,
        fence);
  }

  /** Returns the state of the record counters. */
  public ProgressState progress() {
    return tracking.progress();
  }

  /** Returns the earliest instant at which elapsed time alone may cause a finding. */
  public long findingDeadline() {
    return tracking.deadline();
  }

  /** Returns the event of a finding that was not handled yet, or null. */
  public @Nullable FindingEvent finding() {
    return tracking.finding();
  }

  /**
   * Returns whether the event of a finding comes before all pending events; one that a rule denied
   * waits like them.
   */
  public boolean isFindingFirst() {
    FindingEvent finding = finding();
    return finding != null
        && (finding.denials() == 0
            || pending.isEmpty()
            || finding.isBefore(pending.get(0).due(), pending.get(0).sequence()));
  }

  /** Returns the instant of the first event; {@link #NEVER} if there is none. */
  public long firstDue() {
    FindingEvent finding = finding();
    if (finding != null && isFindingFirst()) {
      return finding.due();
    }
    return pending.isEmpty() ? NEVER : pending.get(0).due();
  }

  /** Returns the instant of the next step without an input; {@link #NEVER} if there is none. */
  public long due() {
    return Math.min(firstDue(), findingDeadline());
  }

  /** Returns this, or the shared object if all parts are empty. */
  public SnapshotExtras orShared() {
    return equals(NONE) ? NONE : this;
  }

  /**
   * Progress of an agent.
   *
   * @param progress state of the record counters
   * @param deadline earliest instant at which elapsed time alone may cause a finding; {@link
   *     #NEVER}
   * @param finding event of the newest finding, until it is handled
   */
  public record Tracking(ProgressState progress, long deadline, @Nullable FindingEvent finding) {
    /** No progress. */
    public static final Tracking NONE = new Tracking(ProgressState.NONE, NEVER, null);

    public Tracking withFinding(@Nullable FindingEvent changed) {
      return new Tracking(progress, deadline, changed);
    }

    /** Returns the tracking of an instance that ended. */
    public Tracking ended() {
      return new Tracking(progress, NEVER, null);
    }
  }

  /**
   * Event of a finding, which comes before all timers and deferred events.
   *
   * @param due instant of its record or of its retry, in epoch milliseconds
   * @param sequence order of a retry among pending events of one instant; {@link #FIRST}
   * @param denials number of denials by rules; a retry if positive
   */
  public record FindingEvent(
      String event, Map<String, ?> data, long due, long sequence, int denials) {
    /** Sequence of an event that no rule denied. */
    public static final long FIRST = -1;

    /** Returns whether it comes before a pending event. */
    public boolean isBefore(long otherDue, long otherSequence) {
      return due < otherDue || (due == otherDue && sequence < otherSequence);
    }

    /** Returns this event after one more denial, see {@link PendingEvent#retry}. */
    public FindingEvent retry(long now, long number) {
      return new FindingEvent(
          event, data, now + PendingEvent.retryDelay(denials), number, denials + 1);
    }
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
