package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.TextReplacement;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Context of an expression: the meaning of its names, and the receiver of problems.
 *
 * @param replacements receives what the rule engine compiles in place of parts of the conditions
 * @param fact the type of the pattern's fact; {@code Void} in a consequence, which has none
 */
public record CheckContext(
    DrlFile file,
    RuleVariables scope,
    VocabularyCheck literals,
    SettingNames settings,
    ProblemCollector problems,
    Set<TextReplacement> replacements,
    Class<?> fact) {

  /** True for a consequence, which is Java. */
  boolean isJava() {
    return fact == Void.class;
  }

  /** Returns the same context without reports of problems. */
  public CheckContext withoutReporting() {
    ProblemCollector unheard = new ProblemCollector();
    return new CheckContext(
        file, scope, literals.withProblems(unheard), settings, unheard, new HashSet<>(), fact);
  }

  /**
   * Reports a problem of the text between two offsets; returns the type of reported expressions.
   */
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

  /** Text of an expression as written, on one line. */
  String sourceText(DrlExpression expression) {
    return sourceText(expression.start(), expression.end());
  }

  /** Text between two offsets, on one line. */
  String sourceText(int start, int end) {
    return file.content().substring(start, end).replaceAll("\\s+", " ");
  }
}
