package dev.statute.policy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a {@link Progress}, in the order in which they are listed. Charts know them as
 * {@code progress.<name>}, rules as fields of the fact.
 */
public enum Counter {
  /** Tool calls. */
  CALLS("calls"),
  /** Tool calls that succeeded. */
  SUCCESSES("successes"),
  /** Tool calls that failed. */
  FAILURES("failures"),
  /** Failures with a text since the last success. */
  CONSECUTIVE_ERRORS("consecutiveErrors"),
  /** Different files whose content was reported changed. */
  FILES_MODIFIED("filesModified"),
  /** Tool calls that ran a command. */
  COMMANDS("commands"),
  /** Test runs. */
  TESTS("tests"),
  /** Test runs that passed. */
  TESTS_PASSED("testsPassed"),
  /** Test runs that failed. */
  TESTS_FAILED("testsFailed"),
  /** Messages of the agent. */
  MESSAGES("messages"),
  /** Number of the current phase; 0 before the first. */
  PHASE("phase"),
  /** Phases completed. */
  PHASES_COMPLETED("phasesCompleted"),
  /** How many phases there will be; 0 if unknown. */
  PHASES_TOTAL("phasesTotal"),

  /** Actions in the window, at most {@code max_recent_actions}. */
  RECENT_ACTIONS("recentActions"),
  /** Length of the run of equal entries (target and text) at the end of the error window. */
  SAME_FAILURE("sameFailure"),
  /** Length of the run of actions A,B,A,B… by file at the end of the window. */
  ALTERNATION("alternation"),
  /** Different targets among the last {@code no_progress_window} actions. */
  TARGETS("targets"),
  /** Different targets of its successes. */
  SUCCESSFUL_TARGETS("successfulTargets"),
  /** Its successes that had a target. */
  TARGETED_SUCCESSES("targetedSuccesses"),
  /** Its successes of tools that are not in {@code read_only_tools}. */
  WORK_SUCCESSES("workSuccesses"),
  /** Different tools that succeeded in it. */
  SUCCESSFUL_TOOLS("successfulTools"),
  /** File changes ever reported. */
  FILE_CHANGES("fileChanges"),
  /** If this record is a message with the text of a recent one: how often it was said; else 0. */
  DUPLICATE_MESSAGE("duplicateMessage");

  private static final Map<String, Counter> BY_NAME = new LinkedHashMap<>();

  static {
    for (Counter counter : values()) {
      BY_NAME.put(counter.text, counter);
    }
  }

  private final String text;

  Counter(String text) {
    this.text = text;
  }

  /** Its place in the order, from 0. */
  @SuppressWarnings("EnumOrdinal") // the one place that says the order is the index
  public int index() {
    return ordinal();
  }

  /** The name in charts and rules. */
  public String text() {
    return text;
  }

  /** The counter of that name, or null. */
  public static @Nullable Counter of(String name) {
    return BY_NAME.get(name);
  }
}
