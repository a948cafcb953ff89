package dev.statute.expr.internal.code;

import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.Problems;
import dev.statute.problem.Text;
import org.jspecify.annotations.Nullable;

/** Turns what is found in a source into problems at their places. */
final class ProblemReporter {
  private final Text source;
  private final Problems problems;
  private int errors;

  ProblemReporter(Text source, Problems problems) {
    this.source = source;
    this.problems = problems;
  }

  void error(String code, SyntaxTree at, String message, @Nullable String fix) {
    error(code, at.start(), at.end(), message, fix);
  }

  void error(String code, int start, int end, String message, @Nullable String fix) {
    errors++;
    int from = Math.min(start, source.value().length());
    problems.error(
        code,
        source.part(from, Math.max(from, end)),
        message,
        fix == null ? TypeFix.on(code) : fix);
  }

  /** What stands there, as it was written. */
  String text(SyntaxTree at) {
    return source.value().substring(at.start(), Math.min(at.end(), source.value().length()));
  }

  /** Whether a tree is all there is. */
  boolean isWhole(SyntaxTree at) {
    return text(at).equals(source.value().strip());
  }

  /** Whether the file has the whole text in quotes, which are none of it. */
  boolean isQuoted() {
    return source.isQuoted();
  }

  boolean isClean() {
    return errors == 0;
  }
}
