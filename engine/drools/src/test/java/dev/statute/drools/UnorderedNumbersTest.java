package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.drools.internal.run.RuleExplainer;
import dev.statute.policy.spi.Question;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
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

  private static DroolsPolicy policy(String condition) {
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
    return RuleTestSupport.compile(RuleTestSupport.pack("p", drl.formatted(written)));
  }

  private static Question question(Object value) {
    return RuleTestSupport.about(RuleTestSupport.on("go", "A", "B", Map.of("v", value, "w", 5)));
  }

  private static boolean fires(DroolsPolicy policy, Question question) {
    return !policy.judge(question).verdicts().isEmpty();
  }
}
