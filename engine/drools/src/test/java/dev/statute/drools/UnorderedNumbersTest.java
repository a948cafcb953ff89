package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.drools.internal.run.RuleExplainer;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is no number is neither less nor greater than one: neither a comparison of its order nor the
 * negation of one holds, at the first evaluation as after many.
 */
class UnorderedNumbersTest {
  private static final List<String> COMPARISONS = List.of("<", "<=", ">", ">=");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "V ? 3",
        "3 ? V",
        "-1.5 ? V",
        "V ? 0.5 || V >= 9",
        "V == 100 || 3 ? V",
        "V ? 2 || ? 3",
        "V ? 2 && ? 3",
        "V ? 2 || == 3",
        "!( V ? 3 )",
        "!( 3 ? V )",
        "!( V ? 3 && ? 4 )",
        "!( V ? 3 || == 9 )",
        "!( listed && V ? 3 )",
        "!( event matches \"g.*\" && V ? 3 )",
        "!( !( V ? 3 ) )",
        "!( !( !( (V) ? (W) ) ) )",
        "V + 1 ? 3",
        "3 - V ? 3",
        "-V ? 3",
        "( V + 1 ) * ( W + 1 ) ? ( 3 )",
        "!( (( V + W ) * ( W - 1 )) ? ( ( V + W ) ) )",
        "V ? W",
        "W ? V",
        "$n : V ? 3",
        "$n : V, $n ? 3",
        "$n : V, 3 ? $n",
        "$n : ( V + 1 ), !( $n ? 3 )",
        "$n : V, $n * 2 ? W",
        "( V + 1 ) * 2 ? W - 1",
        "-from.length() ? V",
        "( V ? 3 ) == false",
        "true != ( V ? 3 )",
        "( V ? 3 ) != false",
        "instance.age ? V",
        "V ? settings.num(\"limit\")",
        "V ? progress.calls * 1000000",
        "!( progress.calls * 1000000 ? V )",
        "Math.max( V, 2.0 ) ? 3",
        "payload.duration(\"v\") ? 3000",
        "!( payload.duration(\"v\") ? 3000 )",
      })
  void order_and_its_negation_do_not_hold_for_other_values(String condition) {
    for (String comparison : COMPARISONS) {
      DroolsPolicy policy = policy(condition.replace("?", comparison));
      for (Object other : List.of("text", true, List.of(1))) {
        Question question = question(other);
        for (int i = 0; i < 50; i++) {
          assertThat(fires(policy, question)).as("%s %s", condition, comparison).isFalse();
        }
        assertThat(RuleExplainer.holds(policy.base(), 0, question)).isFalse();
      }
      for (Object number : List.of(0.2, 3, 12, -1e300)) {
        Question question = question(number);
        assertThat(fires(policy, question))
            .as("%s %s, %s", condition, comparison, number)
            .isEqualTo(RuleExplainer.holds(policy.base(), 0, question));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2000000000001, $n > 2000000000000.5 && $n < 2000000000001.5",
    "2000000000001, $n == W + 1999999999996L",
    "0.123456789, $n == 0.123456789",
    "-1e300, $n < -1000000000000.0",
  })
  void a_variable_keeps_the_number(double value, String condition) {
    for (String bound : List.of("$n : V, ", "$n : ( V ), ", "$n : V != 7, ")) {
      DroolsPolicy policy = policy(bound + condition);
      assertThat(policy.judge(question(value)).verdicts()).as(bound).hasSize(1);
      assertThat(RuleExplainer.holds(policy.base(), 0, question(value))).isTrue();
    }
  }

  @Test
  void a_flag_is_no_negation_of_an_order() {
    for (String test : List.of("$b == false", "!$b", "$b != true", "listed == $b")) {
      Loaded<DroolsPolicy> loaded = load("$b : ( V > 3 ), " + test);
      assertThat(loaded.problems()).extracting(Problem::code).containsExactly("R115");
    }
    assertThat(load("$b : ( V > 3 ), $b").problems()).isEmpty();
    assertThat(load("$b : ( V > 3 ), !( $b == false )").problems()).isEmpty();
  }

  private static DroolsPolicy policy(String condition) {
    return load(condition).get();
  }

  private static Loaded<DroolsPolicy> load(String condition) {
    String written =
        condition.replace("V", "payload.num(\"v\")").replace("W", "payload.num(\"w\")");
    String drl =
        """
        package p
        import dev.statute.policy.*
        rule "r" when
          $t : Transition( payload.has("v"), payload.has("w"), %s )
        then insert( new Deny($t, "no") ); end
        """;
    return DroolsPolicies.compile(
        List.of(RuleTestSupport.pack("p", drl.formatted(written))), Vocabulary.NONE);
  }

  private static Question question(Object value) {
    return RuleTestSupport.about(RuleTestSupport.on("go", "A", "B", Map.of("v", value, "w", 5)));
  }

  private static boolean fires(DroolsPolicy policy, Question question) {
    return !policy.judge(question).verdicts().isEmpty();
  }
}
