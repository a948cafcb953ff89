package dev.statute.drools.internal.drl;

import dev.statute.problem.Problem;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Limits of size and depth for input of the DRL parser, which recurses into brackets and prefixes
 * and memoizes its attempts.
 */
final class FileBounds {
  private static final int MAX_SIZE = 1_000_000;
  private static final int MAX_DEPTH = 60;

  /**
   * Maximum depth of nested calls. The parser reads arguments twice at each level, and lists three
   * times, which count accordingly.
   */
  private static final int MAX_CALL_DEPTH = 14;

  private static final int LIST = 3;

  /** Tokens that may precede each other without limit. */
  private static final Set<String> PREFIXES = Set.of("not", "exists", "!", "-", "+", "~");

  private FileBounds() {}

  /** Returns a problem with the file's size or depth, or null. */
  static @Nullable Problem check(DrlFile file) {
    if (file.content().length() > MAX_SIZE) {
      return Problem.error(
          "R101",
          file.wordAt(0),
          "the file has more than " + MAX_SIZE + " characters",
          "write a folder of several files");
    }
    int deep = findExcessiveDepth(file.content());
    return deep < 0
        ? null
        : Problem.error(
            "R107",
            file.wordAt(deep),
            "nested too deeply",
            "write several conditions, or several rules");
  }

  /** Offset at which the nesting is too deep; -1 = none. */
  private static int findExcessiveDepth(String content) {
    Deque<Integer> open = new ArrayDeque<>();
    int calls = 0;
    int prefixes = 0;
    boolean named = false;
    for (int start = 0, end; start < content.length(); start = end) {
      char c = content.charAt(start);
      end = RuleText.SourcePhrase.end(content, start);
      String word = content.substring(start, end);
      if (word.isBlank() || word.startsWith("//") || word.startsWith("/*")) {
        continue;
      }
      prefixes = PREFIXES.contains(word) ? prefixes + 1 : 0;
      if (word.equals("end") || word.equals("rule")) {
        open.clear();
        calls = 0;
      } else if ("([{".indexOf(c) >= 0) {
        open.push(c == '[' ? LIST : c == '(' && named ? 1 : 0);
        calls += open.element();
      } else if (")]}".indexOf(c) >= 0 && !open.isEmpty()) {
        calls -= open.pop();
      }
      named = Character.isJavaIdentifierPart(c);
      if (open.size() > MAX_DEPTH || calls > MAX_CALL_DEPTH || prefixes > MAX_DEPTH) {
        return start;
      }
    }
    return -1;
  }
}
