package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.Expression;
import dev.statute.drools.internal.drl.Expression.Binary;
import dev.statute.drools.internal.drl.Expression.Call;
import dev.statute.drools.internal.drl.Expression.In;
import dev.statute.drools.internal.drl.Expression.Literal;
import dev.statute.drools.internal.drl.Expression.Name;
import dev.statute.drools.internal.drl.Expression.Select;
import dev.statute.drools.internal.drl.Expression.Unary;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which values of a rule are known not to be null, at the place that is being read: conditions are
 * walked in the order they are written, and what holds after {@code a && b} is what both
 * established. Facts do not change, so that {@code to} of a pattern, a variable bound to it and
 * {@code $t.to()} in the consequence are one value. Confined to one thread.
 */
final class NotNull {
  private static final Set<String> NEVER_OF_NULL = Set.of("matches", "contains");

  private final Set<String> known = new HashSet<>();
  private final Map<String, String> variables = new HashMap<>();
  private String fact = "";
  private int patterns;

  /** From here on fields are those of another fact, bound to a variable or to none. */
  void pattern(@Nullable String variable) {
    fact = variable == null || variable.isEmpty() ? "#" + patterns++ : variable;
    variables.put("this", fact);
  }

  /** Notes that a variable stands for what an expression does. */
  void bind(String variable, Expression value) {
    String key = key(value);
    variables.put(variable, key.isEmpty() ? variable : key);
  }

  /** Notes that a variable stands for something that nothing else stands for. */
  void bind(String variable) {
    variables.put(variable, variable);
  }

  /** What is known now, to come back to by {@link #back}. */
  Set<String> mark() {
    return Set.copyOf(known);
  }

  /** Forgets what was learned since, as it holds only there. */
  void back(Set<String> mark) {
    known.retainAll(mark);
    known.addAll(mark);
  }

  boolean isKnown(Expression expression) {
    return known.contains(key(expression));
  }

  /** Notes what follows from an expression being true, or from its being false. */
  void learn(Expression expression, boolean truth) {
    if (expression instanceof Unary unary && unary.operator().equals("!")) {
      learn(unary.operand(), !truth);
    } else if (expression instanceof Binary binary) {
      if (binary.operator().equals(truth ? "&&" : "||")) {
        learn(binary.left(), truth);
        learn(binary.right(), truth);
      } else if (binary.operator().equals(truth ? "!=" : "==")) {
        unless(binary.left(), binary.right().isNull());
        unless(binary.right(), binary.left().isNull());
      } else if (truth && binary.operator().equals("==")) {
        unless(binary.left(), isValue(binary.right()));
        unless(binary.right(), isValue(binary.left()));
      } else if (truth && NEVER_OF_NULL.contains(binary.operator())) {
        learn(binary.left());
      }
    } else if (expression instanceof In in && truth && !in.negated()) {
      unless(in.of(), in.among().stream().allMatch(NotNull::isValue));
    }
  }

  private void unless(Expression value, boolean toldApart) {
    if (toldApart) {
      learn(value);
    }
  }

  private static boolean isValue(Expression expression) {
    return expression instanceof Literal literal && literal.value() != null;
  }

  private void learn(Expression value) {
    String key = key(value);
    if (!key.isEmpty()) {
      known.add(key);
    }
  }

  /** The same text for the same value; empty where none can be told. */
  private String key(@Nullable Expression expression) {
    if (expression == null) {
      return fact;
    }
    if (expression instanceof Literal literal) {
      return "\"" + literal.value() + "\"";
    }
    if (expression instanceof Name name) {
      String variable = variables.get(name.name());
      return variable != null ? variable : fact + "." + name.name();
    }
    if (expression instanceof Select select) {
      return of(key(select.on()), select.name(), List.of());
    }
    return expression instanceof Call call ? of(key(call.on()), call.name(), call.arguments()) : "";
  }

  /** Conditions write {@code to} for what consequences call {@code to()}. */
  private String of(String on, String name, List<Expression> arguments) {
    StringBuilder key = new StringBuilder(on).append('.').append(name);
    boolean told = !on.isEmpty();
    for (Expression each : arguments) {
      String argument = key(each);
      told &= !argument.isEmpty();
      key.append(' ').append(argument);
    }
    return told ? key.toString() : "";
  }
}
