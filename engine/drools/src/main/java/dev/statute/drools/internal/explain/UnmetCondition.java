package dev.statute.drools.internal.explain;

import dev.statute.drools.internal.condition.ConditionEvaluator;
import dev.statute.drools.internal.condition.TruthValue;
import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.In;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.policy.Limits;
import dev.statute.policy.Settings;
import dev.statute.policy.spi.Explanation.UnmetConstraint;
import dev.statute.problem.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Description of a condition that does not hold: the actual value and the required one. */
final class UnmetCondition {
  private static final Map<String, String> NEEDS =
      Map.of(
          "==", "",
          "!=", "anything but ",
          "<", "less than ",
          "<=", "at most ",
          ">", "more than ",
          ">=", "at least ",
          "contains", "containing ",
          "not contains", "without ",
          "matches", "matching ",
          "not matches", "not matching ");
  private static final Map<String, String> MIRRORED =
      Map.of("<", ">", "<=", ">=", ">", "<", ">=", "<=");
  private static final Map<String, String> NEGATED =
      Map.of("==", "!=", "!=", "==", "<", ">=", "<=", ">", ">", "<=", ">=", "<");
  private static final int MAX_LENGTH = 80;

  private final DrlFile file;
  private final Settings settings;

  UnmetCondition(DrlFile file, Settings settings) {
    this.file = file;
    this.settings = settings;
  }

  /** Finds the first part of a condition that does not hold. */
  UnmetConstraint find(RuleCondition.Test test, ConditionEvaluator on) {
    return findIn(test.condition().expression(), false, on, test);
  }

  /** Describes an undecided condition. */
  static UnmetConstraint unknown(RuleCondition.Test test) {
    return new UnmetConstraint(test.text(), test.place(), test.text(), "unknown", "true");
  }

  /**
   * Finds the part in an expression.
   *
   * @param negated true if the negation does not hold
   */
  private UnmetConstraint findIn(
      DrlExpression expression, boolean negated, ConditionEvaluator on, RuleCondition.Test test) {
    if (expression instanceof Unary unary && unary.operator().equals("!")) {
      return findIn(unary.operand(), !negated, on, test);
    }
    if (expression instanceof Binary binary) {
      String operator = binary.operator();
      if (operator.equals("&&") || operator.equals("||")) {
        return operator.equals("&&") != negated
            ? first(binary, negated, on, test)
            : disjunction(binary, negated, on, test);
      }
      return comparison(binary, negated, on, test);
    }
    if (expression instanceof In in) {
      StringJoiner list = new StringJoiner(", ");
      in.members().forEach(each -> list.add(value(each, on)));
      String needs = (in.negated() != negated ? "none of " : "one of ") + list;
      return newGap(test, in.value(), on, needs);
    }
    return truth(expression, negated, on, test);
  }

  private UnmetConstraint first(
      Binary both, boolean negated, ConditionEvaluator on, RuleCondition.Test test) {
    boolean leftFails = on.test(both.left(), TruthValue.of(negated)) == TruthValue.of(negated);
    return findIn(leftFails ? both.left() : both.right(), negated, on, test);
  }

  private UnmetConstraint disjunction(
      Binary both, boolean negated, ConditionEvaluator on, RuleCondition.Test test) {
    UnmetConstraint left = findIn(both.left(), negated, on, test);
    UnmetConstraint right = findIn(both.right(), negated, on, test);
    boolean same = left.subject().equals(right.subject());
    return new UnmetConstraint(
        test.text(),
        test.place(),
        left.subject(),
        left.value() + (same ? "" : " and " + right.observed()),
        left.expected() + " or " + (same ? "" : right.subject() + " ") + right.expected());
  }

  private UnmetConstraint comparison(
      Binary binary, boolean negated, ConditionEvaluator on, RuleCondition.Test test) {
    DrlExpression subject = binary.left();
    DrlExpression other = binary.right();
    String operator = binary.operator();
    if (operator.endsWith("memberOf") || (isFixed(subject) && !isFixed(other))) {
      boolean member = operator.endsWith("memberOf");
      subject = binary.right();
      other = binary.left();
      operator =
          member
              ? operator.replace("memberOf", "contains")
              : MIRRORED.getOrDefault(operator, operator);
    }
    if (negated) {
      String plain = operator.startsWith("not ") ? operator.substring(4) : "not " + operator;
      operator = NEGATED.getOrDefault(operator, plain);
    }
    return newGap(test, subject, on, NEEDS.getOrDefault(operator, operator) + value(other, on));
  }

  private static boolean isFixed(DrlExpression expression) {
    return expression instanceof Literal
        || (expression instanceof DrlExpression.Name name && name.name().startsWith("$"));
  }

  /** Describes a call, or a field that is true or false. */
  private UnmetConstraint truth(
      DrlExpression expression, boolean negated, ConditionEvaluator on, RuleCondition.Test test) {
    if (expression instanceof Call call
        && !negated
        && call.receiver() != null
        && call.name().equals("reached")
        && call.arguments().size() == 2
        && call.arguments().get(0) instanceof Literal rule
        && on.value(call.receiver()) instanceof Limits) {
      return newGap(test, call.arguments().get(1), on, threshold(String.valueOf(rule.value())));
    }
    return newGap(test, expression, on, negated ? "false" : "true");
  }

  private String threshold(String rule) {
    List<String> named = new ArrayList<>();
    double lowest = Double.NaN;
    for (String level : List.of("hint", "recover", "stop")) {
      double at = settings.num(rule + "_" + level);
      if (at > 0) {
        named.add(rule + "_" + level + " " + VariableNames.of(at));
        lowest = Double.isNaN(lowest) ? at : Math.min(lowest, at);
      }
    }
    return named.isEmpty()
        ? "a limit in the settings: "
            + rule
            + "_hint, "
            + rule
            + "_recover and "
            + rule
            + "_stop are 0"
        : "at least " + VariableNames.of(lowest) + " (" + String.join(", ", named) + ")";
  }

  private UnmetConstraint newGap(
      RuleCondition.Test test, DrlExpression subject, ConditionEvaluator on, String needs) {
    String text = ClauseReader.text(file, subject);
    return new UnmetConstraint(
        test.text(), test.place(), text, abbreviate(value(subject, on)), needs);
  }

  private static String value(DrlExpression expression, ConditionEvaluator on) {
    return VariableNames.of(on.value(expression));
  }

  private static String abbreviate(String text) {
    return text.length() <= MAX_LENGTH ? text : VisibleText.shorten(text, MAX_LENGTH - 1);
  }
}
