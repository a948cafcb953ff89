package dev.statute.expr.internal.function;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.statute.expr.PatternSize;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.expr.internal.node.EvaluationFrame;

/**
 * RE2 regular expression with linear search time. Length and program size are bounded, as {@code
 * (x{1000}){1000}} has a short text but a huge program.
 */
final class TextPattern {
  private static final int MAX_LENGTH = 1000;
  private static final int MAX_SIZE = 5000;

  /** Number of character-instruction pairs that cost one work unit. */
  private static final int PAIRS_PER_UNIT = 16;

  /** Work units to compile one instruction. */
  private static final int UNITS_PER_INSTRUCTION = 8;

  private final String source;
  private final Pattern pattern;
  private final long size;

  private TextPattern(String source, Pattern pattern, long size) {
    this.source = source;
    this.pattern = pattern;
    this.size = size;
  }

  /** Compiles a pattern; {@code at} is the offset of an error. */
  static TextPattern compile(String source, int at) {
    if (source.length() > MAX_LENGTH) {
      throw malformed("a pattern has at most " + MAX_LENGTH + " characters", at);
    }
    long size = PatternSize.of(source);
    if (size > MAX_SIZE) {
      throw malformed("the repetitions of the pattern come to too many parts", at);
    }
    try {
      return new TextPattern(source, Pattern.compile(source), size);
    } catch (PatternSyntaxException e) {
      String part = e.getPattern();
      String where = part == null || part.isEmpty() ? "" : ": " + part;
      throw malformed("the pattern is not well-formed: " + e.getDescription() + where, at);
    }
  }

  private static EvaluationException malformed(String reason, int at) {
    return new EvaluationException(EvaluationException.Kind.INVALID_ARGUMENT, reason, at);
  }

  String source() {
    return source;
  }

  /** Returns the cost of compilation at evaluation time, in work units. */
  long cost() {
    return size * UNITS_PER_INSTRUCTION;
  }

  /** Returns true if a part of the text matches, as CEL's {@code matches} does. */
  boolean find(String text, EvaluationFrame frame, int at) {
    frame.charge((long) text.length() * pattern.programSize() / PAIRS_PER_UNIT + 1, at);
    return pattern.matcher(text).find();
  }
}
