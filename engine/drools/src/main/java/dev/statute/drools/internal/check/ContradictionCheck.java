package dev.statute.drools.internal.check;

import dev.statute.drools.internal.condition.EquivalenceClass;
import dev.statute.drools.internal.condition.SymbolicFact;
import dev.statute.drools.internal.condition.TruthValue;
import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
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
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Check for conditions of a pattern that contradict each other or that no value meets: such a rule
 * never fires, so it denies nothing. Each value is tried with the classes of values that its
 * literals distinguish.
 */
final class ContradictionCheck {
  private static final Set<Class<?>> COUNTING =
      Set.of(Progress.class, Cycle.class, Poll.class, Budget.class, Action.class);
  private static final String PROGRESS = "progress.";

  private final Class<?> type;

  private ContradictionCheck(Class<?> type) {
    this.type = type;
  }

  static void check(
      DrlFile file, Class<?> type, List<PatternConstraint> conditions, ProblemCollector problems) {
    List<DrlExpression> parts = new ArrayList<>();
    conditions.stream()
        .filter(each -> !each.isBinding())
        .forEach(each -> addConjuncts(each.expression(), parts));
    new ContradictionCheck(type).check(file, parts, problems);
  }

  private static void addConjuncts(DrlExpression expression, List<DrlExpression> parts) {
    if (expression instanceof Binary binary && binary.operator().equals("&&")) {
      addConjuncts(binary.left(), parts);
      addConjuncts(binary.right(), parts);
    } else {
      parts.add(expression);
    }
  }

  private void check(DrlFile file, List<DrlExpression> parts, ProblemCollector problems) {
    Map<String, List<EquivalenceClass>> possible = new HashMap<>();
    SymbolicFact.literals(parts)
        .forEach((path, literals) -> possible.put(path, classes(path, literals)));
    for (DrlExpression part : parts) {
      for (String path : SymbolicFact.literals(List.of(part)).keySet()) {
        List<EquivalenceClass> classes = possible.getOrDefault(path, List.of());
        boolean reduced =
            classes.removeIf(value -> SymbolicFact.test(part, path, value) == TruthValue.FALSE);
        if (reduced && classes.isEmpty()) {
          problems.error(
              "R124",
              file.text(part.start(), part.end()),
              "with this, nothing is left that '" + path + "' could be, so this never matches",
              countMethods(path).isEmpty()
                  ? "look at the conditions before"
                  : "numbers of this fact are 0 or more; look at the conditions before");
          return;
        }
      }
    }
  }

  private List<EquivalenceClass> classes(String path, Set<Object> literals) {
    List<Method> counts = countMethods(path);
    boolean whole =
        !counts.isEmpty()
            && counts.stream()
                .noneMatch(
                    m -> m.getReturnType() == double.class || m.getReturnType() == float.class);
    return EquivalenceClass.partition(
        literals, counts.isEmpty() ? Double.NEGATIVE_INFINITY : 0, whole);
  }

  /** Accessors of a number that is never negative; none for other values. */
  private List<Method> countMethods(String path) {
    boolean nested = path.startsWith(PROGRESS);
    if (!nested && !COUNTING.contains(type)) {
      return List.of();
    }
    Class<?> owner = nested ? Progress.class : type;
    String name = nested ? path.substring(PROGRESS.length()) : path;
    return FactAllowList.findMethods(owner, name).stream()
        .filter(m -> m.getParameterCount() == 0 && ExpressionType.of(m.getReturnType()).isNumber())
        .toList();
  }
}
