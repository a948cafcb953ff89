package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.problem.Problems;
import dev.statute.problem.Text;
import org.jspecify.annotations.Nullable;

/**
 * Where an expression stands: what its names mean there, and where problems with it go.
 *
 * @param fact the type of the pattern's fact; {@code Void} in a consequence, which has none
 */
record CheckContext(
    DrlFile file,
    RuleVariables scope,
    VocabularyCheck literals,
    SettingNames settings,
    Problems problems,
    Class<?> fact) {

  /** Whether it is a consequence, which is Java. */
  boolean isJava() {
    return fact == Void.class;
  }

  /** The same without a word about problems. */
  CheckContext quiet() {
    Problems unheard = new Problems();
    return new CheckContext(file, scope, literals.reportingTo(unheard), settings, unheard, fact);
  }

  /** Reports a problem of the text between two offsets, and gives the type of what was reported. */
  ExpressionType report(String code, int start, int end, String message, @Nullable String fix) {
    Text at = file.text(start, end);
    int line = at.value().indexOf('\n');
    problems.error(code, line < 0 ? at : at.part(0, line), message, DefaultFix.or(fix, code));
    return ExpressionType.REPORTED;
  }

  ExpressionType report(String code, DrlExpression at, String message, @Nullable String fix) {
    return report(code, at.start(), at.end(), message, fix);
  }

  /** Reports a problem of a name. */
  ExpressionType reportName(
      String code, String name, int start, String message, @Nullable String fix) {
    return report(code, start, start + name.length(), message, fix);
  }

  /** An expression as it is written, on one line. */
  String written(DrlExpression expression) {
    return written(expression.start(), expression.end());
  }

  /** The same of what stands between two offsets. */
  String written(int start, int end) {
    return file.content().substring(start, end).replaceAll("\\s+", " ");
  }
}
