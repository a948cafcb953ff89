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
 * Known properties of a rule's values at the current place: that they are not null, their minimum,
 * that they are not 0. Conditions are read in the order of the text, and after {@code a && b} the
 * results of both hold. Facts do not change, so {@code to} of a pattern, a variable bound to it and
 * {@code $t.to()} in the consequence are one value. Confined to one thread.
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

  /**
   * Maximum length of a key, after which a number replaces it: variables of variables would double
   * it each time.
   */
  private static final int LONGEST = 200;

  private final Map<String, String> numbered = new HashMap<>();
  private final Set<String> known = new HashSet<>();
  private final Map<String, String> variables = new HashMap<>();
  private String currentFact = "";
  private int patterns;

  /**
   * Starts a pattern; from here on fields are those of its fact.
   *
   * @param variable the variable for the fact, or null
   */
  public void enterPattern(@Nullable String variable) {
    currentFact = variable == null || variable.isEmpty() ? "#" + patterns++ : variable;
    variables.put("this", currentFact);
  }

  /** Binds a variable to the value of an expression. */
  public void bind(String variable, DrlExpression value) {
    String key = key(value);
    variables.put(variable, key.isEmpty() ? variable : key);
  }

  /** Binds a variable to a value without other names. */
  void bind(String variable) {
    variables.put(variable, variable);
  }

  /** Current knowledge, for {@link #restore}. */
  public Set<String> snapshot() {
    return Set.copyOf(known);
  }

  /** Removes the knowledge added since the snapshot, which holds only locally. */
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

  /** Tests if a list has at least so many members, or a text so many characters. */
  boolean hasMinimumLength(DrlExpression listOrText, long length) {
    String least = key(listOrText) + LENGTH + AT_LEAST;
    return known.stream()
        .anyMatch(
            each ->
                each.startsWith(least) && Long.parseLong(each.substring(least.length())) >= length);
  }

  /** Adds the implications of an expression being true, or false. */
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
      boolean pattern = operator.equals("matches"); // the rule's author wrote the pattern and knows
      // its matches
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

  /** Minimum length of a text that contains it, begins with it or equals it. */
  private static long length(DrlExpression part) {
    return part instanceof Literal literal && literal.value() instanceof String text
        ? Math.max(1, text.length())
        : 1;
  }

  private void assumeNotNull(DrlExpression value, boolean isDistinct) {
    if (isDistinct) {
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

  /** Short text that is the same for the same value; empty if unknown. */
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

  /** Conditions write {@code to} for {@code to()} of consequences. */
  private String callKey(String on, String name, List<DrlExpression> arguments) {
    if (LENGTHS.contains(name) && arguments.isEmpty()) {
      return on.isEmpty() ? "" : on + LENGTH;
    }
    StringBuilder key = new StringBuilder(on).append('.').append(name);
    boolean isKnown = !on.isEmpty();
    for (DrlExpression each : arguments) {
      String argument = key(each);
      isKnown &= !argument.isEmpty();
      key.append(' ').append(argument);
    }
    return isKnown ? key.toString() : "";
  }
}
