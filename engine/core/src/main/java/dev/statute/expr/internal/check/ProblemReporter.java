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
        fix == null ? standardFix(code) : fix);
  }

  private static String standardFix(String code) {
    return switch (code) {
      case "E203" -> "leave the call out";
      case "E301" -> "bring both sides to one type: int(…), double(…), string(…) convert";
      case "E303" -> "give a value of that type: int(…), double(…), string(…) convert";
      case "E304" -> "only maps, lists and declared types have something inside; look at its type";
      case "E305" ->
          "write it in RE2's syntax: no look-around, no back-references; a backslash is written"
              + " \\\\ or r'…'";
      default -> "give what is wanted, or convert it: int(…), double(…), string(…)";
    };
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
