package dev.statute.session.internal;

import dev.statute.expr.DecimalFormat;
import dev.statute.problem.Problem;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.YamlTree.Sequence;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of expected and actual values of a test file: maps match if every expected key does,
 * lists if their lengths and all members match, numbers by value; a rule may be named without its
 * pack. Confined to one thread.
 */
final class ExpectationComparison {
  private static final String CODE = "T301";

  private final List<Problem> problems = new ArrayList<>();
  private final int n;

  /**
   * Creates a comparison.
   *
   * @param n value of <code>${n}</code> in expected texts
   */
  ExpectationComparison(int n) {
    this.n = n;
  }

  List<Problem> problems() {
    return problems;
  }

  /**
   * Compares two values; {@code what} names them in messages: {@code to}, {@code
   * findings[0].level}.
   */
  void compare(String path, YamlTree expected, @Nullable Object actual) {
    if (expected instanceof Mapping mapping) {
      map(path, mapping, actual);
    } else if (expected instanceof Sequence sequence) {
      list(path, sequence, actual);
    } else if (expected instanceof Scalar scalar) {
      Object wanted = RepeatVariables.plain(scalar, n);
      boolean isRule = path.endsWith(".rule");
      boolean isNone = wanted == null && List.of().equals(actual) && path.indexOf('.') < 0;
      if (!(isRule ? isRuleNamed(wanted, actual) : same(wanted, actual))
          && !isNone
          && !same(wanted, only(actual))) {
        differ(path, expected.at(), wanted, actual);
      }
    }
  }

  /** Returns the member of a list of one, which may be expected without the list. */
  private static @Nullable Object only(@Nullable Object actual) {
    return actual instanceof List<?> list && list.size() == 1 ? list.get(0) : actual;
  }

  private void map(String path, Mapping expected, @Nullable Object actual) {
    if (!(only(actual) instanceof Map<?, ?> map)) {
      differ(path, expected.at(), RepeatVariables.plain(expected, n), actual);
      return;
    }
    expected
        .entries()
        .forEach(
            (name, entry) -> {
              String inner = path.isEmpty() ? name : path + "." + name;
              if (map.containsKey(name)) {
                compare(inner, entry.value(), map.get(name));
              } else if (!(entry.value() instanceof Scalar scalar && scalar.isNull())) {
                differ(inner, entry.key(), RepeatVariables.plain(entry.value(), n), null);
              }
            });
  }

  private void list(String path, Sequence expected, @Nullable Object actual) {
    List<YamlTree> members = expected.members();
    if (!(actual instanceof List<?> list) || list.size() != members.size()) {
      differ(
          path,
          expected.at(),
          RepeatVariables.plain(expected, n),
          actual == null ? List.of() : actual);
      return;
    }
    for (int i = 0; i < members.size(); i++) {
      compare(path + "[" + i + "]", members.get(i), list.get(i));
    }
  }

  /** Compares a rule or a reason with each actual one, of which a step may have several. */
  void compareAny(String path, YamlTree expected, @Nullable Object actual) {
    Object wanted = RepeatVariables.plain(expected, n);
    Collection<?> said = actual instanceof Collection<?> some ? some : List.of();
    boolean isNone = wanted == null && said.isEmpty();
    if (!isNone && said.stream().noneMatch(one -> isRuleNamed(wanted, one))) {
      Object shown = said.size() == 1 ? said.iterator().next() : said.isEmpty() ? null : said;
      differ(path, expected.at(), wanted, shown);
    }
  }

  /** Tests for equality; a rule may be named without its pack. */
  private static boolean isRuleNamed(@Nullable Object wanted, @Nullable Object actual) {
    return same(wanted, actual)
        || (wanted instanceof String name
            && actual instanceof String rule
            && rule.endsWith("#" + name));
  }

  private void differ(
      String path, SourceText at, @Nullable Object wanted, @Nullable Object actual) {
    problems.add(
        Problem.error(
            CODE,
            at,
            path + ": expected " + shown(wanted) + ", but came " + shown(actual),
            "mend the chart or its rules; or expect what came, if that is right"));
  }

  /** Tests for equality, numbers by value; a decimal may be expected as a text or as a number. */
  private static boolean same(@Nullable Object a, @Nullable Object b) {
    if (a instanceof BigDecimal || b instanceof BigDecimal) {
      BigDecimal x = decimal(a);
      BigDecimal y = decimal(b);
      return x != null && y != null && x.compareTo(y) == 0;
    }
    if (a instanceof Number x && b instanceof Number y) {
      return (x instanceof Long && y instanceof Long)
          ? x.equals(y)
          : x.doubleValue() == y.doubleValue();
    }
    return Objects.equals(a, b);
  }

  private static @Nullable BigDecimal decimal(@Nullable Object value) {
    return DecimalFormat.convert(value instanceof Double ? String.valueOf(value) : value);
  }

  private static String shown(@Nullable Object value) {
    if (value == null) {
      return "nothing";
    }
    return value instanceof String text ? "'" + text + "'" : InlineYaml.of(value);
  }
}
