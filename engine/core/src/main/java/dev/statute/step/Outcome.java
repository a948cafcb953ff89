package dev.statute.step;

import static java.util.stream.Collectors.joining;

import dev.statute.problem.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a step. {@code configuration} and {@code from} are the active atomic states after and
 * before, in document order; of a finished instance, the final state in which it ended.
 */
public sealed interface Outcome {
  List<String> configuration();

  /** Returns the name of the kind in output formats. */
  String kind();

  /** Returns the trace of the step. */
  Trace trace();

  /** Returns this outcome with another trace. */
  Outcome withTrace(Trace trace);

  /** Returns the active atomic states before the step. */
  default List<String> from() {
    return configuration();
  }

  /** Returns a stable code of the reason of a refusal; null if the kind is reason enough. */
  default @Nullable String code() {
    return null;
  }

  /** Returns the reason of a refusal as text for people, or null. */
  default @Nullable String message() {
    return null;
  }

  /** The instance was started. */
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

  /** One or more transitions were taken, or a timer did its work. */
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

  /** A record was counted, and no transition was taken. */
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
   * The chart does not wait for the event, or a rule had it ignored.
   *
   * @param acceptedEvents descriptors of the events that would be handled now
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

  /** Transitions wait for the event, and none was enabled. */
  record Blocked(List<String> configuration, List<BlockedCandidate> candidates, Trace trace)
      implements Outcome {
    @Override
    public String kind() {
      return "blocked";
    }

    /** Returns why no candidate was enabled, in one line. */
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
   * A policy vetoed the step; nothing changed.
   *
   * @param code {@code rule-error} if a rule failed, else null
   * @param message the decisive reason
   * @param rule the rule that vetoed
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
   * The event was kept for later.
   *
   * @param until the states in which it will be handled
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
   * The input is not acceptable; nothing changed.
   *
   * @param field the faulty field of the payload, or null
   * @param expected the acceptable value or type, or null
   * @param found the given value or type, or null
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
   * An input with this id was handled before.
   *
   * @param outcome kind of the outcome it had
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
   * The step was rolled back; nothing changed.
   *
   * @param code {@code error}, {@code requires}, {@code budget} or {@code livelock}
   * @param place of the cause, or null
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
