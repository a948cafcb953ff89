package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.In;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.problem.ProblemCollector;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Check for tests of a value that may be absent: {@code payload.num("n") != 3} holds then; neither
 * {@code payload.num("n") < 3} nor its negation does, which is easily overlooked. {@code
 * payload.num("n") > 3} and {@code >= 3} are taken as meant so. A {@code has("n")} on the same
 * values, earlier in the same pattern, marks the test as intended.
 *
 * <p>Conditions are checked in the order of the text; after {@code a && b} the results of {@code a}
 * and {@code b} hold, after {@code a || b} only those from before.
 */
public final class AbsentValueCheck {
  private static final Set<String> ACCESSORS = Set.of("num", "text", "duration", "time", "list");
  private static final Set<String> NEGATIVE =
      Set.of("!=", "not contains", "not memberOf", "not matches");
  private static final Set<String> ANSWERS = Set.of("==", "!=");
  private static final String HOLDS = "this holds then, too";
  private static final Set<String> ORDERS = Set.of("<", "<=", ">", ">=");

  private final DrlFile file;
  private final Predicate<Call> isSetting;
  private final ProblemCollector problems;
  private final Set<String> present = new HashSet<>();
  private final Set<String> variables;

  /**
   * Creates the check of one pattern.
   *
   * @param isSetting tests if a call reads a setting: these are always present
   * @param variables variables of the rule that may be absent; those of this pattern are added
   */
  public AbsentValueCheck(
      DrlFile file, Predicate<Call> isSetting, Set<String> variables, ProblemCollector problems) {
    this.file = file;
    this.variables = variables;
    this.isSetting = isSetting;
    this.problems = problems;
  }

  public void check(PatternConstraint condition) {
    if (condition.isBinding()) {
      visitValue(condition.expression());
    } else {
      visit(condition.expression(), false);
    }
    String name = condition.binding();
    if (name != null && mayBeAbsent(condition.bound())) {
      variables.add(name);
    }
  }

  /** Checks a condition that is used as a value, so that it counts if it is false, too. */
  private void visitValue(DrlExpression expression) {
    if (PatternConstraint.isCondition(expression)) {
      Set<String> before = Set.copyOf(present);
      visit(expression, false);
      present.retainAll(before);
      visit(expression, true);
      present.retainAll(before);
    }
  }

  private void visit(DrlExpression expression, boolean negated) {
    if (expression instanceof Binary binary) {
      if (ANSWERS.contains(binary.operator())) {
        visitValue(binary.left());
        visitValue(binary.right());
      }
      if (binary.operator().equals(negated ? "||" : "&&")) {
        visit(binary.left(), negated);
        visit(binary.right(), negated);
      } else if (List.of("&&", "||").contains(binary.operator())) {
        alternatives(binary, negated);
      } else if (ORDERS.contains(binary.operator())) {
        if (negated || !isFalseWhenAbsent(binary)) {
          numericOperands(binary, "neither this nor its opposite holds then");
        }
      } else if (binary.operator().equals(negated ? "==" : "!=") && hasNull(binary)) {
        isPresent(binary.left());
        isPresent(binary.right());
      } else if (NEGATIVE.contains(binary.operator()) != negated || testsTwice(binary)) {
        numericOperands(binary, HOLDS);
      }
    } else if (expression instanceof In in && in.negated() != negated) {
      operand(in.value(), HOLDS);
    } else if (expression instanceof Unary unary && unary.operator().equals("!")) {
      visit(unary.operand(), !negated);
    } else if (expression instanceof Call call && call.name().equals("has") && !negated) {
      present.add(key(call));
    }
  }

  private static boolean hasNull(Binary binary) {
    return binary.left().isNull() || binary.right().isNull();
  }

  private void isPresent(DrlExpression expression) {
    if (expression instanceof Name name) {
      present.add(name.name());
    } else if (expression instanceof Call call && isAccessor(call)) {
      present.add(key(call));
    }
  }

  private void alternatives(Binary binary, boolean negated) {
    Set<String> before = Set.copyOf(present);
    visit(binary.left(), negated);
    present.retainAll(before);
    assume(binary.left(), binary.operator().equals("&&")); // or else the right one is not asked
    visit(binary.right(), negated);
    present.retainAll(before);
  }

  /** Notes the values that are present if a condition holds, or does not. */
  private void assume(DrlExpression condition, boolean truth) {
    if (condition instanceof Unary unary && unary.operator().equals("!")) {
      assume(unary.operand(), !truth);
    } else if (condition instanceof Binary binary) {
      if (binary.operator().equals(truth ? "&&" : "||")) {
        assume(binary.left(), truth);
        assume(binary.right(), truth);
      } else if (binary.operator().equals(truth ? "!=" : "==") && hasNull(binary)) {
        isPresent(binary.left());
        isPresent(binary.right());
      }
    } else if (condition instanceof Call call && call.name().equals("has") && truth) {
      present.add(key(call));
    }
  }

  /** Tests for a comparison of two values that may both be absent, and are then equal. */
  private boolean testsTwice(Binary binary) {
    return anyMayBeAbsent(binary.left()) && anyMayBeAbsent(binary.right());
  }

  /** Tests for {@code field > …}, or {@code 3 < field}, without other possibly absent values. */
  private boolean isFalseWhenAbsent(Binary binary) {
    boolean more = binary.operator().startsWith(">");
    DrlExpression less = more ? binary.right() : binary.left();
    DrlExpression greater = more ? binary.left() : binary.right();
    boolean direct = greater instanceof Call || greater instanceof Name;
    return direct && (more ? !anyMayBeAbsent(less) : less instanceof Literal);
  }

  /** The result of arithmetic with an absent number is absent, too. */
  private void numericOperands(DrlExpression compared, String consequence) {
    if (compared instanceof Binary binary) {
      numericOperands(binary.left(), consequence);
      numericOperands(binary.right(), consequence);
    } else if (compared instanceof Unary unary) {
      numericOperands(unary.operand(), consequence);
    } else {
      operand(compared, consequence);
    }
  }

  private boolean anyMayBeAbsent(DrlExpression expression) {
    if (expression instanceof Binary binary) {
      return anyMayBeAbsent(binary.left()) || anyMayBeAbsent(binary.right());
    }
    return expression instanceof Unary unary
        ? anyMayBeAbsent(unary.operand())
        : mayBeAbsent(expression);
  }

  private boolean mayBeAbsent(DrlExpression expression) {
    if (expression instanceof Name name) {
      return variables.contains(name.name()) && !present.contains(name.name());
    }
    return expression instanceof Call call
        && isAccessor(call)
        && !isSetting.test(call)
        && !present.contains(key(call));
  }

  /** Tests for a call that reads a value by its name. */
  static boolean isAccessor(Call call) {
    return ACCESSORS.contains(call.name())
        && call.arguments().size() == 1
        && call.arguments().get(0) instanceof Literal;
  }

  private void operand(DrlExpression compared, String consequence) {
    if (!mayBeAbsent(compared)) {
      return;
    }
    if (compared instanceof Call call && call.arguments().get(0) instanceof Literal key) {
      problems.error(
          "R115",
          file.text(call.nameStart(), call.end()),
          "'" + text(call) + "' may be absent, and " + consequence,
          call.name().equals("text")
              ? "put " + text(call) + " != null, before it"
              : "put " + receiver(call) + "has(\"" + key.value() + "\"), before it");
    } else if (compared instanceof Name name) {
      problems.error(
          "R115",
          file.text(name.start(), name.end()),
          "'" + name.name() + "' may be absent, and " + consequence,
          "put has(\"…\"), before the condition that binds " + name.name());
    }
  }

  private String key(Call call) {
    return receiver(call)
        + (call.arguments().isEmpty() ? "" : text(call.arguments().get(0)).replace('\'', '"'));
  }

  private String receiver(Call call) {
    return file.content().substring(call.start(), call.nameStart()).replaceAll("\\s", "");
  }

  private String text(DrlExpression expression) {
    return file.content().substring(expression.start(), expression.end());
  }
}
