package dev.statute.drools.internal.run;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.policy.Budget;
import dev.statute.policy.Cycle;
import dev.statute.policy.Limits;
import dev.statute.policy.Poll;
import dev.statute.policy.Progress;
import dev.statute.policy.base.Counter;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Condition on a fact about progress that is evaluated without the rule engine. */
interface FactTest {
  boolean holds(Object fact, Limits limits);

  /** Value of a counter in the progress. */
  record CounterValue(Counter counter) implements ToDoubleFunction<Object> {
    @Override
    public double applyAsDouble(Object fact) {
      return ((Progress) fact).get(counter);
    }
  }

  /** Condition that a counter is above a number. */
  record CounterAbove(Counter counter, int number) implements FactTest {
    @Override
    public boolean holds(Object fact, Limits limits) {
      return isAbove((Progress) fact);
    }

    boolean isAbove(Progress progress) {
      return progress.get(counter) > number;
    }
  }

  /** Fields of a type that conditions may name. */
  record TestableFields(
      Map<String, ToDoubleFunction<Object>> numbers, Map<String, Function<Object, Object>> texts) {
    private static final TestableFields NONE = new TestableFields(Map.of(), Map.of());
    private static final Map<Class<?>, TestableFields> BY_TYPE = byType();

    private static Map<Class<?>, TestableFields> byType() {
      Map<String, ToDoubleFunction<Object>> counters = new HashMap<>();
      for (Counter counter : Counter.values()) {
        counters.put(counter.text(), new CounterValue(counter));
      }
      Map<String, Function<Object, Object>> words = new HashMap<>();
      words.put("tool", fact -> ((Progress) fact).tool());
      words.put("file", fact -> ((Progress) fact).file());
      words.put("effect", fact -> ((Progress) fact).effect());
      words.put("error", fact -> ((Progress) fact).error());
      words.put("errorClass", fact -> ((Progress) fact).errorClass());
      return Map.of(
          Progress.class,
          new TestableFields(counters, words),
          Cycle.class,
          new TestableFields(
              Map.of(
                  "period", fact -> ((Cycle) fact).period(), "laps", fact -> ((Cycle) fact).laps()),
              Map.of(
                  "waiting",
                  fact -> ((Cycle) fact).waiting(),
                  "changed",
                  fact -> ((Cycle) fact).changed())),
          Poll.class,
          new TestableFields(Map.of("unchanged", fact -> ((Poll) fact).unchanged()), Map.of()),
          Budget.class,
          new TestableFields(Map.of("percent", fact -> ((Budget) fact).percent()), Map.of()));
    }

    static TestableFields of(Class<?> type) {
      return BY_TYPE.getOrDefault(type, NONE);
    }

    boolean has(String name) {
      return numbers.containsKey(name) || texts.containsKey(name);
    }
  }

  /**
   * Translates a condition; null if it is unsupported.
   *
   * @param limits the variable for {@link Limits}, or null
   */
  static @Nullable FactTest of(
      TestableFields fields, PatternConstraint condition, @Nullable String limits) {
    return condition.binding() != null
            && condition.expression() instanceof DrlExpression.Name name
            && fields.has(name.name())
        ? (fact, steps) -> true
        : of(fields, condition.expression(), limits);
  }

  private static @Nullable FactTest of(
      TestableFields fields, DrlExpression expression, @Nullable String limits) {
    if (expression instanceof DrlExpression.Call call) {
      return reached(fields, call, limits);
    }
    if (!(expression instanceof DrlExpression.Binary binary)) {
      return null;
    }
    String operator = binary.operator();
    if (operator.equals("&&") || operator.equals("||")) {
      FactTest left = of(fields, binary.left(), limits);
      FactTest right = of(fields, binary.right(), limits);
      return left == null || right == null
          ? null
          : operator.equals("&&")
              ? (fact, steps) -> left.holds(fact, steps) && right.holds(fact, steps)
              : (fact, steps) -> left.holds(fact, steps) || right.holds(fact, steps);
    }
    return binary.left() instanceof DrlExpression.Name name
            && binary.right() instanceof DrlExpression.Literal literal
        ? compared(fields, name.name(), operator, literal.value())
        : null;
  }

  /** {@code $limits.reached("r1", number)}. */
  private static @Nullable FactTest reached(
      TestableFields fields, DrlExpression.Call call, @Nullable String limits) {
    if (limits == null
        || !(call.receiver() instanceof DrlExpression.Name on)
        || !on.name().equals(limits)
        || !call.name().equals("reached")
        || call.arguments().size() != 2
        || !(call.arguments().get(0) instanceof DrlExpression.Literal literal)
        || !(literal.value() instanceof String rule)) {
      return null;
    }
    ToDoubleFunction<Object> number = number(fields, call.arguments().get(1));
    return number == null ? null : (fact, steps) -> steps.reached(rule, number.applyAsDouble(fact));
  }

  private static @Nullable ToDoubleFunction<Object> number(
      TestableFields fields, DrlExpression given) {
    if (given instanceof DrlExpression.Literal literal
        && literal.value() instanceof Integer value) {
      double constant = value;
      return fact -> constant;
    }
    return given instanceof DrlExpression.Name name ? fields.numbers().get(name.name()) : null;
  }

  private static @Nullable FactTest compared(
      TestableFields fields, String name, String operator, @Nullable Object value) {
    ToDoubleFunction<Object> number = fields.numbers().get(name);
    if (number != null && value instanceof Integer given) {
      double bound = given;
      return switch (operator) {
        case "==" -> (fact, steps) -> number.applyAsDouble(fact) == bound;
        case "!=" -> (fact, steps) -> number.applyAsDouble(fact) != bound;
        case ">" ->
            number instanceof CounterValue count
                ? new CounterAbove(count.counter(), given)
                : (fact, steps) -> number.applyAsDouble(fact) > bound;
        case ">=" -> (fact, steps) -> number.applyAsDouble(fact) >= bound;
        case "<" -> (fact, steps) -> number.applyAsDouble(fact) < bound;
        case "<=" -> (fact, steps) -> number.applyAsDouble(fact) <= bound;
        default -> null;
      };
    }
    Function<Object, Object> word = fields.texts().get(name);
    if (word != null && (value instanceof String || value instanceof Boolean)) {
      return switch (operator) {
        case "==" -> (fact, steps) -> value.equals(word.apply(fact));
        case "!=" -> (fact, steps) -> !value.equals(word.apply(fact));
        default -> null;
      };
    }
    return null;
  }
}
