package dev.statute.turns.store;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The closed vocabularies of agent turns; formats and stores write each as its {@code word()}. */
public final class TurnStatuses {
  private TurnStatuses() {}

  /**
   * The one of a vocabulary that a word stands for.
   *
   * @throws IllegalArgumentException if none does
   */
  public static <E extends Enum<E>> E of(Class<E> vocabulary, String word) {
    return Enum.valueOf(vocabulary, word.toUpperCase(Locale.ROOT));
  }

  /** The one of a vocabulary that a word stands for, or null. */
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

  /** What an agent is doing. */
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

  /** What a row of the inbox asks for or brings. */
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

  /** How far a row of the inbox is. */
  public enum InboxStatus {
    /** Nobody has begun with it. */
    QUEUED,
    /** It has a turn, and waits for a worker. */
    PENDING,
    /** Put off for a moment. */
    DEFERRED,
    /** A worker is at it. */
    PROCESSING,
    /** Done with. */
    CONSUMED,
    /** It could not be meant. */
    ERROR,
    /** Kept to be seen, and without effect. */
    SKIPPED;

    private final String word = lower(this);

    public String word() {
      return word;
    }
  }

  /** How far an awaited tool call is. */
  public enum CallStatus {
    WAITING,
    /** A report is there and put off. */
    RECEIVED,
    APPLIED,
    /** Its time was up. */
    EXPIRED,
    /** Its turn ended without it. */
    DROPPED;

    private final String word = lower(this);

    public String word() {
      return word;
    }

    /** Whether its turn still waits for it. */
    public boolean isOpen() {
      return this == WAITING || this == RECEIVED;
    }
  }

  /** How a tool call went. */
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

  /** How far a turn is; the last three are its end, and the outcome of its deliverable. */
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

  /** What an edge of the execution graph stands for. */
  public enum Primitive {
    ENQUEUE,
    REPORT,
    JOIN;

    private final String word = lower(this);

    public String word() {
      return word;
    }
  }

  /** The direction of an edge. */
  public enum Phase {
    REQUEST,
    RESPONSE;

    private final String word = lower(this);

    public String word() {
      return word;
    }
  }
}
