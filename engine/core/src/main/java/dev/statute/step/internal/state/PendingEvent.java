package dev.statute.step.internal.state;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pending event: a timer, delayed send or retry at an instant.
 *
 * @param due epoch milliseconds
 * @param sequence order among events of one instant
 * @param kind kind of the event
 * @param owner number of the named timer, or of the state of an {@code after}
 * @param index index of the instant in the timer's list, or of the {@code after} in the state, from
 *     0
 * @param send set for a send
 * @param event set for a retried event
 * @param denials number of denials by rules; a retry if positive
 */
public record PendingEvent(
    long due,
    long sequence,
    Kind kind,
    int owner,
    int index,
    @Nullable PendingSend send,
    SnapshotExtras.@Nullable DeferredEvent event,
    int denials)
    implements Comparable<PendingEvent> {
  private static final long INITIAL_RETRY_DELAY = 1_000;
  private static final long MAX_RETRY_DELAY = 3_600_000;
  private static final int MAX_DOUBLINGS = 12;

  public PendingEvent(
      long due, long sequence, Kind kind, int owner, int part, @Nullable PendingSend send) {
    this(due, sequence, kind, owner, part, send, null, 0);
  }

  /** Kind of a pending event. */
  public enum Kind {
    TIMER,
    AFTER,
    SEND,
    /** Event that no sender would repeat: a deferred one, or one of another instance. */
    EVENT
  }

  /**
   * Delayed send.
   *
   * @param to null = to itself
   */
  public record PendingSend(
      String event, Map<String, ?> data, @Nullable String to, @Nullable String id) {}

  /**
   * Returns this event after one more denial. The delay is a second first, then doubled each time,
   * at most an hour: a lifted veto takes effect after about the time that it lasted, and a
   * permanent one costs little.
   */
  public PendingEvent retry(long now, long number) {
    return new PendingEvent(
        now + retryDelay(denials), number, kind, owner, index, send, event, denials + 1);
  }

  /** Returns the milliseconds until the retry of an event that was denied so often before. */
  static long retryDelay(int denials) {
    return Math.min(MAX_RETRY_DELAY, INITIAL_RETRY_DELAY << Math.min(denials, MAX_DOUBLINGS));
  }

  /** Returns this event with another owner, for another chart. */
  public PendingEvent withOwner(int newOwner, int newPart) {
    return new PendingEvent(due, sequence, kind, newOwner, newPart, send, event, denials);
  }

  @Override
  public int compareTo(PendingEvent other) {
    int byDue = Long.compare(due, other.due);
    return byDue != 0 ? byDue : Long.compare(sequence, other.sequence);
  }
}
