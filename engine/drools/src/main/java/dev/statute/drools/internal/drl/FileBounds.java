package dev.statute.drools.internal.drl;

import dev.statute.problem.Problem;
import dev.statute.problem.SourceText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what is given to the DRL parser, which descends into brackets and prefixes as deeply as
 * they are nested, and remembers all it tried.
 */
final class FileBounds {
  private static final int MAX_SIZE = 1_000_000;
  private static final int MAX_DEPTH = 60;
  private static final String OPEN = "([{";
  private static final String CLOSED = ")]}";

  /**
   * How deeply the arguments of calls may be nested, as the parser reads them twice at each level;
   * lists, which it reads three times, count as many.
   */
  private static final int MAX_CALL_DEPTH = 14;

  private static final int LIST = 3;

  /** Words and signs that may stand before each other without end. */
  private static final Set<String> PREFIXES = Set.of("not", "exists", "!", "-", "+", "~");

  private final String content;
  private int at;

  private FileBounds(String content) {
    this.content = content;
  }

  /** A problem with the file's size or depth, or null. */
  static @Nullable Problem check(DrlFile file) {
    if (file.content().length() > MAX_SIZE) {
      return Problem.error(
          "R101",
          file.wordAt(0),
          "the file has more than " + MAX_SIZE + " characters",
          "write a folder of several files");
    }
    int deep = new FileBounds(file.content()).findExcessiveDepth();
    if (deep < 0) {
      return null;
    }
    SourceText place = file.wordAt(deep);
    return Problem.error(
        "R107", place, "nested too deeply", "write several conditions, or several rules");
  }

  /** Where it is nested too deeply; -1 = nowhere. */
  private int findExcessiveDepth() {
    Deque<Integer> open = new ArrayDeque<>();
    int calls = 0;
    int prefixes = 0;
    boolean named = false;
    while (at < content.length()) {
      int start = at;
      char c = content.charAt(at);
      at = tokenEnd();
      String word = content.substring(start, at);
      if (word.isBlank() || word.startsWith("//") || word.startsWith("/*")) {
        continue;
      }
      prefixes = PREFIXES.contains(word) ? prefixes + 1 : 0;
      if (word.equals("end") || word.equals("rule")) {
        open.clear();
        calls = 0;
      } else if (OPEN.indexOf(c) >= 0) {
        open.push(c == '[' ? LIST : c == '(' && named ? 1 : 0);
        calls += open.element();
      } else if (CLOSED.indexOf(c) >= 0 && !open.isEmpty()) {
        calls -= open.pop();
      }
      named = Character.isJavaIdentifierPart(c);
      if (open.size() > MAX_DEPTH || calls > MAX_CALL_DEPTH || prefixes > MAX_DEPTH) {
        return start;
      }
    }
    return -1;
  }

  /** Where the word, text, blank or comment ends that begins here. */
  private int tokenEnd() {
    return RuleText.SourcePhrase.end(content, at);
  }
}
