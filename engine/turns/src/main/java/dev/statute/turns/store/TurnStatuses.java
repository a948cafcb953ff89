package dev.statute.turns.store;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Closed vocabularies of agent turns; formats and stores write each value as its {@code word()}.
 */
public final class TurnStatuses {
  private TurnStatuses() {}

  /**
   * Returns the value of a vocabulary with this word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static <E extends Enum<E>> E of(Class<E> vocabulary, String word) {
    return Enum.valueOf(vocabulary, word.toUpperCase(Locale.ROOT));
  }

  /** Returns the value of a vocabulary with this word, or null. */
  public static <E extends Enum<E>> @Nullable E find(Class<E> vocabulary, String word) {
    for (E each : vocabulary.getEnumConstants()) {
      if (lower(each).equals(word)) {
        return each;
      }
    }
    return null;
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }

  /** Status of an agent. */
  public enum HeadStatus {
    IDLE,
    DISPATCHED,
    RUNNING,
    SUSPENDED;

    private final String word = lower(this);

    public String word() {
      return word;
    }
  }

  /** Type of an inbox row. */
  public enum MessageType {
    TURN,
    UI_ACTION,
    TOOL_RESULT,
    TIMEOUT,
    STOP;

    private final String word = lower(this);

    public String word() {
      return word;
    }
  }

  /** Status of an inbox row. */
  public enum InboxStatus {
    /** Not started. */
    QUEUED,
    /** It has a turn, and waits for a worker. */
    PENDING,
    /** Deferred for a moment. */
    DEFERRED,
    /** A worker processes it. */
    PROCESSING,
    /** Finished. */
    CONSUMED,
    /** Malformed. */
    ERROR,
    /** Kept for inspection, without effect. */
    SKIPPED;

    private final String word = lower(this);

    public String word() {
      return word;
    }
  }

  /** Status of an awaited tool call. */
  public enum CallStatus {
    WAITING,
    /** Its report is stored and deferred. */
    RECEIVED,
    APPLIED,
    /** Its deadline passed. */
    EXPIRED,
    /** Its turn ended without it. */
    DROPPED;

    private final String word = lower(this);

    public String word() {
      return word;
    }

    /** Tests for a call that its turn still awaits. */
    public boolean isOpen() {
      return this == WAITING || this == RECEIVED;
    }
  }

  /** Result status of a tool call. */
  public enum ToolStatus {
    SUCCESS,
    FAILED,
    CANCELED,
    TIMEOUT,
    PARTIAL;

    private final String word = lower(this);

    public String word() {
      return word;
    }
  }

  /** Status of a turn; the last three are its end, and the outcome of its deliverable. */
  public enum TurnStatus {
    DISPATCHED,
    RUNNING,
    SUSPENDED,
    SUCCESS,
    FAILED,
    STOPPED;

    private final String word = lower(this);

    public String word() {
      return word;
    }

    public boolean isEnded() {
      return compareTo(SUCCESS) >= 0;
    }
  }

  /** Operation of an edge of the execution graph. */
  public enum Primitive {
    ENQUEUE,
    REPORT,
    JOIN;

    private final String word = lower(this);

    public String word() {
      return word;
    }
  }

  /** Direction of an edge. */
  public enum Phase {
    REQUEST,
    RESPONSE;

    private final String word = lower(this);

    public String word() {
      return word;
    }
  }
}
