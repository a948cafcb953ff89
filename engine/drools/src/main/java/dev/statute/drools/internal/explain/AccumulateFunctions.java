package dev.statute.drools.internal.explain;

import dev.statute.drools.internal.condition.SymbolicValue;
import dev.statute.drools.internal.drl.DrlExpression;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Functions of {@code accumulate}. The result of a function for no values, for unknown ones, and
 * for others than numbers is left to the rule engine.
 */
final class AccumulateFunctions {
  private AccumulateFunctions() {}

  static Object result(RuleCondition.Function function, List<RuleBindings> matches) {
    List<@Nullable Object> values = new ArrayList<>();
    DrlExpression parameter = function.parameter();
    for (RuleBindings match : matches) {
      values.add(parameter == null ? match : match.evaluator(null).value(parameter));
    }
    if (values.stream().anyMatch(SymbolicValue.class::isInstance)) {
      return SymbolicValue.UNKNOWN;
    }
    return switch (function.name()) {
      case "count" -> (long) values.size();
      case "sum" -> values.isEmpty() ? 0.0 : fold(values, Double::sum);
      case "average" ->
          fold(values, Double::sum) instanceof Double total
              ? total / values.size()
              : SymbolicValue.UNKNOWN;
      case "min" -> fold(values, Math::min);
      case "max" -> fold(values, Math::max);
      case "collectList" -> values;
      case "collectSet" -> new LinkedHashSet<>(values);
      default -> SymbolicValue.UNKNOWN;
    };
  }

  private static Object fold(List<@Nullable Object> values, DoubleBinaryOperator operator) {
    if (values.isEmpty() || !values.stream().allMatch(Number.class::isInstance)) {
      return SymbolicValue.UNKNOWN;
    }
    return values.stream()
        .mapToDouble(each -> ((Number) each).doubleValue())
        .reduce(operator)
        .getAsDouble();
  }
}
