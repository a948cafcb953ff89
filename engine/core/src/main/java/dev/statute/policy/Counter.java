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
  DUPLICATE_MESSAGE("duplicateMessage"),

  /** Actions since one brought something that was not known. */
  SINCE_NEW("sinceNew"),
  /** Actions since one changed the state of the work. */
  SINCE_CHANGE("sinceChange"),
  /** Actions since one did either; waiting does not count. */
  SINCE_GAIN("sinceGain"),
  /** How many of the last eight actions brought something new. */
  NOVELTY_OF_8("noveltyOf8"),
  /** Look-ups that gave nothing or failed, with nothing new between. */
  EMPTY_STREAK("emptyStreak"),
  /** Replies in a row that did not parse. */
  FORMAT_STREAK("formatStreak"),
  /** The same action with the same result, in a row. */
  SAME_ACTION_RESULT("sameActionResult"),
  /** The same action failing, in a row, whatever the error says. */
  SAME_ACTION_FAIL("sameActionFail"),
  /** The same action and result among the last 14, with the state unchanged. */
  INTERLEAVED("interleaved"),
  /** The same edit, word for word, with no other edit between. */
  VERBATIM_EDITS("verbatimEdits"),
  /** Edits in a row that left their file as it was. */
  NOOP_EDITS("noopEdits"),
  /** Failures in a row with the same error, whatever was tried. */
  ERROR_KEY_STREAK("errorKeyStreak"),
  /** Failures in a row of the same class, by any tool. */
  ERROR_CLASS_STREAK("errorClassStreak"),
  /** Edits rejected with one class of error, with no successful edit and no news between. */
  REJECTED_EDITS("rejectedEdits"),
  /**
   * Failures of this tool on this file with this class of error among the last 8, with no success.
   */
  FAILS_ON_TARGET("failsOnTarget"),
  /** How often this action failed with this error in the whole run; half if the state had moved. */
  REPEATED_FAILURE("repeatedFailure"),
  /** The same result of the same tool in a row, whatever the arguments. */
  SAME_TOOL_RESULT("sameToolResult"),
  /** Rounds of edit and run in which the same command gave the same verdict. */
  INEFFECTIVE_ROUNDS("ineffectiveRounds"),
  /** Edits since something was run. */
  EDITS_SINCE_RUN("editsSinceRun"),
  /** How often the content of the file just edited went back to what it was before. */
  REVERTS("reverts"),
  /** Calls in a row that only say something. */
  TALK_ONLY("talkOnly"),
  /** Equal messages or thoughts in a row with no action between. */
  SAME_MESSAGES("sameMessages"),
  /** How often the tail of the streamed text repeats itself. */
  CHANT("chant"),
  /** Condensations with no action between. */
  CONDENSATIONS("condensations"),
  /** Denials of permission after the first. */
  DENIALS("denials"),
  /** Reports of sub-agents that were stuck, in a row. */
  STUCK_SUB_AGENTS("stuckSubAgents"),
  /** Reviews in a row that asked for a revision. */
  REVISIONS("revisions"),
  /** Test runs in which two failing sets take turns. */
  TEST_FLIPS("testFlips"),
  /** Whether a judge, asked twice if twice, is sure that this is a loop: 1 or 0. */
  JUDGED("judged"),
  /** Actions since the user last spoke. */
  CALLS_SINCE_USER("callsSinceUser");

  private static final Map<String, Counter> BY_NAME = new LinkedHashMap<>();

  static {
    for (Counter counter : values()) {
      BY_NAME.put(counter.text, counter);
    }
  }

  private static final int COUNT = values().length;
  private final String text;

  Counter(String text) {
    this.text = text;
  }

  /** Its place in the order, from 0. */
  @SuppressWarnings("EnumOrdinal") // the one place that says the order is the index
  public int index() {
    return ordinal();
  }

  /** How many there are. */
  public static int count() {
    return COUNT;
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
