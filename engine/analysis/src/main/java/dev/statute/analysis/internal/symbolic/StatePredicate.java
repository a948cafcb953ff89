package dev.statute.analysis.internal.symbolic;

import dev.statute.chart.internal.StateContents;
import dev.statute.expr.internal.Expression;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.policy.Settings;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.step.Chart;
import dev.statute.step.internal.scope.ExpressionEnvironments;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Condition over active states and settings. */
record StatePredicate(Expression expression, Settings settings)
    implements Predicate<SymbolicState> {

  /** Returns null after a problem: one of the expression, or T401 if it reads data. */
  static @Nullable StatePredicate compile(SourceText text, Chart chart, ProblemCollector problems) {
    ExpressionEnvironments environments =
        ExpressionEnvironments.of(
            StateContents.of(chart.definition(), chart.model().index()),
            chart.settings(),
            ValueType.DYN);
    Expression expression =
        Expression.compile(text, environments.forAnyEvent(), ValueType.BOOL, problems);
    if (expression == null) {
      return null;
    }
    for (String path : expression.readPaths()) {
      if (!path.startsWith("settings.")) {
        problems.error(
            "T401",
            text,
            "a property of all paths can't read '" + path + "': data are not followed",
            "ask for states and settings: active('paused') && settings.x > 0");
        return null;
      }
    }
    return new StatePredicate(expression, chart.settings());
  }

  @Override
  public boolean test(SymbolicState state) {
    StaticConditions conditions = new StaticConditions(settings, Set.of(), state.states());
    return Boolean.TRUE.equals(conditions.test(expression));
  }
}
