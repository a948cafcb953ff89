package dev.statute.logs.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * Difference between the calls and results of a log and those that were read as pairs. Confined to
 * one thread.
 */
public final class CallBalance {
  private int orphans;
  private int unresolved;
  private int unnamed;
  private int unreadResults;
  private int lostTexts;

  /** Counts a result whose call is not in the log; it was read as a call. */
  void countOrphan() {
    orphans++;
  }

  /** Counts calls that have no result although the agent went on. */
  void countUnresolved(int calls) {
    unresolved += calls;
  }

  /** Counts a call that names no tool. */
  void countUnnamed() {
    unnamed++;
  }

  /** Counts a result that belongs to no call of the log and was not read. */
  void countUnreadResult() {
    unreadResults++;
  }

  /** Counts the text of a result that could not be read. */
  void countLostText() {
    lostTexts++;
  }

  /** Number of calls, results and texts that were not read completely. */
  public int total() {
    return orphans + unresolved + unnamed + unreadResults + lostTexts;
  }

  /** Describes what is not zero, such as {@code 3 results without a call}. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    add(words, orphans + unreadResults, "result", "without a call");
    add(words, unresolved, "call", "without a result");
    add(words, unnamed, "call", "without a name");
    add(words, lostTexts, "result", "without a text that can be read");
    return words;
  }

  private static void add(List<String> words, int count, String noun, String lack) {
    if (count > 0) {
      words.add(count + " " + noun + (count == 1 ? " " : "s ") + lack);
    }
  }
}
