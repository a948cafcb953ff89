package dev.statute.expr;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Upper bound for the number of instructions of a regular expression, estimated from its text.
 * Counted repetitions multiply their operand. Estimated before compilation, as the compilation
 * itself is expensive.
 */
public final class PatternSize {
  /** Cap of the estimate. */
  private static final long MAX = 1_000_000;

  private final String source;
  private final Deque<Long> enclosing = new ArrayDeque<>();
  private long sum;
  private long last;

  private PatternSize(String source) {
    this.source = source;
  }

  /** Returns the size of a pattern. */
  public static long of(String source) {
    PatternSize size = new PatternSize(source);
    int at = 0;
    while (at < source.length() && size.sum < MAX) {
      at = size.read(at);
    }
    return size.enclosing.stream().mapToLong(Long::longValue).sum() + size.sum;
  }

  /** Reads the element at this offset; returns the offset after it. */
  private int read(int at) {
    switch (source.charAt(at)) {
      case '(' -> {
        enclosing.push(sum);
        sum = 3;
        last = 0;
      }
      case ')' -> {
        last = sum;
        sum += enclosing.isEmpty() ? 0 : enclosing.pop();
      }
      case '[' -> {
        append(1);
        return afterClass(at);
      }
      case '\\' -> {
        return afterEscape(at);
      }
      case '{' -> {
        return afterBrace(at);
      }
      case '*', '+', '?' -> repeat(1);
      case '|' -> append(2);
      default -> append(1);
    }
    return at + 1;
  }

  private void append(long size) {
    last = size;
    sum += size;
  }

  private void repeat(long times) {
    long repeated = (last + 2) * Math.max(times, 1);
    sum += repeated - last;
    last = repeated;
  }

  /** Returns the offset after a character class, which is one instruction. */
  private int afterClass(int open) {
    int at = open + (source.startsWith("[^", open) ? 2 : 1);
    int first = at;
    while (at < source.length()) {
      if (source.charAt(at) == ']' && at > first) {
        return at + 1;
      }
      int named = source.startsWith("[:", at) ? source.indexOf(":]", at + 2) : -1;
      at = named >= 0 ? named + 2 : at + (source.charAt(at) == '\\' ? 2 : 1);
    }
    return at;
  }

  private int afterEscape(int at) {
    if (source.startsWith("\\Q", at)) {
      int end = source.indexOf("\\E", at);
      append((end < 0 ? source.length() : end) - at);
      return end < 0 ? source.length() : end + 2;
    }
    append(1);
    boolean braced =
        at + 2 < source.length()
            && "xpP".indexOf(source.charAt(at + 1)) >= 0
            && source.charAt(at + 2) == '{';
    int end = braced ? source.indexOf('}', at) : at + 1;
    return (end < 0 ? source.length() : end) + 1;
  }

  /** Returns the offset after a repetition, or after a literal brace. */
  private int afterBrace(int open) {
    int close = source.indexOf('}', open);
    String counts = close < 0 ? "" : source.substring(open + 1, close);
    if (!counts.matches("[0-9]{1,9}(,[0-9]{0,9})?")) {
      append(1);
      return open + 1;
    }
    String[] both = counts.split(",");
    repeat(Integer.parseInt(both[both.length - 1]) + (counts.endsWith(",") ? 1 : 0));
    return close + 1;
  }
}
