package dev.statute.step.internal.model;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that will happen by itself at an instant.
 *
 * @param due epoch milliseconds
 * @param sequence settles the order of what is due at one instant
 * @param kind what it is
 * @param owner number of the named timer, or of the state of an {@code after}
 * @param part which instant of the timer's list, or which {@code after} of the state, from 0
 * @param send set for a send
 */
public record Pending(
    long due, long sequence, Kind kind, int owner, int part, @Nullable Sending send)
    implements Comparable<Pending> {
  /** What can be due. */
  public enum Kind {
    TIMER,
    AFTER,
    SEND,
    /** The event of a finding. */
    STUCK
  }

  /**
   * A send that waits.
   *
   * @param to null = to itself
   */
  public record Sending(
      String event, Map<String, ?> data, @Nullable String to, @Nullable String id) {}

  @Override
  public int compareTo(Pending other) {
    int byDue = Long.compare(due, other.due);
    return byDue != 0 ? byDue : Long.compare(sequence, other.sequence);
  }
}
