package dev.statute.drools.internal.condition;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.In;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.Select;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.drools.internal.type.FactAllowList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Evaluator of the expressions of one pattern on one fact, with the semantics of the rule engine. A
 * result that depends on unknown values, or that the rule engine might compute otherwise (division
 * of whole numbers, elements of unknown types), is unknown.
 *
 * @param fact the pattern's fact, which may be symbolic; null = none
 * @param variables values of the bound variables
 */
public record ConditionEvaluator(
    FactReader reader, @Nullable Object fact, Map<String, @Nullable Object> variables) {
  private static final Map<String, String> MIRRORED =
      Map.of("==", "==", "<", ">", "<=", ">=", ">", "<", ">=", "<=");

  /** Evaluates a condition. */
  public TruthValue test(DrlExpression condition) {
    return test(condition, TruthValue.FALSE);
  }

  /**
   * Evaluates a condition or a part of one.
   *
   * @param unordered truth of the order of absent numbers: false, so that no condition with it
   *     holds, and true where that is negated, also by {@code == false}
   */
  public TruthValue test(DrlExpression condition, TruthValue unordered) {
    if (condition instanceof Unary unary && unary.operator().equals("!")) {
      return test(unary.operand(), unordered.not()).not();
    }
    if (condition instanceof In in) {
      TruthValue found = anyEqual(in);
      return in.negated() ? found.not() : found;
    }
    DrlExpression compared =
        condition instanceof Binary binary ? PatternConstraint.truthOperand(binary) : null;
    if (compared != null && condition instanceof Binary binary) {
      return PatternConstraint.isNegation(binary)
          ? test(compared, unordered.not()).not()
          : test(compared, unordered);
    }
    if (condition instanceof Binary binary && !ValueArithmetic.isOperator(binary.operator())) {
      return binary(binary, unordered);
    }
    Object value = value(condition);
    if (value instanceof SymbolicValue symbolic) {
      return symbolic.compare("==", true);
    }
    return value instanceof Boolean truth ? TruthValue.of(truth) : TruthValue.UNKNOWN;
  }

  /** Evaluates an expression to a value, which may be symbolic. */
  public @Nullable Object value(DrlExpression expression) {
    if (expression instanceof Literal literal) {
      return literal.value();
    }
    if (expression instanceof Name name) {
      return name(name.name());
    }
    if (expression instanceof Select select) {
      return field(value(select.receiver()), select.name());
    }
    if (expression instanceof Call call) {
      return call(call);
    }
    if (expression instanceof Unary unary && unary.operator().equals("-")) {
      return ValueArithmetic.negate(value(unary.operand()));
    }
    if (expression instanceof Binary binary && ValueArithmetic.isOperator(binary.operator())) {
      return ValueArithmetic.compute(
          binary.operator(), value(binary.left()), value(binary.right()));
    }
    TruthValue truth =
        PatternConstraint.isCondition(expression) ? test(expression) : TruthValue.UNKNOWN;
    return truth == TruthValue.UNKNOWN
        ? SymbolicValue.UNKNOWN
        : (Object) (truth == TruthValue.TRUE);
  }

  private @Nullable Object name(String name) {
    if (variables.containsKey(name)) {
      return variables.get(name);
    }
    return name.equals("this") && fact != null ? fact : field(fact, name);
  }

  private @Nullable Object field(@Nullable Object on, String name) {
    return on == null ? SymbolicValue.UNKNOWN : reader.field(on, name);
  }

  private @Nullable Object call(Call call) {
    List<@Nullable Object> arguments = new ArrayList<>();
    call.arguments().forEach(each -> arguments.add(value(each)));
    Object on = receiver(call.receiver());
    return on == null ? SymbolicValue.UNKNOWN : reader.call(on, call.name(), arguments);
  }

  private @Nullable Object receiver(@Nullable DrlExpression receiver) {
    if (receiver == null) {
      return fact;
    }
    if (receiver instanceof Name name && !variables.containsKey(name.name())) {
      Class<?> owner = FactAllowList.findStaticType(name.name());
      if (owner != null) {
        return owner;
      }
    }
    return value(receiver);
  }

  private TruthValue anyEqual(In in) {
    Object value = value(in.value());
    TruthValue found = TruthValue.FALSE;
    for (DrlExpression each : in.members()) {
      found = found.or(equal(in.value(), value, each, value(each)));
      if (found == TruthValue.TRUE) {
        return found;
      }
    }
    return found;
  }

  private TruthValue binary(Binary binary, TruthValue unordered) {
    switch (binary.operator()) {
      case "&&" -> {
        TruthValue left = test(binary.left(), unordered);
        return left == TruthValue.FALSE ? left : left.and(test(binary.right(), unordered));
      }
      case "||" -> {
        TruthValue left = test(binary.left(), unordered);
        return left == TruthValue.TRUE ? left : left.or(test(binary.right(), unordered));
      }
      default -> {}
    }
    Object left = value(binary.left());
    Object right = value(binary.right());
    return switch (binary.operator()) {
      case "!=" -> equal(binary.left(), left, binary.right(), right).not();
      case "contains" -> ValueComparison.contains(left, right);
      case "not contains" -> ValueComparison.contains(left, right).not();
      case "memberOf" -> ValueComparison.contains(right, left);
      case "not memberOf" -> ValueComparison.contains(right, left).not();
      case "matches" -> ValueComparison.matches(left, right);
      case "not matches" -> ValueComparison.matches(left, right).not();
      default -> compare(binary.operator(), binary.left(), left, binary.right(), right, unordered);
    };
  }

  private static TruthValue equal(
      DrlExpression left, @Nullable Object a, DrlExpression right, @Nullable Object b) {
    return compare("==", left, a, right, b, TruthValue.FALSE);
  }

  private static TruthValue compare(
      String operator,
      DrlExpression left,
      @Nullable Object a,
      DrlExpression right,
      @Nullable Object b,
      TruthValue unordered) {
    if (a instanceof SymbolicValue symbolic) {
      return isLiteral(right) ? symbolic.compare(operator, b) : TruthValue.UNKNOWN;
    }
    if (b instanceof SymbolicValue symbolic) {
      String mirrored = MIRRORED.getOrDefault(operator, operator);
      return isLiteral(left) ? symbolic.compare(mirrored, a) : TruthValue.UNKNOWN;
    }
    return operator.equals("==")
        ? ValueComparison.equal(a, b)
        : ValueComparison.order(operator, a, b, unordered);
  }

  private static boolean isLiteral(DrlExpression expression) {
    return expression instanceof Literal
        || (expression instanceof Unary minus && minus.operand() instanceof Literal);
  }
}
