package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import org.jspecify.annotations.Nullable;

/**
 * Where an expression stands: what its names mean there, and where problems with it go.
 *
 * @param fact the type of the pattern's fact; {@code Void} in a consequence, which has none
 */
public record CheckContext(
    DrlFile file,
    RuleVariables scope,
    VocabularyCheck literals,
    SettingNames settings,
    ProblemCollector problems,
    Class<?> fact) {

  /** Whether it is a consequence, which is Java. */
  boolean isJava() {
    return fact == Void.class;
  }

  /** The same without a word about problems. */
  public CheckContext withoutReporting() {
    ProblemCollector unheard = new ProblemCollector();
    return new CheckContext(file, scope, literals.withProblems(unheard), settings, unheard, fact);
  }

  /** Reports a problem of the text between two offsets, and gives the type of what was reported. */
  ExpressionType report(String code, int start, int end, String message, @Nullable String fix) {
    SourceText at = file.text(start, end);
    int line = at.value().indexOf('\n');
    problems.error(code, line < 0 ? at : at.slice(0, line), message, DefaultFix.append(fix, code));
    return ExpressionType.REPORTED;
  }

  public ExpressionType report(
      String code, DrlExpression at, String message, @Nullable String fix) {
    return report(code, at.start(), at.end(), message, fix);
  }

  /** Reports a problem of a name. */
  ExpressionType reportName(
      String code, String name, int start, String message, @Nullable String fix) {
    return report(code, start, start + name.length(), message, fix);
  }

  /** An expression as it is written, on one line. */
  String sourceText(DrlExpression expression) {
    return sourceText(expression.start(), expression.end());
  }

  /** The same of what stands between two offsets. */
  String sourceText(int start, int end) {
    return file.content().substring(start, end).replaceAll("\\s+", " ");
  }
}
