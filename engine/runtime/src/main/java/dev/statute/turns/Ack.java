package dev.statute.turns;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the protocol says to whoever told it something. Only {@link Kind#DONE} and {@link
 * Kind#PUT_OFF} have changed anything for a turn.
 *
 * @param message for people
 * @param inbox the inbox row it is about, or null
 * @param turn the turn it is about, or null
 */
public record Ack(Kind kind, String message, @Nullable Long inbox, @Nullable String turn) {
  /** The kinds of answers; formats write each as its {@code word()}. */
  public enum Kind {
    DONE,
    /** It was told before, and is done. */
    DUPLICATE,
    /** A result after its timeout: kept, without effect. */
    LATE,
    /** Too early: it is looked at again by itself. */
    PUT_OFF,
    /** Kept, without effect: it is about something that is over. */
    IGNORED,
    /** Kept, without effect: it could not be meant. */
    MALFORMED,
    /** The worker holds this turn no more: stop at once. */
    LOST,
    /** A rule or the chart refuses it; the worker still holds its turn. */
    REFUSED,
    /** The agent has a turn; nothing was written. */
    AGENT_BUSY,
    /** Only what is queued can be cancelled. */
    NOT_QUEUED,
    /** There is no such agent. */
    UNKNOWN_AGENT,
    /** Nobody registered the chart that the agent runs. */
    UNKNOWN_CHART,
    /** The inbox row of the turn is missing or illegal. */
    PROTOCOL_ERROR,
    /** The chart failed, or said something that cannot be carried out. */
    CHART_ERROR;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static Ack of(Kind kind, String message) {
    return new Ack(kind, message, null, null);
  }

  /** Whether it was accepted, now or before. */
  public boolean isAccepted() {
    return kind == Kind.DONE || kind == Kind.DUPLICATE;
  }
}
