package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.Expression;
import dev.statute.drools.internal.drl.Expression.Binary;
import dev.statute.drools.internal.drl.Expression.Call;
import dev.statute.drools.internal.drl.Expression.In;
import dev.statute.drools.internal.drl.Expression.Literal;
import dev.statute.drools.internal.drl.Expression.Unary;
import dev.statute.problem.Problems;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds negated tests of a value that may be absent: {@code payload.num("n") != 3} holds when there
 * is no {@code n}. A {@code has("n")} on the same values, earlier in the same pattern, makes it
 * meant.
 *
 * <p>Conditions are walked in the order they are written; what holds after {@code a && b} is what
 * {@code a} and {@code b} established, after {@code a || b} nothing more than before.
 */
final class Absence {
  private static final Set<String> ACCESSORS = Set.of("num", "text", "duration", "list");
  private static final Set<String> NEGATIVE =
      Set.of("!=", "not contains", "not memberOf", "not matches");

  private final DrlFile file;
  private final Predicate<Call> isSetting;
  private final Problems problems;
  private final Set<String> present = new HashSet<>();

  /**
   * For one pattern.
   *
   * @param isSetting whether a call reads a setting: these are always there
   */
  Absence(DrlFile file, Predicate<Call> isSetting, Problems problems) {
    this.file = file;
    this.isSetting = isSetting;
    this.problems = problems;
  }

  void check(Expression condition) {
    walk(condition, false);
  }

  private void walk(Expression expression, boolean negated) {
    if (expression instanceof Binary binary) {
      if (binary.operator().equals(negated ? "||" : "&&")) {
        walk(binary.left(), negated);
        walk(binary.right(), negated);
      } else if (List.of("&&", "||").contains(binary.operator())) {
        alternatives(binary, negated);
      } else if (NEGATIVE.contains(binary.operator()) != negated) {
        operands(List.of(binary.left(), binary.right()));
      }
    } else if (expression instanceof In in && in.negated() != negated) {
      operands(List.of(in.of()));
    } else if (expression instanceof Unary unary && unary.operator().equals("!")) {
      walk(unary.operand(), !negated);
    } else if (expression instanceof Call call && call.name().equals("has") && !negated) {
      present.add(key(call));
    }
  }

  private void alternatives(Binary binary, boolean negated) {
    Set<String> before = Set.copyOf(present);
    for (Expression side : List.of(binary.left(), binary.right())) {
      walk(side, negated);
      present.retainAll(before);
    }
  }

  private void operands(List<Expression> compared) {
    for (Expression each : compared) {
      if (each instanceof Call call
          && ACCESSORS.contains(call.name())
          && call.arguments().size() == 1
          && call.arguments().get(0) instanceof Literal key
          && !isSetting.test(call)
          && !present.contains(key(call))) {
        problems.error(
            "R115",
            file.text(call.nameStart(), call.end()),
            "this also holds when '" + key.value() + "' is absent",
            "put " + receiver(call) + "has(\"" + key.value() + "\"), before it");
      }
    }
  }

  private String key(Call call) {
    return receiver(call)
        + (call.arguments().isEmpty() ? "" : text(call.arguments().get(0)).replace('\'', '"'));
  }

  private String receiver(Call call) {
    return file.content().substring(call.start(), call.nameStart()).replaceAll("\\s", "");
  }

  private String text(Expression expression) {
    return file.content().substring(expression.start(), expression.end());
  }
}
