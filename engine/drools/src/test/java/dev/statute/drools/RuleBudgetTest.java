package dev.statute.drools;

import static dev.statute.drools.RuleTestSupport.about;
import static dev.statute.drools.RuleTestSupport.on;
import static dev.statute.drools.RuleTestSupport.pack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Action;
import dev.statute.policy.Deny;
import dev.statute.policy.Progress;
import dev.statute.policy.base.NewestAction;
import dev.statute.policy.base.Values;
import dev.statute.policy.spi.Observation;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleError;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits of rules that would compare without end. */
class RuleBudgetTest {
  private static final String HEADER =
      "package p\nimport dev.statute.policy.*\nimport java.util.List\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Action( ) Action( ) Action( ) Action( ) Action( ) Action( ) Action( ) Action( ) Action( )",
        "$a : Action( ) Action( ago > $a.ago ) $b : Action( ) Action( ago != $b.ago ) Action( )"
            + " Action( )",
        "accumulate( Action( ) and Action( ) and Action( ) and Action( ) and Action( ) and Action("
            + " ); $n : count( ) )",
        "Progress( ) accumulate( Action( ) and $a : Action( ) and Action( ) and Action( ) and"
            + " Action( ); $n : sum( $a.ago() ) )",
        "not( Action( ) and Action( ) and Action( ) and Action( ) and Action( ) and Action( tool =="
            + " \"none\" ) )",
        "exists( $a : Action( ) and Action( ) and Action( ) and Action( ) and Action( ago < $a.ago,"
            + " ago > $a.ago ) )",
        "Action( ) Action( ) Action( ) Action( ) forall( Action( tool == \"none\" ) )",
        "Action( ) Action( ) Action( ) Action( ) not( Action( tool == \"none\" ) )",
        "Action( ) Action( ) Action( ) Action( ) ( Action( ago > 30 ) or Action( ago < 30 ) )",
        "( Action( ) and Action( ) and Action( ) and Action( ) ) or Action( tool == \"none\" )",
        "Action( ) Action( ) Action( ) List( size > 100 ) from collect( Action( ) )",
        "$i : Instance( ) String( ) from $i.configuration"
            + " String( this == \"none\" ) from $i.configuration"
      })
  void joins_end_at_the_limit_of_pairs_and_name_their_rule(String conditions) {
    DroolsPolicy policy =
        RuleTestSupport.compile(
            RunOptions.DEFAULT,
            pack(
                "p",
                HEADER
                    + "rule \"first\" when Progress( calls < 0 || calls > 7 ) then\n"
                    + "  insert( new Finding(\"a\", \"\", \"hint\", 1, \"a\") ); end\n"
                    + "rule \"wide\" when\n"
                    + conditions
                    + "\nthen\n  insert( new Finding(\"w\", \"\", \"hint\", 1, \"w\") ); end\n"));
    assertThat(policy.judge(observed(60)))
        .isEqualTo(
            new RuleVerdicts(
                List.of(),
                new RuleError(
                    "p#wide",
                    new Place("p.drl", 6, 1),
                    "compares more than 500000 pairs of facts for one question")));
    assertThat(policy.judge(observed(1)).error()).isNull();
    assertThat(policy.explain(observed(60)).verdicts().error()).isNotNull();
  }

  private static Question observed(int actions) {
    List<Object> facts = new ArrayList<>();
    Progress progress = Progress.of(Map.of("calls", 5), NewestAction.NONE);
    facts.add(progress);
    for (int ago = 0; ago < actions; ago++) {
      facts.add(
          new Action(
              ago,
              "edit",
              "a",
              "",
              "",
              "EDIT",
              "k" + ago,
              "r",
              false,
              false,
              0,
              Values.of(Map.of())));
    }
    String[] states = Collections.nCopies(actions == 1 ? 1 : 3_000, "A").toArray(String[]::new);
    return new Question(
        RuleTestSupport.instance(Map.of(), states),
        RuleTestSupport.SETTINGS,
        List.of(),
        List.of(),
        new Observation() {
          @Override
          public Progress progress() {
            return progress;
          }

          @Override
          public List<Object> facts(Predicate<Class<?>> wanted) {
            return facts.stream().filter(fact -> wanted.test(fact.getClass())).toList();
          }
        },
        List.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "payload.text(\"t\") matches \"(.*x){12}y\"",
        "payload.text(\"t\") matches (\"(x+x+)+y\")",
        "(payload.text(\"t\") + \"z\") matches \"(.*x){12}yz\"",
        "$x : event matches \"go\", payload.text(\"t\") matches \"(x|xx)*y\"",
        "event == \"stop\" || payload.text(\"t\") matches \"(x*)*y\"",
        "!( payload.text(\"t\") not matches \"(.*x){12}y\" )",
        "payload.text(\"t\") != null, to!.concat(payload.text(\"t\")) matches \"(.*x){12}y\""
      })
  void a_pattern_that_would_backtrack_is_matched_in_linear_time(String condition) {
    DroolsPolicy policy =
        RuleTestSupport.compile(
            pack(
                "p",
                HEADER
                    + "rule \"r\" when $t : Transition( "
                    + condition
                    + " ) then insert( new Deny($t, \"no\") ); end"));
    String endless = "x".repeat(20_000);
    assertThat(policy.judge(about(on("go", "A", "B", Map.of("t", endless)))))
        .isEqualTo(RuleVerdicts.NONE);
    assertThat(policy.judge(about(on("go", "A", "", Map.of("t", endless + "y")))).verdicts())
        .extracting(RuleVerdict::verdict)
        .hasExactlyElementsOfTypes(Deny.class);
  }
}
