package dev.statute.policy.spi;

import dev.statute.policy.Settings;
import dev.statute.policy.base.Counter;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Predicate;

/**
 * Factory of progress trackers: the port through which the interpreter counts records. The
 * implementation is a service found by {@link ServiceLoader}, or is given with the compile options.
 * Stateless, thread-safe.
 */
public interface ProgressTrackerFactory {
  /** Words for the kinds of work that a tool call can do. */
  List<String> EFFECTS =
      List.of(
          "EXEC",
          "READ",
          "SEARCH",
          "PAGE",
          "POLL",
          "CLOCK",
          "EDIT",
          "EXEC_WRITE",
          "TEST",
          "THINK",
          "MSG",
          "HANDOFF",
          "FORMAT",
          "SUBMIT");

  /**
   * Returns the implementation on the class path. Without one, the result is not {@linkplain
   * #isAvailable available} and rejects every record.
   */
  static ProgressTrackerFactory installed() {
    return InstalledTrackerFactory.INSTANCE;
  }

  /** False for the substitute of a missing implementation. */
  default boolean isAvailable() {
    return true;
  }

  /**
   * Returns a tracker for the instances of one chart revision. State that only unread facts and
   * counters need is not kept.
   *
   * @param facts types of facts that rules read
   * @param counters counters that rules or the chart read
   * @param arguments whether rules read the arguments of recent calls
   */
  ProgressTracker tracker(
      Settings settings, Predicate<Class<?>> facts, Predicate<Counter> counters, boolean arguments);

  /** Returns a tracker that keeps the state of all facts and counters. */
  default ProgressTracker tracker(Settings settings) {
    return tracker(settings, fact -> true, counter -> true, true);
  }

  /**
   * Restores a state from its stored form.
   *
   * @param stored result of {@link ProgressState#toMap}
   * @throws IllegalArgumentException if it is anything else; the message names the wrong part
   */
  ProgressState restore(Map<String, ?> stored);

  /** Reports {@code P305} for each part of a setting's value that the tracker cannot use. */
  void checkSetting(SourceText name, Object value, ProblemCollector problems);

  /** Returns whether records of a type are counted; records of other types are only kept. */
  boolean isKnownType(String type);
}
