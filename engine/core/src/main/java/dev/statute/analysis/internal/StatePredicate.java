package dev.statute.analysis.internal;

import dev.statute.chart.internal.rules.ExpressionTypes;
import dev.statute.expr.Expression;
import dev.statute.expr.Type;
import dev.statute.problem.Problems;
import dev.statute.problem.Text;
import dev.statute.step.Chart;
import dev.statute.step.internal.model.ActiveConfiguration;
import org.jspecify.annotations.Nullable;

/** A statement about which states are active. */
public final class StatePredicate {
  private final Expression expression;
  private final Chart chart;

  private StatePredicate(Expression expression, Chart chart) {
    this.expression = expression;
    this.chart = chart;
  }

  /** Null after a problem: one of the expression, or T401 if it asks for what no path tells. */
  public static @Nullable StatePredicate compile(Text text, Chart chart, Problems problems) {
    ExpressionTypes environments =
        ExpressionTypes.of(chart.definition(), chart.model().index(), chart.settings(), Type.DYN);
    Expression expression = Expression.compile(text, environments.dynamic(), Type.BOOL, problems);
    if (expression == null) {
      return null;
    }
    for (String path : expression.reads()) {
      if (!path.startsWith("settings.")) {
        problems.error(
            "T401",
            text,
            "a property of all paths can't read '" + path + "': data are not followed",
            "ask for states and settings: active('paused') && settings.x > 0");
        return null;
      }
    }
    return new StatePredicate(expression, chart);
  }

  public boolean holds(ActiveConfiguration configuration) {
    StaticConditions knowledge = new StaticConditions(chart.settings(), configuration.active());
    return Boolean.TRUE.equals(knowledge.test(expression));
  }
}
