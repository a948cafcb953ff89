package dev.statute.drools.internal.table;

import dev.statute.drools.internal.table.CellTest.Absent;
import dev.statute.drools.internal.table.CellTest.Comparison;
import dev.statute.drools.internal.table.CellTest.Flag;
import dev.statute.drools.internal.table.CellTest.Range;
import dev.statute.drools.internal.table.CellTest.Text;
import dev.statute.problem.ProblemCollector;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Translation of what a cell states to constraints of a pattern. */
record CellCondition(TableCell cell, CellTests tests) {
  /** Translates the test of a text property such as {@code event}; null after a problem. */
  @Nullable String ofProperty(String property, ProblemCollector problems) {
    boolean mayBeAbsent = property.equals("to");
    for (CellTest test : tests.alternatives()) {
      if (!(test instanceof Text) && !(test instanceof Absent && mayBeAbsent)) {
        problems.error(
            "R151",
            cell.place(),
            "the column '" + property + "' has words, and '" + cell.text() + "' is none",
            "write a word, a | b, not a, or 'text' in quotes");
        return null;
      }
    }
    return tests.alternatives().stream()
        .map(
            test ->
                property
                    + (tests.isNegated() ? " != " : " == ")
                    + (test instanceof Text text ? TableText.literal(text.word()) : "null"))
        .collect(Collectors.joining(tests.isNegated() ? " && " : " || "));
  }

  /**
   * Translates the test of a value that may be absent. Unless a cell tests for that, the value must
   * be there.
   *
   * @param owner expression of the values, such as {@code payload}
   */
  String ofValue(String owner, String column) {
    ValueAccess value = new ValueAccess(owner, TableText.literal(column));
    List<CellTest> values =
        tests.alternatives().stream().filter(test -> !(test instanceof Absent)).toList();
    boolean testsAbsence = values.size() < tests.alternatives().size();
    if (values.isEmpty()) {
      return tests.isNegated() ? value.has() : "!" + value.has();
    }
    if (tests.isNegated()) {
      return value.has() + ", " + joined(values, " && ", value::negated);
    }
    if (testsAbsence) {
      String present = joined(values, " || ", value::test);
      return "!%1$s || %1$s && (%2$s)".formatted(value.has(), present);
    }
    return values.size() == 1
        ? value.has() + ", " + String.join(", ", value.constraints(values.get(0)))
        : value.has() + ", " + joined(values, " || ", value::test);
  }

  private static String joined(
      List<CellTest> tests, String operator, Function<CellTest, String> condition) {
    return tests.stream().map(condition).collect(Collectors.joining(operator));
  }

  /**
   * Conditions on a value.
   *
   * @param name literal of its name
   */
  private record ValueAccess(String owner, String name) {
    private static final Map<String, String> OPPOSITES =
        Map.of("==", "!=", "!=", "==", "<", ">=", "<=", ">", ">", "<=", ">=", "<");

    String has() {
      return call("has");
    }

    private String call(String accessor) {
      return owner + "." + accessor + "(" + name + ")";
    }

    /** Returns a test as part of a larger condition. */
    String test(CellTest test) {
      List<String> all = constraints(test);
      return all.size() == 1 ? all.get(0) : "(" + String.join(" && ", all) + ")";
    }

    /** Returns the opposite; a value that is no number is neither below, above nor outside one. */
    String negated(CellTest test) {
      if (test instanceof Text text) {
        return call("text") + " != " + TableText.literal(text.word());
      }
      if (test instanceof Flag flag) {
        return call("flag") + " == " + !flag.isTrue();
      }
      if (test instanceof Range range) {
        Comparison below = new Comparison(range.isLowClosed() ? "<" : "<=", range.low());
        Comparison above = new Comparison(range.isHighClosed() ? ">" : ">=", range.high());
        return "(" + test(below) + " || " + test(above) + ")";
      }
      Comparison comparison = (Comparison) test;
      String opposite = OPPOSITES.getOrDefault(comparison.operator(), "!=");
      return test(new Comparison(opposite, comparison.number()));
    }

    /** Returns the constraints of a pattern that together are a test. */
    List<String> constraints(CellTest test) {
      if (test instanceof Text text) {
        return List.of(call("text") + " == " + TableText.literal(text.word()));
      }
      if (test instanceof Flag flag) {
        return List.of(call("flag") + " == " + flag.isTrue());
      }
      if (test instanceof Range range) {
        return List.of(low(range), high(range));
      }
      Comparison comparison = (Comparison) test;
      return List.of(call("num") + " " + comparison.operator() + " " + comparison.number());
    }

    private String low(Range range) {
      return call("num") + (range.isLowClosed() ? " >= " : " > ") + range.low();
    }

    private String high(Range range) {
      return call("num") + (range.isHighClosed() ? " <= " : " < ") + range.high();
    }
  }
}
