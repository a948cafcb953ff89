package dev.statute.step;

import static java.util.stream.Collectors.joining;

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
  Trace trace();

  /** The same with another trace. */
  Outcome withTrace(Trace trace);

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
    public Outcome withTrace(Trace trace) {
      return new Started(configuration, trace);
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

    @Override
    public Outcome withTrace(Trace trace) {
      return new Taken(from, configuration, trace);
    }
  }

  /** A record was counted, and no transition ran. */
  record Recorded(List<String> configuration, Trace trace) implements Outcome {
    @Override
    public String kind() {
      return "recorded";
    }

    @Override
    public Outcome withTrace(Trace trace) {
      return new Recorded(configuration, trace);
    }
  }

  /**
   * Nothing listens, or a rule had the event ignored.
   *
   * @param acceptedEvents the descriptors that would be heard now
   * @param message the rule's reason, or null
   */
  record Ignored(
      List<String> configuration,
      List<String> acceptedEvents,
      @Nullable String message,
      Trace trace)
      implements Outcome {
    @Override
    public String kind() {
      return "ignored";
    }

    @Override
    public Outcome withTrace(Trace trace) {
      return new Ignored(configuration, acceptedEvents, message, trace);
    }
  }

  /** Something listens, and nothing of it was enabled. */
  record Blocked(List<String> configuration, List<BlockedCandidate> candidates, Trace trace)
      implements Outcome {
    @Override
    public String kind() {
      return "blocked";
    }

    /** Why none of what listens was enabled, in one line. */
    @Override
    public String message() {
      return candidates.isEmpty()
          ? "something listens, and nothing of it was enabled"
          : candidates.stream().map(BlockedCandidate::reason).collect(joining("; "));
    }

    @Override
    public Outcome withTrace(Trace trace) {
      return new Blocked(configuration, candidates, trace);
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

    @Override
    public Outcome withTrace(Trace trace) {
      return new Denied(configuration, code, message, rule, place, trace);
    }
  }

  /**
   * Kept.
   *
   * @param until the states in which it will be heard
   */
  record Deferred(List<String> configuration, List<String> until, Trace trace) implements Outcome {
    public Deferred(List<String> configuration, List<String> until) {
      this(configuration, until, Trace.NONE);
    }

    @Override
    public String kind() {
      return "deferred";
    }

    @Override
    public Outcome withTrace(Trace trace) {
      return new Deferred(configuration, until, trace);
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

    @Override
    public Outcome withTrace(Trace trace) {
      return new Rejected(configuration, code, message, field, expected, found, trace);
    }
  }

  /**
   * This id was handled before.
   *
   * @param outcome the kind it had then
   * @param sequence {@link Snapshot#sequence()} after that step
   */
  record Duplicate(List<String> configuration, String outcome, long sequence, Trace trace)
      implements Outcome {
    public Duplicate(List<String> configuration, String outcome, long sequence) {
      this(configuration, outcome, sequence, Trace.NONE);
    }

    @Override
    public String kind() {
      return "duplicate";
    }

    @Override
    public Outcome withTrace(Trace trace) {
      return new Duplicate(configuration, outcome, sequence, trace);
    }
  }

  /**
   * Rolled back; nothing changed.
   *
   * @param code {@code error}, {@code requires}, {@code budget} or {@code livelock}
   * @param place of what failed, or null
   */
  record Failed(
      List<String> configuration, String code, String message, @Nullable Place place, Trace trace)
      implements Outcome {
    @Override
    public String kind() {
      return "failed";
    }

    @Override
    public Outcome withTrace(Trace trace) {
      return new Failed(configuration, code, message, place, trace);
    }
  }
}
