package dev.statute.step.internal.state;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that will happen by itself at an instant.
 *
 * @param due epoch milliseconds
 * @param sequence settles the order of what is due at one instant
 * @param kind what it is
 * @param owner number of the named timer, or of the state of an {@code after}
 * @param index which instant of the timer's list, or which {@code after} of the state, from 0
 * @param send set for a send
 * @param event set for an event that is offered again
 * @param denials how often rules denied it; after the first time it is owed
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
  public PendingEvent(
      long due, long sequence, Kind kind, int owner, int part, @Nullable PendingSend send) {
    this(due, sequence, kind, owner, part, send, null, 0);
  }

  /** What can be due. */
  public enum Kind {
    TIMER,
    AFTER,
    SEND,
    /** The event of a finding. */
    FINDING,
    /** An event that nobody would send again: one that was deferred, or comes from an instance. */
    EVENT
  }

  /**
   * A send that waits.
   *
   * @param to null = to itself
   */
  public record PendingSend(
      String event, Map<String, ?> data, @Nullable String to, @Nullable String id) {}

  /** The same after one more denial, at another instant. */
  public PendingEvent retryAt(long instant, long number) {
    return new PendingEvent(instant, number, kind, owner, index, send, event, denials + 1);
  }

  /** The same of another chart. */
  public PendingEvent withOwner(int newOwner, int newPart) {
    return new PendingEvent(due, sequence, kind, newOwner, newPart, send, event, denials);
  }

  @Override
  public int compareTo(PendingEvent other) {
    int byDue = Long.compare(due, other.due);
    return byDue != 0 ? byDue : Long.compare(sequence, other.sequence);
  }
}
