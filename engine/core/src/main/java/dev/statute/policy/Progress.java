package dev.statute.policy;

import dev.statute.policy.base.Counter;
import dev.statute.policy.base.NewestAction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the progress tracker after a record, with names and keys of the newest action, in one
 * fact, so that a rule about them is one pattern.
 *
 * <p>Each counter is explained at its {@link Counter}. Equality is identity. Immutable.
 */
public final class Progress {
  /** Counters before the first record. */
  public static final Progress NONE =
      new Progress(new long[Counter.count()], () -> NewestAction.NONE);

  private final long[] numbers;
  private final Supplier<NewestAction> newest;

  /** Computed on first use; threads that race compute equal values. */
  private @Nullable NewestAction last;

  private Progress(long[] numbers, Supplier<NewestAction> newest) {
    this.numbers = numbers;
    this.newest = newest;
  }

  private NewestAction last() {
    NewestAction known = last;
    if (known == null) {
      known = newest.get();
      last = known;
    }
    return known;
  }

  /**
   * Creates counters from numbers in the order of {@link Counter}; the array must not change any
   * more.
   *
   * @param last supplies equal values; called on first access to the newest action
   * @throws IllegalArgumentException if there are more or fewer
   */
  public static Progress of(long[] numbers, Supplier<NewestAction> last) {
    if (numbers.length != Counter.count()) {
      throw new IllegalArgumentException(
          numbers.length + " numbers for " + Counter.count() + " counters");
    }
    return new Progress(numbers, last);
  }

  /**
   * Creates counters by name; those not named are 0.
   *
   * @throws IllegalArgumentException if there is no counter of a name
   */
  public static Progress of(Map<String, ? extends Number> byName, NewestAction last) {
    return new Progress(Counter.numbers(byName), () -> last);
  }

  /** Returns the value of a counter. */
  public long get(Counter counter) {
    return numbers[counter.index()];
  }

  /** Returns all counters by name, in order. */
  public Map<String, Long> toMap() {
    Map<String, Long> all = new LinkedHashMap<>();
    for (Counter counter : Counter.all()) {
      all.put(counter.text(), get(counter));
    }
    return all;
  }

  public int calls() {
    return at(Counter.CALLS);
  }

  public int successes() {
    return at(Counter.SUCCESSES);
  }

  public int failures() {
    return at(Counter.FAILURES);
  }

  public int consecutiveErrors() {
    return at(Counter.CONSECUTIVE_ERRORS);
  }

  public int filesModified() {
    return at(Counter.FILES_MODIFIED);
  }

  public int commands() {
    return at(Counter.COMMANDS);
  }

  public int tests() {
    return at(Counter.TESTS);
  }

  public int testsPassed() {
    return at(Counter.TESTS_PASSED);
  }

  public int testsFailed() {
    return at(Counter.TESTS_FAILED);
  }

  public int messages() {
    return at(Counter.MESSAGES);
  }

  public int phase() {
    return at(Counter.PHASE);
  }

  public int phasesCompleted() {
    return at(Counter.PHASES_COMPLETED);
  }

  public int phasesTotal() {
    return at(Counter.PHASES_TOTAL);
  }

  public int recentActions() {
    return at(Counter.RECENT_ACTIONS);
  }

  public int recentSuccesses() {
    return at(Counter.RECENT_SUCCESSES);
  }

  public int recentFailures() {
    return at(Counter.RECENT_FAILURES);
  }

  public int sameFailure() {
    return at(Counter.SAME_FAILURE);
  }

  public int alternation() {
    return at(Counter.ALTERNATION);
  }

  public int targets() {
    return at(Counter.TARGETS);
  }

  public int successfulTargets() {
    return at(Counter.SUCCESSFUL_TARGETS);
  }

  public int targetedSuccesses() {
    return at(Counter.TARGETED_SUCCESSES);
  }

  public int workSuccesses() {
    return at(Counter.WORK_SUCCESSES);
  }

  public int successfulTools() {
    return at(Counter.SUCCESSFUL_TOOLS);
  }

  public int fileChanges() {
    return at(Counter.FILE_CHANGES);
  }

  public int duplicateMessage() {
    return at(Counter.DUPLICATE_MESSAGE);
  }

  public int refusals() {
    return at(Counter.REFUSALS);
  }

  public int outages() {
    return at(Counter.OUTAGES);
  }

  public int sinceNew() {
    return at(Counter.SINCE_NEW);
  }

  public int sinceChange() {
    return at(Counter.SINCE_CHANGE);
  }

  public int sinceGain() {
    return at(Counter.SINCE_GAIN);
  }

  public int noveltyOf8() {
    return at(Counter.NOVELTY_OF_8);
  }

  public int emptyStreak() {
    return at(Counter.EMPTY_STREAK);
  }

  public int formatStreak() {
    return at(Counter.FORMAT_STREAK);
  }

  public int sameActionResult() {
    return at(Counter.SAME_ACTION_RESULT);
  }

  public int sameButForId() {
    return at(Counter.SAME_BUT_FOR_ID);
  }

  public int sameActionFail() {
    return at(Counter.SAME_ACTION_FAIL);
  }

  public int interleaved() {
    return at(Counter.INTERLEAVED);
  }

  public int verbatimEdits() {
    return at(Counter.VERBATIM_EDITS);
  }

  public int noopEdits() {
    return at(Counter.NOOP_EDITS);
  }

  public int errorKeyStreak() {
    return at(Counter.ERROR_KEY_STREAK);
  }

  public int errorClassStreak() {
    return at(Counter.ERROR_CLASS_STREAK);
  }

  public int failureStreak() {
    return at(Counter.FAILURE_STREAK);
  }

  public int rejectedEdits() {
    return at(Counter.REJECTED_EDITS);
  }

  public int failsOnTarget() {
    return at(Counter.FAILS_ON_TARGET);
  }

  public int repeatedFailure() {
    return at(Counter.REPEATED_FAILURE);
  }

  public int sameToolResult() {
    return at(Counter.SAME_TOOL_RESULT);
  }

  public int ineffectiveRounds() {
    return at(Counter.INEFFECTIVE_ROUNDS);
  }

  public int editsSinceRun() {
    return at(Counter.EDITS_SINCE_RUN);
  }

  public int reverts() {
    return at(Counter.REVERTS);
  }

  public int talkOnly() {
    return at(Counter.TALK_ONLY);
  }

  public int sameMessages() {
    return at(Counter.SAME_MESSAGES);
  }

  public int chant() {
    return at(Counter.CHANT);
  }

  public int condensations() {
    return at(Counter.CONDENSATIONS);
  }

  public int denials() {
    return at(Counter.DENIALS);
  }

  public int stuckSubAgents() {
    return at(Counter.STUCK_SUB_AGENTS);
  }

  public int revisions() {
    return at(Counter.REVISIONS);
  }

  public int testFlips() {
    return at(Counter.TEST_FLIPS);
  }

  public int judged() {
    return at(Counter.JUDGED);
  }

  public int callsSinceUser() {
    return at(Counter.CALLS_SINCE_USER);
  }

  /** Tool of the newest action; empty before the first one. */
  public String tool() {
    return last().tool();
  }

  /** File of the newest action, or empty. */
  public String file() {
    return last().file();
  }

  /**
   * Kind of work of the newest action: {@code EXEC READ SEARCH PAGE POLL CLOCK EDIT EXEC_WRITE TEST
   * THINK MSG HANDOFF FORMAT SUBMIT}.
   */
  public String effect() {
    return last().effect();
  }

  /** Key of the newest action; equal calls have equal keys. */
  public String action() {
    return last().action();
  }

  /** Key of the newest result; results that differ only in volatile text have equal keys. */
  public String result() {
    return last().result();
  }

  /** Key of the newest action's error; empty if it succeeded. */
  public String error() {
    return last().error();
  }

  /** Class of the newest action's error, such as {@code no-match}; empty if it succeeded. */
  public String errorClass() {
    return last().errorClass();
  }

  /** Class of that error in words, such as {@code command missing} or {@code KeyError}. */
  public String errorInWords() {
    return last().errorInWords();
  }

  private int at(Counter counter) {
    return (int) numbers[counter.index()];
  }

  @Override
  public String toString() {
    StringJoiner shown = new StringJoiner(", ", "Progress(", ")");
    toMap().forEach((counter, value) -> shown.add(counter + " " + value));
    return shown.toString();
  }
}
