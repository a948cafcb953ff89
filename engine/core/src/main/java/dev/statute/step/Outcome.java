package dev.statute.step;

import dev.statute.problem.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a step. {@code configuration} and {@code from} are the active atomic states after
 * and before, in document order; of a finished instance, the final state it ended in.
 */
public sealed interface Outcome {
  List<String> configuration();

  /** The word for it in formats. */
  String kind();

  /** What happened on the way. */
  default Trace trace() {
    return Trace.NONE;
  }

  /** The active atomic states before. */
  default List<String> from() {
    return configuration();
  }

  /** A stable word for why it was refused; null where the kind says all. */
  default @Nullable String code() {
    return null;
  }

  /** The same for people. */
  default @Nullable String message() {
    return null;
  }

  /** The instance exists and rests. */
  record Started(List<String> configuration, Trace trace) implements Outcome {
    @Override
    public String kind() {
      return "started";
    }

    @Override
    public List<String> from() {
      return List.of();
    }
  }

  /** One or more transitions ran, or a timer did what it is for. */
  record Taken(List<String> from, List<String> configuration, Trace trace) implements Outcome {
    @Override
    public String kind() {
      return "taken";
    }
  }

  /** A record was counted, and no transition ran. */
  record Recorded(List<String> configuration, Trace trace) implements Outcome {
    @Override
    public String kind() {
      return "recorded";
    }
  }

  /**
   * Nothing listens, or a rule had the event ignored.
   *
   * @param heard the descriptors that would be heard now
   * @param message the rule's reason, or null
   */
  record Ignored(
      List<String> configuration, List<String> heard, @Nullable String message, Trace trace)
      implements Outcome {
    @Override
    public String kind() {
      return "ignored";
    }
  }

  /** Something listens, and nothing of it was enabled. */
  record Blocked(List<String> configuration, List<Tried> candidates, Trace trace)
      implements Outcome {
    @Override
    public String kind() {
      return "blocked";
    }
  }

  /**
   * A policy vetoed it; nothing changed.
   *
   * @param code {@code rule-error} where a rule failed, else null
   * @param message the decisive reason
   * @param rule whose veto it was
   * @param place of the rule
   */
  record Denied(
      List<String> configuration,
      @Nullable String code,
      String message,
      String rule,
      Place place,
      Trace trace)
      implements Outcome {
    @Override
    public String kind() {
      return "denied";
    }
  }

  /**
   * Kept.
   *
   * @param until the states in which it will be heard
   */
  record Deferred(List<String> configuration, List<String> until) implements Outcome {
    @Override
    public String kind() {
      return "deferred";
    }
  }

  /**
   * Not acceptable; nothing changed.
   *
   * @param field the payload's field it is about, or null
   * @param expected what would have been acceptable, or null
   * @param found what was there instead, or null
   */
  record Rejected(
      List<String> configuration,
      String code,
      String message,
      @Nullable String field,
      @Nullable String expected,
      @Nullable String found,
      Trace trace)
      implements Outcome {
    public Rejected(List<String> configuration, String code, String message) {
      this(configuration, code, message, null, null, null, Trace.NONE);
    }

    @Override
    public String kind() {
      return "rejected";
    }
  }

  /**
   * This id was handled before.
   *
   * @param outcome the kind it had then
   * @param sequence {@link Snapshot#sequence()} after that step
   */
  record Duplicate(List<String> configuration, String outcome, long sequence) implements Outcome {
    @Override
    public String kind() {
      return "duplicate";
    }
  }

  /**
   * Rolled back; nothing changed.
   *
   * @param code {@code error}, {@code requires}, {@code microsteps} or {@code livelock}
   * @param place of what failed, or null
   */
  record Failed(
      List<String> configuration, String code, String message, @Nullable Place place, Trace trace)
      implements Outcome {
    @Override
    public String kind() {
      return "failed";
    }
  }
}
