package dev.statute.expr.internal.check;

import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import org.jspecify.annotations.Nullable;

/** Reporter of problems at places of a source. */
final class ProblemReporter {
  private final SourceText source;
  private final ProblemCollector problems;
  private int errors;

  ProblemReporter(SourceText source, ProblemCollector problems) {
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
        source.slice(from, Math.max(from, end)),
        message,
        fix == null ? TypeFix.suggest(code) : fix);
  }

  /** Returns the source text of a tree. */
  String text(SyntaxTree at) {
    return source.value().substring(at.start(), Math.min(at.end(), source.value().length()));
  }

  /** Returns true if a tree spans the whole source. */
  boolean isWhole(SyntaxTree at) {
    return text(at).equals(source.value().strip());
  }

  /** Returns true if the file has quotes around the whole source. */
  boolean isQuoted() {
    return source.isQuoted();
  }

  boolean isClean() {
    return errors == 0;
  }
}
