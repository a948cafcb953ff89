package dev.statute.drools;

import static dev.statute.drools.RuleTestSupport.about;
import static dev.statute.drools.RuleTestSupport.candidate;
import static dev.statute.drools.RuleTestSupport.move;
import static dev.statute.drools.RuleTestSupport.pack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Candidate;
import dev.statute.policy.Deny;
import dev.statute.policy.Grant;
import dev.statute.policy.Permit;
import dev.statute.policy.Transition;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.Place;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DroolsPolicyTest {
  private static final DroolsPolicy POLICY =
      RuleTestSupport.compile(
          pack(
              "guards/strict",
              """
              package guards
              import dev.statute.policy.*

              rule "no going back"
                @title("Never ask again")
                @doc("A \\"running\\" agent knows what to do.")
              when
                $t : Transition( from == "RUNNING", to == "ASKING" )
              then
                insert( new Deny($t, "already running") );
              end

              rule "a secret door"
              when
                $c : Candidate( guard == "key" )
              then
                insert( new Grant($c, "has " + $c.guard()) );
              end
              """),
          pack(
              "guards/lenient",
              new Layer(2, "team"),
              """
              package guards
              import dev.statute.policy.*
              rule "no going back" when
                $t : Transition( from == "RUNNING", settings.num("limit") > 2 )
                $i : Instance( in("RUNNING") )
              then
                insert( new Permit($t, "after " + $i.age() + " ms") );
              end
              rule "off" when $t : Transition() then insert( new Deny($t, "off") ); end
              """,
              "off"));

  @Test
  void a_verdict_names_its_rule_its_place_its_layer_and_the_facts_it_matched() {
    Transition back = move("RUNNING", "ASKING");
    RuleVerdicts rulings = POLICY.judge(about(back));
    assertThat(rulings.error()).isNull();
    assertThat(rulings.verdicts())
        .containsExactlyInAnyOrder(
            new RuleVerdict(
                new Deny(back, "already running"),
                "guards/strict#no going back",
                new Place("guards/strict.drl", 4, 1),
                Layer.BASE,
                List.of(back)),
            new RuleVerdict(
                new Permit(back, "after 1000 ms"),
                "guards/lenient#no going back",
                new Place("guards/lenient.drl", 3, 1),
                new Layer(2, "team"),
                List.of(back, back.instance())));
  }

  @Test
  void a_candidate_is_granted() {
    Candidate candidate = candidate("key", "IDLE", "RUNNING");
    assertThat(POLICY.judge(about(candidate)).verdicts())
        .extracting(RuleVerdict::verdict)
        .containsExactly(new Grant(candidate, "has key"));
  }

  @Test
  void nothing_is_carried_from_one_question_to_the_next() {
    POLICY.judge(about(move("RUNNING", "ASKING")));
    assertThat(POLICY.judge(about(move("IDLE", "RUNNING")))).isEqualTo(RuleVerdicts.NONE);
  }

  @Test
  void tells_what_no_rule_could_match() {
    assertThat(POLICY.mayMatch(move("RUNNING", "DONE"))).isTrue();
    assertThat(POLICY.mayMatch(move("IDLE", "ASKING"))).isFalse();
    assertThat(POLICY.mayMatch(candidate("key", "A", "B"))).isTrue();
    assertThat(POLICY.mayMatch(candidate("other", "A", "B"))).isFalse();
  }

  @Test
  void rules_are_listed_with_what_they_say_of_themselves() {
    assertThat(POLICY.rules()).extracting(RuleDescription::id).doesNotContain("guards/lenient#off");
    assertThat(POLICY.rules().get(0))
        .isEqualTo(
            new RuleDescription(
                "guards/strict#no going back",
                "guards/strict",
                "no going back",
                new Place("guards/strict.drl", 4, 1),
                Layer.BASE,
                "Never ask again",
                "A \"running\" agent knows what to do.",
                "somebody",
                Set.of(Deny.class),
                POLICY.rules().get(0).patterns()));
    assertThat(POLICY.settingNames()).containsExactly("limit");
    assertThat(POLICY.producesFindings()).isFalse();
  }

  @Test
  void a_number_is_a_member_of_a_list_by_its_value() {
    DroolsPolicy policy =
        RuleTestSupport.compile(
            pack(
                "p",
                """
                package p
                import dev.statute.policy.*
                rule "literal" when $t : Transition( payload.list("all") contains 2 )
                then insert( new Deny($t, "no") ); end
                rule "fraction" when $t : Transition( payload.list("all") contains 2.0 )
                then insert( new Deny($t, "no") ); end
                rule "member" when
                  $t : Transition( payload.has("n"), payload.has("all"), payload.num("n") memberOf payload.list("all") )
                then insert( new Deny($t, "no") ); end
                rule "none" when
                  $t : Transition( payload.has("n"), payload.has("all"), payload.num("n") not memberOf payload.list("all") )
                then insert( new Deny($t, "no") ); end
                """));
    assertThat(rules(policy, Map.of("all", List.of(1L, 2L), "n", 2L)))
        .containsExactlyInAnyOrder("p#literal", "p#fraction", "p#member");
    assertThat(rules(policy, Map.of("all", List.of(new BigDecimal("2.00"), "x"), "n", 2.0)))
        .containsExactlyInAnyOrder("p#literal", "p#fraction", "p#member");
    assertThat(rules(policy, Map.of("all", List.of(1L, "2"), "n", 2L))).containsExactly("p#none");
    assertThat(rules(policy, Map.of("all", List.of(Double.NaN)))).isEmpty();
  }

  private static List<String> rules(DroolsPolicy policy, Map<String, ?> payload) {
    return policy.judge(about(RuleTestSupport.on("go", "A", "B", payload))).verdicts().stream()
        .map(RuleVerdict::rule)
        .toList();
  }
}
