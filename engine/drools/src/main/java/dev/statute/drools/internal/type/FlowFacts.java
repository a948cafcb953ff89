package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.In;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.Select;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a rule's values at the place that is being read: that they are not null, how
 * much they are at least, that they are not 0. Conditions are walked in the order they are written,
 * and what holds after {@code a && b} is what both established. Facts do not change, so that {@code
 * to} of a pattern, a variable bound to it and {@code $t.to()} in the consequence are one value.
 * Confined to one thread.
 */
public final class FlowFacts {
  private static final Set<String> NEVER_OF_NULL = Set.of("matches", "contains");
  private static final Map<String, String> MIRRORED =
      Map.of("<", ">", "<=", ">=", ">", "<", ">=", "<=", "==", "==", "!=", "!=");
  private static final Map<String, String> OPPOSITE =
      Map.of("<", ">=", "<=", ">", ">", "<=", ">=", "<", "==", "!=", "!=", "==");
  private static final Set<String> COMPUTE = Set.of("+", "-", "*", "/", "%");
  private static final Set<String> LENGTHS = Set.of("size", "length");
  private static final Set<String> EMPTY = Set.of("isEmpty", "empty");
  private static final String LENGTH = ".#";
  private static final String AT_LEAST = " >= ";
  private static final String NOT_ZERO = " != 0";

  /** Beyond which a number stands for a key: variables of variables would double it each time. */
  private static final int LONGEST = 200;

  private final Map<String, String> numbered = new HashMap<>();
  private final Set<String> known = new HashSet<>();
  private final Map<String, String> variables = new HashMap<>();
  private String currentFact = "";
  private int patterns;

  /** From here on fields are those of another fact, bound to a variable or to none. */
  public void enterPattern(@Nullable String variable) {
    currentFact = variable == null || variable.isEmpty() ? "#" + patterns++ : variable;
    variables.put("this", currentFact);
  }

  /** Notes that a variable stands for what an expression does. */
  public void bind(String variable, DrlExpression value) {
    String key = key(value);
    variables.put(variable, key.isEmpty() ? variable : key);
  }

  /** Notes that a variable stands for something that nothing else stands for. */
  void bind(String variable) {
    variables.put(variable, variable);
  }

  /** What is known now, to come back to by {@link #restore}. */
  public Set<String> snapshot() {
    return Set.copyOf(known);
  }

  /** Forgets what was learned since, as it holds only there. */
  public void restore(Set<String> mark) {
    known.retainAll(mark);
    known.addAll(mark);
  }

  boolean isNotNull(DrlExpression expression) {
    return known.contains(key(expression));
  }

  boolean isNotZero(DrlExpression number) {
    return known.contains(key(number) + NOT_ZERO);
  }

  /** Whether a list has so many members, or a text so many characters. */
  boolean hasMinimumLength(DrlExpression listOrText, long length) {
    String least = key(listOrText) + LENGTH + AT_LEAST;
    return known.stream()
        .anyMatch(
            each ->
                each.startsWith(least) && Long.parseLong(each.substring(least.length())) >= length);
  }

  /** Notes what follows from an expression being true, or from its being false. */
  public void assume(DrlExpression expression, boolean truth) {
    if (expression instanceof Unary unary && unary.operator().equals("!")) {
      assume(unary.operand(), !truth);
    } else if (expression instanceof Binary binary) {
      assumeComparison(binary, truth);
      if (binary.operator().equals(truth ? "&&" : "||")) {
        assume(binary.left(), truth);
        assume(binary.right(), truth);
      } else if (binary.operator().equals(truth ? "!=" : "==")) {
        assumeNotNull(binary.left(), binary.right().isNull());
        assumeNotNull(binary.right(), binary.left().isNull());
      } else if (truth && binary.operator().equals("==")) {
        assumeNotNull(binary.left(), isValue(binary.right()));
        assumeNotNull(binary.right(), isValue(binary.left()));
      } else if (truth && NEVER_OF_NULL.contains(binary.operator())) {
        assume(binary.left());
      }
    } else if (expression instanceof In in && truth && !in.negated()) {
      assumeNotNull(in.value(), in.members().stream().allMatch(FlowFacts::isValue));
    } else if (expression instanceof Call call && call.receiver() != null) {
      assumeCall(call.receiver(), call.name(), call.arguments(), truth);
    } else if (expression instanceof Select select) {
      assumeCall(select.receiver(), select.name(), List.of(), truth);
    }
  }

  private void assumeCall(
      DrlExpression on, String name, List<DrlExpression> arguments, boolean truth) {
    if (EMPTY.contains(name) && !truth) {
      assumeAtLeast(key(on) + LENGTH, 1);
    } else if (truth && !arguments.isEmpty() && !name.equals("has")) { // contains, startsWith, …
      assumeAtLeast(key(on) + LENGTH, length(arguments.get(0)));
    }
  }

  private void assumeComparison(Binary binary, boolean truth) {
    String operator =
        truth ? binary.operator() : OPPOSITE.getOrDefault(binary.operator(), binary.operator());
    DrlExpression value = binary.left();
    DrlExpression with = binary.right();
    if (value instanceof Literal && MIRRORED.containsKey(operator)) {
      value = binary.right();
      with = binary.left();
      operator = MIRRORED.getOrDefault(operator, operator);
    }
    if (with instanceof Literal literal && literal.value() instanceof Number number) {
      assumeComparison(key(value), operator, number.doubleValue());
    } else if (operator.equals("==") || NEVER_OF_NULL.contains(operator)) {
      boolean pattern = operator.equals("matches"); // whoever writes one knows what it lets through
      assumeAtLeast(key(value) + LENGTH, pattern ? Integer.MAX_VALUE : length(with));
    } else if (operator.equals("memberOf")) {
      assumeAtLeast(key(with) + LENGTH, 1);
    }
  }

  private void assumeComparison(String key, String operator, double number) {
    switch (operator) {
      case ">" -> assumeAtLeast(key, (long) Math.floor(number) + 1);
      case ">=" -> assumeAtLeast(key, (long) Math.ceil(number));
      case "==" -> {
        assumeAtLeast(key, (long) Math.floor(number));
        assumeNotZero(key, number != 0);
      }
      case "!=" -> {
        assumeNotZero(key, number == 0);
        if (number == 0 && key.endsWith(LENGTH)) {
          assumeAtLeast(key, 1);
        }
      }
      case "<" -> assumeNotZero(key, number <= 0);
      case "<=" -> assumeNotZero(key, number < 0);
      default -> {}
    }
  }

  private void assumeAtLeast(String key, long number) {
    if (!key.isEmpty() && !key.equals(LENGTH)) {
      known.add(key + AT_LEAST + number);
      assumeNotZero(key, number > 0);
    }
  }

  private void assumeNotZero(String key, boolean so) {
    if (so && !key.isEmpty()) {
      known.add(key + NOT_ZERO);
    }
  }

  /** What contains it, begins with it or equals it is at least that long. */
  private static long length(DrlExpression part) {
    return part instanceof Literal literal && literal.value() instanceof String text
        ? Math.max(1, text.length())
        : 1;
  }

  private void assumeNotNull(DrlExpression value, boolean toldApart) {
    if (toldApart) {
      assume(value);
    }
  }

  private static boolean isValue(DrlExpression expression) {
    return expression instanceof Literal literal && literal.value() != null;
  }

  private void assume(DrlExpression value) {
    String key = key(value);
    if (!key.isEmpty()) {
      known.add(key);
    }
  }

  /** The same text for the same value, and a short one; empty where none can be told. */
  private String key(@Nullable DrlExpression expression) {
    String key = expressionKey(expression);
    return key.length() <= LONGEST
        ? key
        : numbered.computeIfAbsent(key, same -> "#" + (numbered.size() + 1) + "#");
  }

  private String expressionKey(@Nullable DrlExpression expression) {
    if (expression == null) {
      return currentFact;
    }
    if (expression instanceof Literal literal) {
      return "\"" + literal.value() + "\"";
    }
    if (expression instanceof Name name) {
      String variable = variables.get(name.name());
      return variable != null ? variable : currentFact + "." + name.name();
    }
    if (expression instanceof Select select) {
      return callKey(key(select.receiver()), select.name(), List.of());
    }
    if (expression instanceof Binary binary && COMPUTE.contains(binary.operator())) {
      return callKey(key(binary.left()), binary.operator(), List.of(binary.right()));
    }
    return expression instanceof Call call
        ? callKey(key(call.receiver()), call.name(), call.arguments())
        : "";
  }

  /** Conditions write {@code to} for what consequences call {@code to()}. */
  private String callKey(String on, String name, List<DrlExpression> arguments) {
    if (LENGTHS.contains(name) && arguments.isEmpty()) {
      return on.isEmpty() ? "" : on + LENGTH;
    }
    StringBuilder key = new StringBuilder(on).append('.').append(name);
    boolean told = !on.isEmpty();
    for (DrlExpression each : arguments) {
      String argument = key(each);
      told &= !argument.isEmpty();
      key.append(' ').append(argument);
    }
    return told ? key.toString() : "";
  }
}
