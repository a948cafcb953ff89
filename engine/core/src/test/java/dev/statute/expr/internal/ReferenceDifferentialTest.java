package dev.statute.expr.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.node.Activation;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Differential test against Google's implementation: equal values or equal error kinds. Both
 * evaluate dynamically, so expressions that the checker would reject are covered too.
 *
 * <p>{@link #known_deviations} lists intended differences; if several parts of an expression fail,
 * implementations may report different errors.
 */
@Tag("long")
class ReferenceDifferentialTest {
  private static final int GENERATED = Boolean.getBoolean("statute.long") ? 100_000 : 25_000;
  private static final Map<String, Object> X = data();
  private static final TypeEnvironment UNTYPED =
      TypeEnvironment.empty().withVariable("x", ValueType.DYN);
  private static final Activation SCOPE = Activation.of(X);

  private final ReferenceEvaluator reference = new ReferenceEvaluator();
  private final Map<String, Object> variables = Map.of("x", ReferenceEvaluator.adapted(X));

  private static Map<String, Object> data() {
    Map<String, Object> x = new LinkedHashMap<>();
    x.put("n", 5L);
    x.put("d", 2.5);
    x.put("s", "héllo😀");
    x.put("b", true);
    x.put("nul", null);
    x.put("l", List.of(1L, 2L, 3L));
    x.put("ds", List.of(0.5, 2.0));
    x.put("mixed", Arrays.asList(1L, "a", null, 2.0, List.of(1L), false));
    x.put("m", Map.of("a", 1L));
    x.put("im", Map.of(1L, "one"));
    x.put("o", Map.of("a", Map.of("b", List.of(1L, 2L)), "name", "n"));
    x.put("t", Instant.parse("2024-02-29T12:34:56.789Z"));
    x.put("day", Instant.parse("2025-07-31T08:00:00Z"));
    x.put("span", Duration.ofSeconds(90_061));
    x.put("dur", Duration.ofMillis(90_061_001));
    return x;
  }

  private static EvaluationResult ours(String source) {
    ProblemCollector problems = new ProblemCollector();
    Expression expression =
        Expression.compile(SourceText.synthetic(source, "x"), UNTYPED, null, problems, true);
    if (expression == null) {
      return EvaluationResult.refused(problems.sorted().toString());
    }
    return evaluated(expression);
  }

  private static EvaluationResult evaluated(Expression expression) {
    try {
      return EvaluationResult.value(expression.evaluate(SCOPE));
    } catch (EvaluationException e) {
      return EvaluationResult.error(e.kind(), e.getMessage());
    }
  }

  @Test
  void selected_expressions_give_equal_results() throws IOException {
    List<String> different = new ArrayList<>();
    List<String> sources = handPicked();
    for (String source : sources) {
      EvaluationResult ours = ours(source);
      EvaluationResult theirs = reference.eval(source, variables);
      if (!ours.sameAs(theirs)) {
        different.add(source + "\n  ours:   " + ours + "\n  theirs: " + theirs);
      }
    }
    assertThat(sources).hasSizeGreaterThan(300);
    assertThat(different).isEmpty();
  }

  private static List<String> handPicked() throws IOException {
    try (InputStream in = ReferenceDifferentialTest.class.getResourceAsStream("hand-picked.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    }
  }

  @Test
  void generated_expressions_give_equal_results() {
    long seed = Long.getLong("statute.seed", 20_260_731L);
    System.out.println("differential test: seed " + seed);
    ExpressionGenerator generator = new ExpressionGenerator(new Random(seed));
    List<String> different = new ArrayList<>();
    int values = 0;
    int errors = 0;
    int several = 0;
    for (int i = 0; i < GENERATED; i++) {
      String source = generator.next();
      EvaluationResult ours = ours(source);
      EvaluationResult theirs = reference.eval(source, variables);
      values += ours.isValue() ? 1 : 0;
      errors += ours.error() != null ? 1 : 0;
      if (!ours.sameAs(theirs)) {
        if (mayHaveSeveralErrors(source, ours, theirs)) {
          several++;
        } else {
          different.add(source + "\n  ours:   " + ours + "\n  theirs: " + theirs);
        }
      }
    }
    System.out.printf("%d values, %d errors, %d of several%n", values, errors, several);
    assertThat(different.stream().limit(20)).isEmpty();
    assertThat(several).isLessThan(GENERATED / 50);
    assertThat(values).isGreaterThan(GENERATED / 4);
    assertThat(errors).isGreaterThan(GENERATED / 4);
  }

  /** Returns true if several errors are possible, which only chains and quantifiers collect. */
  private static boolean mayHaveSeveralErrors(
      String source, EvaluationResult ours, EvaluationResult theirs) {
    return ours.error() != null
        && theirs.error() != null
        && Stream.of("&&", "||", ".all(", ".exists(").anyMatch(source::contains);
  }

  /** Lists the cases in which Google's implementation deviates from the specification. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // numbers compare on one axis, NaN with none
        "-0.0 == 0 | true",
        "0 > -0.0 | false",
        "0.0 / 0.0 >= 1 | false",
        // 'in' compares as '==' does
        "[1] in [[1.0]] | true",
        "0.0 / 0.0 in [0.0 / 0.0] | false",
        // negative durations may have a fraction
        "duration('1s') - duration('1.5s') == duration('-0.5s') | true",
        // a raw string may end in a backslash
        "r'a\\' == 'a\\\\' | true",
        // an error inside a map is propagated
        "size({'a': x.nope && x.nope}) | NO_SUCH_KEY",
      })
  void known_deviations(String source, String expected) {
    EvaluationResult ours = ours(source);
    assertThat(ours.isValue() ? ours.value().toString() : ours.error().toString())
        .isEqualTo(expected);
    assertThat(ours.sameAs(reference.eval(source, variables)))
        .as("no longer a deviation")
        .isFalse();
  }

  @Test
  void checked_and_unchecked_expressions_give_equal_results() {
    Random random = new Random(7);
    ExpressionGenerator generator = new ExpressionGenerator(random);
    int checked = 0;
    for (int i = 0; i < GENERATED / 2; i++) {
      String source = generator.next();
      Expression typed =
          Expression.compile(SourceText.synthetic(source, "x"), TYPED, new ProblemCollector());
      if (typed != null) {
        checked++;
        EvaluationResult untyped = ours(source);
        EvaluationResult outcome = evaluated(typed);
        assertThat(outcome.isValue()).as(source).isEqualTo(untyped.isValue());
        assertThat(outcome.value()).as(source).isEqualTo(untyped.value());
        if (outcome.isValue()) {
          assertThat(isOf(typed.type(), outcome.value()))
              .as("%s is %s: %s", source, typed.type(), outcome)
              .isTrue();
        }
      }
    }
    assertThat(checked).isGreaterThan(GENERATED / 10);
  }

  private static boolean isOf(ValueType type, Object value) {
    if (type instanceof ValueType.ListOf list) {
      return value instanceof List<?> elements
          && elements.stream().allMatch(element -> isOf(list.element(), element));
    }
    if (type instanceof ValueType.MapOf map) {
      return value instanceof Map<?, ?> entries
          && entries.keySet().stream().allMatch(key -> isOf(map.key(), key))
          && entries.values().stream().allMatch(element -> isOf(map.value(), element));
    }
    if (type instanceof ValueType.RecordOf) {
      return value instanceof Map;
    }
    return switch ((ValueType.Basic) type) {
      case BOOL -> value instanceof Boolean;
      case INT -> value instanceof Long;
      case DOUBLE -> value instanceof Double;
      case DECIMAL -> value instanceof BigDecimal;
      case STRING -> value instanceof String;
      case NULL -> value == null;
      case DURATION -> value instanceof Duration;
      case TIMESTAMP -> value instanceof Instant;
      case DYN -> true;
    };
  }

  private static final TypeEnvironment TYPED =
      TypeEnvironment.empty().withVariable("x", ValueType.open("x", fields()));

  private static Map<String, ValueType.Field> fields() {
    Map<String, ValueType.Field> fields = new LinkedHashMap<>();
    Map.of(
            "n", ValueType.INT,
            "d", ValueType.DOUBLE,
            "s", ValueType.STRING,
            "b", ValueType.BOOL,
            "l", ValueType.list(ValueType.INT),
            "ds", ValueType.list(ValueType.DOUBLE),
            "m", ValueType.map(ValueType.STRING, ValueType.INT),
            "im", ValueType.map(ValueType.INT, ValueType.STRING),
            "day", ValueType.TIMESTAMP,
            "span", ValueType.DURATION)
        .forEach((name, type) -> fields.put(name, ValueType.Field.required(type)));
    return fields;
  }
}
