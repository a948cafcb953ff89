package dev.statute.policy.base;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counters of a {@code Progress}, in the order in which they are listed. Charts read them as {@code
 * progress.<name>}, rules as fields of the fact. An action is a tool call that the tool catalogue
 * does not exempt. Counters of repetition start again with a message of the user and with a phase.
 */
public enum Counter {
  /** Tool calls of the run. */
  CALLS("calls"),
  /** Tool calls of the run that succeeded. */
  SUCCESSES("successes"),
  /** Tool calls of the run that failed. */
  FAILURES("failures"),
  /**
   * Failed tool calls since the last success or the start of the phase. A failure without an error
   * text neither counts nor resets.
   */
  CONSECUTIVE_ERRORS("consecutiveErrors"),
  /**
   * Different files that changed, by a {@code file_change}, by a successful call with a {@code
   * content_hash}, or by name of a successful edit.
   */
  FILES_MODIFIED("filesModified"),
  /** Tool calls of the run that ran a command. */
  COMMANDS("commands"),
  /** Records of type {@code test}. */
  TESTS("tests"),
  /** Records of type {@code test} that passed. */
  TESTS_PASSED("testsPassed"),
  /** Records of type {@code test} that failed. */
  TESTS_FAILED("testsFailed"),
  /** Records of type {@code message}. */
  MESSAGES("messages"),
  /** Number of the current phase; 0 before the first. */
  PHASE("phase"),
  /** Phases that ended. */
  PHASES_COMPLETED("phasesCompleted"),
  /**
   * Expected number of phases: the setting {@code phase_count}, or the number of the current phase
   * if that is higher.
   */
  PHASES_TOTAL("phasesTotal"),

  /**
   * Calls in the window of actions, at most {@code max_recent_actions}. A new phase empties the
   * window.
   */
  RECENT_ACTIONS("recentActions"),
  /** Successful calls in the window of actions. */
  RECENT_SUCCESSES("recentSuccesses"),
  /** Failed calls in the window of actions. */
  RECENT_FAILURES("recentFailures"),
  /** Newest entries in a row of the error window that have the same target and the same text. */
  SAME_FAILURE("sameFailure"),
  /** Newest calls in a row with files that alternate A, B, A, B; 0 if they do not. */
  ALTERNATION("alternation"),
  /** Different targets of the last {@code no_progress_window} calls. */
  TARGETS("targets"),
  /** Different targets of the successful calls among the last {@code no_progress_window}. */
  SUCCESSFUL_TARGETS("successfulTargets"),
  /** Successful calls with a target among the last {@code no_progress_window}. */
  TARGETED_SUCCESSES("targetedSuccesses"),
  /**
   * Successful calls among the last {@code no_progress_window} of tools that are not in {@code
   * read_only_tools}.
   */
  WORK_SUCCESSES("workSuccesses"),
  /** Different tools of the successful calls among the last {@code no_progress_window}. */
  SUCCESSFUL_TOOLS("successfulTools"),
  /**
   * Reports of a file's content, by a {@code file_change} or by a successful call with a {@code
   * content_hash}.
   */
  FILE_CHANGES("fileChanges"),
  /**
   * Times that the text of this message was sent, this one included, if it is among the last {@code
   * max_recent_messages} different texts; else 0.
   */
  DUPLICATE_MESSAGE("duplicateMessage"),
  /**
   * Calls that a guard of the host refused ({@code error_kind: veto}), of any agent and whatever
   * call, since the user's last message, the start of the phase, or {@code clear_after} actions
   * with a gain after the last refusal.
   */
  REFUSALS("refusals"),
  /**
   * Failures of the infrastructure in a row, such as rate limits and servers that do not answer,
   * with no other result of a call between. Parallel ones count once, and one after a longer wait
   * than any before does not count.
   */
  OUTAGES("outages"),

  /** Actions in a row without a new result. Waiting does not count. */
  SINCE_NEW("sinceNew"),
  /**
   * Actions in a row without a change of the work: an edit with new content, a write command, a
   * different test result. Waiting does not count.
   */
  SINCE_CHANGE("sinceChange"),
  /**
   * Actions in a row with neither a new result nor a change of the work. Waiting does not count.
   */
  SINCE_GAIN("sinceGain"),
  /** Actions with a new result among the last eight. */
  NOVELTY_OF_8("noveltyOf8"),
  /** Look-ups that found nothing or failed since the last success with a new result. */
  EMPTY_STREAK("emptyStreak"),
  /** Replies in a row that could not be parsed. */
  FORMAT_STREAK("formatStreak"),
  /** Times in a row that this action gave this result; 1 the first time. */
  SAME_ACTION_RESULT("sameActionResult"),
  /**
   * Times in a row that this action gave this result, except for one word, always at the same
   * place, that looks like an id; 1 the first time, and 0 for a result without such a word.
   */
  SAME_BUT_FOR_ID("sameButForId"),
  /** Times in a row that this action failed, with any error; 0 if it succeeded. */
  SAME_ACTION_FAIL("sameActionFail"),
  /**
   * Times that this action gave this result among the last 14 actions, with no change of the work
   * between.
   */
  INTERLEAVED("interleaved"),
  /**
   * Times that the newest edit was made word for word, with no other edit and no new result
   * between; 1 the first time.
   */
  VERBATIM_EDITS("verbatimEdits"),
  /** Edits of one file in a row that left it as it was. */
  NOOP_EDITS("noopEdits"),
  /** Failed actions in a row with the same error, with any tool and arguments. */
  ERROR_KEY_STREAK("errorKeyStreak"),
  /** Failed actions in a row with the same error class, with any tool and arguments. */
  ERROR_CLASS_STREAK("errorClassStreak"),
  /**
   * Rounds in a row in which calls failed, for whatever reason, and none worked. Thoughts,
   * messages, waits and failed tests neither count nor end it.
   */
  FAILURE_STREAK("failureStreak"),
  /**
   * Edits rejected with the same error class, with no successful edit and no new result between.
   */
  REJECTED_EDITS("rejectedEdits"),
  /**
   * Failures of this tool on this file with this error class among the last eight actions, with no
   * success between; 0 if this action succeeded.
   */
  FAILS_ON_TARGET("failsOnTarget"),
  /**
   * Times that the newest failed action failed with this error in the run; a repetition counts half
   * if the work changed between.
   */
  REPEATED_FAILURE("repeatedFailure"),
  /**
   * Times in a row that this tool gave this result, with any arguments; 0 if the result is empty,
   * the action changed the work, or it only waits.
   */
  SAME_TOOL_RESULT("sameToolResult"),
  /** Rounds of edit and run in which the same command gave the same result. */
  INEFFECTIVE_ROUNDS("ineffectiveRounds"),
  /** Successful edits since the last command or test was run. */
  EDITS_SINCE_RUN("editsSinceRun"),
  /** Edits in a row that returned the file edited last to an earlier content. */
  REVERTS("reverts"),
  /**
   * Actions in a row that only think or send a message. A thought, plan or question of a tool that
   * was not there before neither counts nor ends it.
   */
  TALK_ONLY("talkOnly"),
  /** Equal messages or thoughts in a row with no action between; 1 the first time. */
  SAME_MESSAGES("sameMessages"),
  /** Times that the end of the streamed text repeats itself; 0 if it does not. */
  CHANT("chant"),
  /** Condensations of the context with no action between. */
  CONDENSATIONS("condensations"),
  /**
   * Denied permissions after the first one, since the user's last message or the start of the
   * phase.
   */
  DENIALS("denials"),
  /** Reports of sub-agents in a row in which the sub-agent was stuck. */
  STUCK_SUB_AGENTS("stuckSubAgents"),
  /** Review verdicts in a row that ask for a revision. */
  REVISIONS("revisions"),
  /**
   * Test runs in a row in which two sets of failing tests alternate, at most 8; 0 if the tests
   * pass.
   */
  TEST_FLIPS("testFlips"),
  /**
   * 1 if a judge called this a loop with at least {@code judge_confidence}, else 0. A second
   * judgement must agree.
   */
  JUDGED("judged"),
  /** Actions since the user's last message or the start of the phase. */
  CALLS_SINCE_USER("callsSinceUser");

  private static final Map<String, Counter> BY_NAME = new LinkedHashMap<>();

  static {
    for (Counter counter : values()) {
      BY_NAME.put(counter.text, counter);
    }
  }

  private static final List<Counter> ALL = List.of(values());
  private final String text;

  Counter(String text) {
    this.text = text;
  }

  /** Returns the position in the order, from 0. */
  @SuppressWarnings("EnumOrdinal") // the order of the constants is the index
  public int index() {
    return ordinal();
  }

  /** Returns the number of counters. */
  public static int count() {
    return ALL.size();
  }

  /** Returns the name in charts and rules. */
  public String text() {
    return text;
  }

  /** Returns the counter of that name, or null. */
  public static @Nullable Counter of(String name) {
    return BY_NAME.get(name);
  }

  /** Returns all counters, in order. */
  public static List<Counter> all() {
    return ALL;
  }

  /** Returns the names of all counters, in order. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(BY_NAME.keySet());
  }

  /**
   * Returns numbers in the order of the counters; those not named are 0.
   *
   * @throws IllegalArgumentException if there is no counter of a name
   */
  public static long[] numbers(Map<String, ? extends Number> byName) {
    long[] numbers = new long[ALL.size()];
    byName.forEach(
        (name, number) -> {
          Counter counter = of(name);
          if (counter == null) {
            throw new IllegalArgumentException("no counter is called '" + name + "'");
          }
          numbers[counter.index()] = number.longValue();
        });
    return numbers;
  }
}
