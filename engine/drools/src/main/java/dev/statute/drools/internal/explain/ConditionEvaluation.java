package dev.statute.drools.internal.explain;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.In;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.Select;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import dev.statute.drools.internal.drl.RegularExpressions;
import dev.statute.drools.internal.type.FactAllowList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Evaluation of the expressions of one pattern on one fact, with the semantics of the rule engine.
 * An uncertain result (integer division, an absent value, elements of unknown types) throws {@link
 * UndecidedException} instead of a guess.
 *
 * @param fact the pattern's fact, or null
 */
record ConditionEvaluation(@Nullable Object fact, RuleBindings bound) {

  /** Evaluates a condition. */
  boolean holds(DrlExpression condition) {
    if (evaluate(condition) instanceof Boolean truth) {
      return truth;
    }
    throw new UndecidedException("no condition");
  }

  @Nullable Object evaluate(DrlExpression expression) {
    if (expression instanceof Literal literal) {
      return literal.value();
    }
    if (expression instanceof Name name) {
      return name(name.name());
    }
    if (expression instanceof Select select) {
      return FactAccess.field(requirePresent(evaluate(select.receiver())), select.name());
    }
    if (expression instanceof Call call) {
      return call(call);
    }
    if (expression instanceof Unary unary) {
      return unary(unary);
    }
    if (expression instanceof In in) {
      return in(in);
    }
    if (expression instanceof Binary binary) {
      return binary(binary);
    }
    throw new UndecidedException("not for conditions");
  }

  private @Nullable Object name(String name) {
    if (bound.variables().containsKey(name)) {
      return bound.variables().get(name);
    }
    Object on = requirePresent(fact);
    return name.equals("this") ? on : FactAccess.field(on, name);
  }

  private static Object requirePresent(@Nullable Object value) {
    if (value == null) {
      throw new UndecidedException("nothing is there");
    }
    return value;
  }

  private @Nullable Object call(Call call) {
    List<@Nullable Object> arguments = new ArrayList<>();
    call.arguments().forEach(each -> arguments.add(evaluate(each)));
    DrlExpression on = call.receiver();
    if (on == null) {
      return FactAccess.call(requirePresent(fact), call.name(), arguments);
    }
    if (on instanceof Name name && !bound.variables().containsKey(name.name())) {
      Class<?> owner = FactAllowList.findStaticType(name.name());
      if (owner != null) {
        return FactAccess.callStatic(owner, call.name(), arguments);
      }
    }
    return FactAccess.call(requirePresent(evaluate(on)), call.name(), arguments);
  }

  private Object unary(Unary unary) {
    if (unary.operator().equals("!")) {
      return !holds(unary.operand());
    }
    Object value = requirePresent(evaluate(unary.operand()));
    if (value instanceof Double number) {
      return -number;
    }
    if (value instanceof Integer number) {
      return -number;
    }
    if (value instanceof Long number) {
      return -number;
    }
    throw new UndecidedException("no number");
  }

  private boolean in(In in) {
    Object value = evaluate(in.value());
    for (DrlExpression each : in.members()) {
      if (isEqual(value, evaluate(each))) {
        return !in.negated();
      }
    }
    return in.negated();
  }

  private @Nullable Object binary(Binary binary) {
    String operator = binary.operator();
    switch (operator) {
      case "&&" -> {
        return holds(binary.left()) && holds(binary.right());
      }
      case "||" -> {
        return holds(binary.left()) || holds(binary.right());
      }
      default -> {}
    }
    Object left = evaluate(binary.left());
    Object right = evaluate(binary.right());
    return switch (operator) {
      case "==" -> isEqual(left, right);
      case "!=" -> !isEqual(left, right);
      case "<", "<=", ">", ">=" -> compare(binary, left, right);
      case "contains" -> contains(left, right);
      case "not contains" -> !contains(left, right);
      case "memberOf" -> contains(right, left);
      case "not memberOf" -> !contains(right, left);
      case "matches" -> matches(left, right);
      case "not matches" -> !matches(left, right);
      default -> arithmetic(operator, left, right);
    };
  }

  private static boolean isEqual(@Nullable Object left, @Nullable Object right) {
    if (left instanceof Number a && right instanceof Number b) {
      return (isFraction(a) || isFraction(b))
          ? a.doubleValue() == b.doubleValue()
          : a.longValue() == b.longValue();
    }
    return Objects.equals(left, right);
  }

  private static boolean isFraction(Number number) {
    return number instanceof Double || number instanceof Float;
  }

  /**
   * An absent number is NaN. Its order in the rule engine depends on the compilation of the
   * condition; only {@code field > x} and {@code field >= x} are known to be false.
   */
  private static boolean compare(Binary binary, @Nullable Object left, @Nullable Object right) {
    if (!(left instanceof Number a) || !(right instanceof Number b)) {
      throw new UndecidedException("no numbers");
    }
    double x = a.doubleValue();
    double y = b.doubleValue();
    boolean more = binary.operator().startsWith(">");
    if (Double.isNaN(x) || Double.isNaN(y)) {
      if (more && binary.left() instanceof Call && !Double.isNaN(y)) {
        return false;
      }
      throw new UndecidedException("a number is absent");
    }
    return switch (binary.operator()) {
      case "<" -> x < y;
      case "<=" -> x <= y;
      case ">" -> x > y;
      default -> x >= y;
    };
  }

  private static boolean contains(@Nullable Object all, @Nullable Object one) {
    if (all instanceof Collection<?> collection && !(one instanceof Number)) {
      return collection.contains(one);
    }
    if (all instanceof String text && one instanceof String part) {
      return text.contains(part);
    }
    throw new UndecidedException("not known to contain");
  }

  private static boolean matches(@Nullable Object text, @Nullable Object pattern) {
    return RegularExpressions.matches(
        (String) requirePresent(pattern), (String) requirePresent(text));
  }

  private static Object arithmetic(String operator, @Nullable Object left, @Nullable Object right) {
    if (operator.equals("+") && (left instanceof String || right instanceof String)) {
      return String.valueOf(left) + right;
    }
    if (!(left instanceof Number a) || !(right instanceof Number b)) {
      throw new UndecidedException("no numbers");
    }
    if (isFraction(a) || isFraction(b)) {
      double x = a.doubleValue();
      double y = b.doubleValue();
      return switch (operator) {
        case "+" -> x + y;
        case "-" -> x - y;
        case "*" -> x * y;
        case "/" -> x / y;
        default -> x % y;
      };
    }
    long x = a.longValue();
    long y = b.longValue();
    return switch (operator) {
      case "+" -> x + y;
      case "-" -> x - y;
      case "*" -> x * y;
      default -> throw new UndecidedException("whole numbers are divided");
    };
  }
}
