package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.drools.internal.check.PackChecker;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is thrown while one rule is checked is a problem of this rule and hides no other. */
class FailedCheckTest {
  @Test
  @SuppressWarnings("NullAway") // a check without settings fails where a rule reads one
  void other_rules_and_files_are_checked() {
    Pack pack =
        new Pack(
            "p",
            Layer.BASE,
            "",
            "",
            List.of(
                file(
                    "one.drl",
                    rule("fails", "settings.num(\"limit\") > 3") + rule("wrong", "fromm == \"A\"")),
                file("two.drl", rule("wrong too", "too == \"A\""))),
            Map.of(),
            List.of());
    ProblemCollector problems = new ProblemCollector();
    PackChecker.check(pack, Vocabulary.NONE, null, problems);
    assertThat(problems.sorted())
        .extracting(problem -> problem.code() + " " + problem.place())
        .containsExactly("A204 one.drl:3:7", "R111 one.drl:4:36", "R111 two.drl:3:40");
    Problem failure = problems.sorted().get(0);
    assertThat(failure.message())
        .startsWith("Statute failed here")
        .contains("NullPointerException")
        .contains(".java:");
  }

  private static Source file(String name, String rules) {
    return new Source(name, "package p\nimport dev.statute.policy.*\n" + rules);
  }

  private static String rule(String name, String condition) {
    return "rule \"%s\" when $t : Transition( %s ) then insert( new Deny($t, \"no\") ); end\n"
        .formatted(name, condition);
  }
}
