package dev.statute.drools;

import static dev.statute.drools.RuleTestSupport.about;
import static dev.statute.drools.RuleTestSupport.pack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Conditions on absent values do not hold, or are refused at load time. */
class AbsentValuesTest {
  private static final List<String> VALUES =
      List.of("payload.num(\"n\")", "payload.duration(\"n\")", "$bound", "payload.num(\"n\") + 1");
  private static final List<String> OTHERS =
      List.of("3", "$age", "$age * 2", "$bound", "payload.num(\"m\")");

  @TestFactory
  Stream<DynamicTest> what_is_absent_never_lets_a_rule_fire() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String operator : List.of("<", "<=", ">", ">=", "==", "!=")) {
      for (String value : VALUES) {
        for (String other : OTHERS) {
          for (String form : List.of("%s %s %s", "!(%s %s %s)", "from == \"A\" && %s %s %s")) {
            tests.add(test(form.formatted(value, operator, other)));
            tests.add(test(form.formatted(other, operator, value)));
          }
        }
      }
    }
    return tests.stream();
  }

  private static DynamicTest test(String condition) {
    return DynamicTest.dynamicTest(condition, () -> check(condition));
  }

  private static void check(String condition) {
    Loaded<DroolsPolicy> loaded =
        DroolsPolicies.compile(List.of(pack("p", rule(condition))), Vocabulary.NONE);
    DroolsPolicy policy = loaded.value();
    if (policy == null) {
      assertThat(loaded.problems()).extracting(Problem::code).contains("R115");
      return;
    }
    for (int i = 0; i < 3; i++) {
      assertThat(policy.judge(about(RuleTestSupport.on("go", "A", "B", Map.of()))).verdicts())
          .isEmpty();
    }
  }

  private static String rule(String condition) {
    return """
    package p
    import dev.statute.policy.*
    rule "r" when
      Instance( $age : age, $bound : data.num("q") )
      $t : Transition( %s )
    then insert( new Deny($t, "no") ); end
    """
        .formatted(condition);
  }
}
