package dev.statute.yaml.internal.tree;

import dev.statute.problem.SourceText;
import dev.statute.yaml.internal.tree.TreeReader.ParseAttempt;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Repair of a value that needs quotes. Found by trial: every value on the lines of SnakeYAML's
 * error, and that YAML may have misread, is blanked out in turn; the first one that moves the error
 * behind it is the cause.
 *
 * @param at the value as the author wrote it
 * @param attempt result of parsing without the value
 */
record SyntaxRepair(SourceText at, ParseAttempt attempt) {
  /** Maximum length of a line to search. */
  private static final int MAX_LINE = 2_000;

  private static final Pattern VALUE =
      Pattern.compile(
          "(?:[^\\s:{}\\[\\],#\"'][^:{}\\[\\],#\"']{0,80}|\"[^\"]{0,80}\"|'[^']{0,80}'):[ \\t]+|-"
              + " +");

  /** Key after a collection; it lacks a comma, not quotes. */
  private static final Pattern NEXT_KEY = Pattern.compile("\\s+[\\w.-]+:");

  /** Budget of trials: the number of characters that may be parsed again, in all. */
  static final class RepairBudget {
    private int remaining = 2_000_000;

    private boolean tryTake(int characters) {
      remaining -= characters;
      return remaining >= 0;
    }
  }

  /** Searches a repair; adds the offset of the value to {@code broken}. */
  static @Nullable SyntaxRepair of(
      SourceLines lines,
      ParseAttempt attempt,
      SyntaxFailure failure,
      Set<Integer> broken,
      RepairBudget budget) {
    for (int[] span : candidates(lines, failure)) {
      if (broken.contains(span[0])) {
        continue;
      }
      if (!budget.tryTake(attempt.content().length())) {
        return null;
      }
      StringBuilder patched = new StringBuilder(attempt.content());
      for (int i = span[0]; i < span[1]; i++) {
        patched.setCharAt(i, 'x');
      }
      Set<Integer> tried = new HashSet<>(broken);
      tried.add(span[0]);
      ParseAttempt next = TreeReader.attempt(lines, patched.toString(), tried);
      SyntaxFailure left = next.failure();
      if (left == null || left.offset() > Math.max(span[1], failure.offset())) {
        broken.add(span[0]);
        return new SyntaxRepair(lines.slice(span[0], span[1]), next);
      }
    }
    return null;
  }

  private static List<int[]> candidates(SourceLines lines, SyntaxFailure failure) {
    Set<Integer> where = new LinkedHashSet<>();
    int line = lines.source().place(failure.offset()).line();
    where.add(line);
    where.add(lines.source().place(failure.contextOffset()).line());
    where.add(Math.max(1, line - 1));
    List<int[]> spans = new ArrayList<>();
    for (int each : where) {
      int from = spans.size();
      int start = lines.start(each);
      int end = lines.start(each + 1);
      if (each == line) {
        start = Math.max(start, failure.offset() - MAX_LINE);
      }
      Matcher value =
          VALUE.matcher(lines.content()).region(start, Math.min(end, start + 2 * MAX_LINE));
      while (value.find()) {
        int first = value.end();
        int last = QuoteRepair.extent(lines.content(), first);
        if (isMisread(lines.content(), first, last)) {
          // The last value before the error is the most likely cause.
          boolean before = first <= failure.offset();
          spans.add(before ? from : spans.size(), new int[] {first, last});
        }
      }
    }
    return spans;
  }

  private static boolean isMisread(String content, int start, int end) {
    if (start >= end) {
      return false;
    }
    String value = content.substring(start, end);
    char first = value.charAt(0);
    if (first == '"' || first == '\'') {
      int close = QuoteRepair.afterQuote(content, start);
      return close > start + 1 && close < end;
    }
    if (first == '{' || first == '[') {
      int close = closing(value);
      return close > 0
          && close < value.length()
          && !NEXT_KEY.matcher(value.substring(close)).lookingAt();
    }
    return "!&*>|%@`".indexOf(first) >= 0
        || value.contains(": ")
        || value.contains(" #")
        || value.endsWith(":")
        || value.chars().anyMatch(c -> "{}[],".indexOf(c) >= 0);
  }

  private static int closing(String value) {
    int depth = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
      if (depth == 0) {
        return i + 1;
      }
    }
    return 0;
  }
}
