package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.In;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.Select;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.PatternConstraint;
import dev.statute.drools.internal.type.ExpressionType;
import dev.statute.drools.internal.type.FactAllowList;
import dev.statute.policy.Action;
import dev.statute.policy.Budget;
import dev.statute.policy.Cycle;
import dev.statute.policy.Poll;
import dev.statute.policy.Progress;
import dev.statute.problem.ProblemCollector;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Check for conditions of a pattern that contradict each other or that no value meets: such a rule
 * never fires, so it denies nothing.
 */
final class ContradictionCheck {
  private static final Set<Class<?>> COUNTING =
      Set.of(Progress.class, Cycle.class, Poll.class, Budget.class, Action.class);
  private static final Map<String, String> MIRRORED =
      Map.of("<", ">", "<=", ">=", ">", "<", ">=", "<=", "==", "==", "!=", "!=");

  private final DrlFile file;
  private final Class<?> type;
  private final ProblemCollector problems;
  private final Map<String, ValueRange> ranges = new HashMap<>();
  private boolean reported;

  private ContradictionCheck(DrlFile file, Class<?> type, ProblemCollector problems) {
    this.file = file;
    this.type = type;
    this.problems = problems;
  }

  static void check(
      DrlFile file, Class<?> type, List<PatternConstraint> conditions, ProblemCollector problems) {
    ContradictionCheck found = new ContradictionCheck(file, type, problems);
    for (PatternConstraint each : conditions) {
      if (each.binding() == null || isComparison(each.expression())) {
        found.collect(each.expression());
      }
    }
  }

  /** A condition that only binds a variable holds for any value. */
  private static boolean isComparison(DrlExpression expression) {
    return expression instanceof Binary || expression instanceof In || expression instanceof Unary;
  }

  private void collect(DrlExpression expression) {
    if (expression instanceof Binary binary && binary.operator().equals("&&")) {
      collect(binary.left());
      collect(binary.right());
    } else if (expression instanceof Binary binary && MIRRORED.containsKey(binary.operator())) {
      Object right = value(binary.right());
      Object left = value(binary.left());
      if (right != null && left == null) {
        add(binary.left(), binary.operator(), Set.of(right), expression);
      } else if (left != null && right == null) {
        String mirrored = MIRRORED.getOrDefault(binary.operator(), "");
        add(binary.right(), mirrored, Set.of(left), expression);
      }
    } else if (expression instanceof In in) {
      Set<Object> accepted = new LinkedHashSet<>();
      for (DrlExpression each : in.members()) {
        Object value = value(each);
        if (value == null) {
          return;
        }
        accepted.add(value);
      }
      add(in.value(), in.negated() ? "!=" : "==", accepted, expression);
    } else if (expression instanceof Unary not && not.operator().equals("!")) {
      add(not.operand(), "==", Set.of(false), expression);
    } else if (!(expression instanceof Binary)) {
      add(expression, "==", Set.of(true), expression);
    }
  }

  private void add(DrlExpression thing, String operator, Set<Object> values, DrlExpression whole) {
    if (thing instanceof Unary || thing instanceof Binary || values.isEmpty()) {
      return;
    }
    String key = text(thing).replaceAll("\\s+", "");
    boolean counts = isCount(thing);
    ValueRange range =
        ranges.computeIfAbsent(
            key,
            name ->
                new ValueRange(counts ? 0 : Double.NEGATIVE_INFINITY, counts && isWhole(thing)));
    boolean before = range.isEmpty();
    range.add(operator, values);
    if (!before && range.isEmpty() && !reported) {
      reported = true;
      problems.error(
          "R124",
          file.text(whole.start(), whole.end()),
          "with this, nothing is left that '" + text(thing) + "' could be, so this never matches",
          counts
              ? "numbers of this fact are 0 or more; look at the conditions before"
              : "look at the conditions before");
    }
  }

  private String text(DrlExpression expression) {
    return file.content().substring(expression.start(), expression.end());
  }

  private boolean isCount(DrlExpression thing) {
    if (thing instanceof Name name) {
      return COUNTING.contains(type) && isNumber(type, name.name());
    }
    return thing instanceof Select select
        && select.receiver() instanceof Name on
        && on.name().equals("progress")
        && isNumber(Progress.class, select.name());
  }

  private static boolean isNumber(Class<?> type, String accessor) {
    return FactAllowList.findMethods(type, accessor).stream()
        .anyMatch(
            m -> m.getParameterCount() == 0 && ExpressionType.of(m.getReturnType()).isNumber());
  }

  private boolean isWhole(DrlExpression thing) {
    String name =
        thing instanceof Name direct ? direct.name() : thing instanceof Select s ? s.name() : "";
    Class<?> on = thing instanceof Name ? type : Progress.class;
    return FactAllowList.findMethods(on, name).stream()
        .noneMatch(m -> m.getReturnType() == double.class || m.getReturnType() == float.class);
  }

  /** Value of a literal, numbers as doubles; null for other expressions. */
  private static @Nullable Object value(DrlExpression expression) {
    if (expression instanceof Unary minus
        && minus.operator().equals("-")
        && value(minus.operand()) instanceof Double number) {
      return -number;
    }
    if (!(expression instanceof Literal literal)) {
      return null;
    }
    return literal.value() instanceof Number number
        ? (Object) number.doubleValue()
        : literal.value();
  }
}
