package dev.statute.turns;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Answer of the protocol. Only {@link Kind#DONE} and {@link Kind#PUT_OFF} changed a turn.
 *
 * @param message for people
 * @param inbox the inbox row concerned, or null
 * @param turn the turn concerned, or null
 */
public record Ack(Kind kind, String message, @Nullable Long inbox, @Nullable String turn) {
  /** Kinds of answers; formats write each as its {@code word()}. */
  public enum Kind {
    DONE,
    /** A repetition of something already done. */
    DUPLICATE,
    /** A result after its timeout: stored, without effect. */
    LATE,
    /** Too early: it is reconsidered automatically. */
    PUT_OFF,
    /** Stored, without effect: it concerns something that is over. */
    IGNORED,
    /** Stored, without effect: it is malformed. */
    MALFORMED,
    /** The worker no longer holds this turn: stop at once. */
    LOST,
    /** A rule or the chart refuses it; a worker still holds its turn. */
    REFUSED,
    /** The agent has a turn; nothing was written. */
    AGENT_BUSY,
    /** Only a queued request can be cancelled. */
    NOT_QUEUED,
    /** There is no such agent. */
    UNKNOWN_AGENT,
    /** The chart of the agent is not registered. */
    UNKNOWN_CHART,
    /** The inbox row of the turn is missing or illegal. */
    PROTOCOL_ERROR,
    /** The chart failed, or made a call that cannot be executed. */
    CHART_ERROR;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static Ack of(Kind kind, String message) {
    return new Ack(kind, message, null, null);
  }

  /** Tests for acceptance, now or before. */
  public boolean isAccepted() {
    return kind == Kind.DONE || kind == Kind.DUPLICATE;
  }
}
