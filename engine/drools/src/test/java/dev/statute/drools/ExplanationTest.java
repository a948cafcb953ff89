package dev.statute.drools;

import static dev.statute.drools.RuleTestSupport.about;
import static dev.statute.drools.RuleTestSupport.pack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Transition;
import dev.statute.policy.spi.Explanation;
import dev.statute.policy.spi.Explanation.MissingMatch;
import dev.statute.policy.spi.Explanation.Reason;
import dev.statute.policy.spi.Explanation.RuleExplanation;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Question;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExplanationTest {
  private static final long SEED = Long.getLong("statute.seed", 20_261_122);

  private static String lack(String conditions, Question question) {
    String drl =
        "package p\nimport dev.statute.policy.*\nrule \"r\" when\n"
            + conditions
            + "\nthen insert( new Deny($t, \"no\") ); end\n";
    List<RuleExplanation> accounts =
        RuleTestSupport.compile(pack("p", drl)).explain(question).rules();
    assertThat(accounts).hasSize(1);
    return Objects.requireNonNull(accounts.get(0).missing(), "it fired").describe();
  }

  private static Question going(Object... payload) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < payload.length; i += 2) {
      values.put((String) payload[i], payload[i + 1]);
    }
    return about(RuleTestSupport.on("go", "A", "B", values));
  }

  @Test
  void a_rule_that_fired_names_the_facts_it_fired_on() {
    Transition go = RuleTestSupport.on("go", "A", "B", Map.of());
    DroolsPolicy policy =
        RuleTestSupport.compile(
            pack("p", new Layer(2, "team"), GeneratedProposalsTest.rule("from == \"A\"")));
    Explanation explanation = policy.explain(about(go));
    RuleDescription rule = policy.rules().get(0);
    assertThat(explanation.rules())
        .containsExactly(
            new RuleExplanation(
                "p#r",
                rule.place(),
                new Layer(2, "team"),
                Map.of("owner", "somebody"),
                List.of(List.of((Object) go)),
                null));
    assertThat(explanation.verdicts().verdicts()).hasSize(1);
  }

  @Test
  void a_number_is_named_with_what_it_was_and_what_it_needs() {
    assertThat(lack("$t : Transition( payload.num(\"n\") >= 3 )", going("n", 2)))
        .isEqualTo("payload.num(\"n\") 2, needs at least 3");
    assertThat(lack("$t : Transition( 3 < payload.num(\"n\") )", going("n", 2)))
        .isEqualTo("payload.num(\"n\") 2, needs more than 3");
    assertThat(lack("$t : Transition( payload.num(\"n\") >= 3 )", going()))
        .isEqualTo("payload.num(\"n\") absent, needs at least 3");
  }

  @Test
  void the_value_of_a_bound_variable_is_shown() {
    assertThat(
            lack(
                "Settings( $limit : num(\"limit\") )\n"
                    + "$t : Transition( payload.num(\"n\") > $limit )",
                going("n", 1)))
        .isEqualTo("payload.num(\"n\") 1, needs more than 3");
  }

  @Test
  void all_conditions_that_fail_on_the_nearest_fact_are_named() {
    assertThat(lack("$t : Transition( to == \"B\", from == \"C\", event != \"go\" )", going()))
        .isEqualTo("from \"A\", needs \"C\"; event \"go\", needs anything but \"go\"");
  }

  @Test
  void the_fact_that_met_most_conditions_is_the_nearest() {
    Question question =
        about(
            RuleTestSupport.on("x", "A", "B", Map.of()),
            RuleTestSupport.on("go", "A", "B", Map.of()));
    assertThat(lack("$t : Transition( event == \"go\", from == \"C\" )", question))
        .isEqualTo("from \"A\", needs \"C\"");
  }

  @Test
  void the_deepest_pattern_that_was_reached_is_the_one_that_lacks() {
    assertThat(
            lack(
                "$t : Transition( event == \"go\" )\n"
                    + "$o : Transition( this != $t, from == $t.from )",
                going()))
        .isEqualTo("this a Transition, needs anything but a Transition");
  }

  @Test
  void a_negation_that_does_not_hold_shows_what_must_not_be() {
    assertThat(lack("$t : Transition()\nnot Instance( in(\"A\") )", going()))
        .isEqualTo("there must be no Instance( in(\"A\") ), and there is one");
    assertThat(lack("$t : Transition( !(from == \"A\") )", going()))
        .isEqualTo("from \"A\", needs anything but \"A\"");
  }

  @Test
  void both_sides_of_an_alternative_are_named() {
    assertThat(lack("$t : Transition( from == \"C\" || to == \"D\" )", going()))
        .isEqualTo("from \"A\" and to \"B\", needs \"C\" or to \"D\"");
    assertThat(lack("$t : Transition( from in (\"C\", \"D\") )", going()))
        .isEqualTo("from \"A\", needs one of \"C\", \"D\"");
  }

  @Test
  void a_question_is_answered_with_what_it_was_asked() {
    assertThat(lack("$t : Transition( leaves(\"C\") )", going()))
        .isEqualTo("leaves(\"C\") false, needs true");
  }

  @Test
  void what_cannot_be_told_alone_is_said_to_be_unknown() {
    String drl =
        """
        package p
        import dev.statute.policy.*
        rule "r" when $t : Transition( from == "A", from.length() / 2 > 7 )
        then insert( new Deny($t, "no") ); end
        """;
    RuleExplanation account =
        RuleTestSupport.compile(pack("p", drl)).explain(going()).rules().get(0);
    MissingMatch lack = Objects.requireNonNull(account.missing());
    assertThat(lack.reason()).isEqualTo(Reason.UNKNOWN);
    assertThat(lack.describe())
        .isEqualTo("all else holds, and it cannot be told alone whether from.length() / 2 > 7");
  }

  @Test
  void what_would_have_to_change_is_a_sentence() {
    String drl = GeneratedProposalsTest.rule("to == \"C\"");
    RuleExplanation account =
        RuleTestSupport.compile(pack("p", drl)).explain(going()).rules().get(0);
    assertThat(Objects.requireNonNull(account.missing()).describeChange())
        .isEqualTo("to would have to be \"C\"");
  }

  @Test
  void a_rule_behind_one_that_failed_was_not_reached() {
    String drl =
        """
        package p
        import dev.statute.policy.*
        rule "breaks" salience 1 when $t : Transition()
        then insert( new Deny($t, "x".substring(9)) ); end
        rule "later" when $t : Transition( from == "A" ) then insert( new Deny($t, "no") ); end
        rule "never" when $t : Transition( from == "C" ) then insert( new Deny($t, "no") ); end
        """;
    List<RuleExplanation> accounts =
        RuleTestSupport.compile(pack("p", drl)).explain(going()).rules();
    assertThat(accounts.get(0).hasFired()).isTrue();
    assertThat(accounts.subList(1, 3))
        .extracting(account -> Objects.requireNonNull(account.missing()).reason())
        .containsExactly(Reason.NOT_REACHED, Reason.CONDITION);
  }

  @Test
  void no_explanation_contradicts_the_rule_engine() {
    StringBuilder drl = new StringBuilder(GeneratedProposalsTest.rules());
    drl.insert(drl.indexOf("import"), "import java.util.List\n");
    drl.append(
        """
        rule "joined" when
          Instance( $in : configuration, data.has("n"), $n : data.num("n") )
          $t : Transition( from memberOf $in, payload.has("n"), payload.num("n") + 1 > $n * 2 )
        then insert( new Deny($t, "joined") ); end
        rule "either way" when
          ( $t : Transition( from == "A" ) or $t : Transition( to == "C" ) )
          exists Transition( event == "go" )
        then insert( new Permit($t, "either") ); end
        rule "all of them" when
          $t : Transition( kind == "event" )
          forall( Transition( listed ) Transition( from != "D" ) )
        then insert( new Permit($t, "all") ); end
        rule "collected" when
          $t : Transition( to == "B" )
          $all : List( size > 1 ) from collect( Transition( from == "A" ) )
        then insert( new Ignore($t, "collected") ); end
        rule "one by one" when
          Instance( $l : data.list("l") )
          $t : Transition( to != null && to == "B" )
          not Transition( this != $t, to == $t.to )
        then insert( new Deny($t, "alone") ); end
        rule "sums" when
          $t : Transition( to == "A" )
          accumulate( Transition( $n : targets.size() ); $sum : sum( $n ); $sum >= 2 )
        then insert( new Deny($t, "sum") ); end
        """);
    ExplanationAgreement agreement =
        new ExplanationAgreement(RuleTestSupport.compile(pack("p", drl.toString())));
    Random random = new Random(SEED);
    for (int i = 0; i < 1_500; i++) {
      agreement.check(GeneratedProposalsTest.question(random), "seed " + SEED + ", question " + i);
    }
    assertThat(agreement.fired()).isGreaterThan(2_000);
    assertThat(agreement.undecided()).isLessThan(agreement.decided() / 20);
  }
}
