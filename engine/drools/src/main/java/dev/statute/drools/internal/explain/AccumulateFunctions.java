package dev.statute.drools.internal.explain;

import dev.statute.drools.internal.drl.DrlExpression;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions of {@code accumulate}. */
final class AccumulateFunctions {
  private AccumulateFunctions() {}

  static Object result(RuleCondition.Function function, List<RuleBindings> matches) {
    List<@Nullable Object> values = new ArrayList<>();
    DrlExpression parameter = function.parameter();
    for (RuleBindings match : matches) {
      values.add(
          parameter == null ? match : new ConditionEvaluation(null, match).evaluate(parameter));
    }
    return switch (function.name()) {
      case "count" -> (long) values.size();
      case "sum" -> total(values);
      case "average" -> total(collectValues(values)) / values.size();
      case "min" -> fold(collectValues(values), Math::min);
      case "max" -> fold(collectValues(values), Math::max);
      case "collectList" -> values;
      case "collectSet" -> new LinkedHashSet<>(values);
      default -> throw new UndecidedException("unknown function");
    };
  }

  /** The result of a function for no values is left to the rule engine. */
  private static List<@Nullable Object> collectValues(List<@Nullable Object> values) {
    if (values.isEmpty()) {
      throw new UndecidedException("there is nothing to compute with");
    }
    return values;
  }

  private static double total(List<@Nullable Object> values) {
    return values.isEmpty() ? 0 : fold(values, Double::sum);
  }

  private static double fold(List<@Nullable Object> values, DoubleBinaryOperator operator) {
    double result = number(values.get(0));
    for (int i = 1; i < values.size(); i++) {
      result = operator.applyAsDouble(result, number(values.get(i)));
    }
    return result;
  }

  private static double number(@Nullable Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw new UndecidedException("no number");
  }
}
