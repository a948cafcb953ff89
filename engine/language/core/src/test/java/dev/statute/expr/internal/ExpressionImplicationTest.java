package dev.statute.expr.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.expr.internal.check.TypeEnvironment;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.expr.internal.node.Activation;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionImplicationTest {
  private static final TypeEnvironment ENV =
      TypeEnvironment.empty().withVariable("x", ValueType.DYN).withVariable("y", ValueType.DYN);

  @ParameterizedTest
  @CsvSource(
      delimiterString = "→",
      quoteCharacter = '`',
      value = {
        "x > 2 → x > 1",
        "x>2 → x  >  2",
        "x == 3 → x != 4",
        "x == 3 → 2 < x",
        "x >= 2.5 → x > 2",
        "x < -1 → x <= -1",
        "x == 'a' && y → x == 'a'",
        "x > 2 && y > 2 → y > 1 && x > 1",
        "x > 2 → y || x > 1",
        "x == 1 || x == 2 → x < 3",
      })
  void implied_conditions(String known, String other) {
    assertThat(implies(known, other)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "→",
      quoteCharacter = '`',
      value = {
        "x > 1 → x > 2",
        "x >= 2 → x > 2",
        "x > 2 → y > 1",
        "x == 'a b' → x == 'ab'",
        "x == 'a' → x == 'a' && y",
        "y || x > 2 → x > 1",
        "x != 3 → x > 1",
        "!x → x",
      })
  void not_implied_conditions(String known, String other) {
    assertThat(implies(known, other)).isFalse();
  }

  /** Checks each reported implication on all numbers around its bounds. */
  @Test
  void reported_implications_are_sound() {
    long seed = 20_261_122;
    Random random = new Random(seed);
    int found = 0;
    for (int i = 0; i < 20_000; i++) {
      String known = condition(random, 2);
      String other = condition(random, 2);
      if (implies(known, other)) {
        found++;
        for (Object x : List.of(-1L, 0L, 0.5, 1L, 1.5, 2L, 3L)) {
          for (Object y : List.of(-1L, 0L, 0.5, 1L, 1.5, 2L, 3L)) {
            assertThat(!test(known, x, y) || test(other, x, y))
                .as("seed %d: '%s' → '%s' at %s, %s", seed, known, other, x, y)
                .isTrue();
          }
        }
      }
    }
    assertThat(found).as("number of implications").isGreaterThan(500);
  }

  private static String condition(Random random, int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      String sign = random.nextBoolean() ? " && " : " || ";
      return "(" + condition(random, depth - 1) + sign + condition(random, depth - 1) + ")";
    }
    List<String> parts = new ArrayList<>();
    parts.add(random.nextBoolean() ? "x" : "y");
    parts.add(List.of("<", "<=", "==", "!=", ">=", ">").get(random.nextInt(6)));
    parts.add(List.of("0", "1", "0.5", "2").get(random.nextInt(4)));
    if (random.nextBoolean()) {
      parts = List.of(parts.get(2), parts.get(1), parts.get(0));
    }
    return String.join(" ", parts);
  }

  private static boolean implies(String known, String other) {
    return Expression.implies(
        SourceText.synthetic(known, "known"), SourceText.synthetic(other, "other"));
  }

  private static boolean test(String condition, Object x, Object y) {
    Expression compiled =
        Expression.compile(SourceText.synthetic(condition, "x"), ENV, new ProblemCollector());
    assertThat(compiled).isNotNull();
    return compiled.test(Activation.of(x, y));
  }
}
