package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.policy.Transition;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.policy.spi.PolicyApproximation.ApproximateProposal;
import dev.statute.policy.spi.PolicyApproximation.PossibleVerdict;
import dev.statute.policy.spi.RuleVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Forecasts of rules, compared with their actual verdicts. */
class RuleForecastTest {
  private static final String HEAD = "package p\nimport dev.statute.policy.*\n";

  /** Name → conditions, and true if all of them can be decided without data. */
  private static final Map<String, Boolean> RULES =
      Map.ofEntries(
          Map.entry("$t : Transition( from == \"A\", to == \"B\" )", true),
          Map.entry("$t : Transition( event == \"go\" || kind == \"move\" )", true),
          Map.entry("$t : Transition( event in (\"go\", \"stop\"), from != \"C\" )", true),
          Map.entry("$t : Transition( leaves(\"A\"), enters(\"C\") )", true),
          Map.entry("$t : Transition( targets contains \"B\", !(event == \"stop\") )", true),
          Map.entry("$t : Transition( to matches \"[AB]\", settings.num(\"limit\") >= 3 )", true),
          Map.entry("Settings( $l : num(\"limit\") > 5 ) $t : Transition( )", true),
          Map.entry("Instance( in(\"A\") ) $t : Transition( instance.chart == \"agent\" )", true),
          Map.entry("$f : Transition( $from : from ) $t : Transition( from == $from )", false),
          Map.entry("$t : Transition( from == \"A\", payload.num(\"n\") > 1 )", false),
          Map.entry("$t : Transition( to == \"B\", instance.data.flag(\"x\") )", false),
          Map.entry("$t : Transition( to == \"B\" ) not Transition( event == \"go\" )", false),
          Map.entry("$t : Transition( to == \"C\" ) exists Progress( calls > 0 )", false),
          Map.entry("$t : Transition( from == \"B\" ) Progress( calls == 0 )", false),
          Map.entry(
              "( $t : Transition( from == \"A\" ) or $t : Transition( to == \"A\" ) )", false),
          Map.entry("$t : Transition( event.length > 3 )", false),
          Map.entry("$t : Transition( event == from )", false));

  private static String rules() {
    StringBuilder drl = new StringBuilder(HEAD);
    for (String when : new TreeSet<>(RULES.keySet())) {
      drl.append("rule \"").append(when.replace('"', '\'')).append("\" when ").append(when);
      drl.append(" then insert( new Deny($t, \"no\") ); end\n");
    }
    return drl.toString();
  }

  private static ApproximateProposal prospect(Transition t) {
    return new ApproximateProposal(
        t.chart(),
        t.from(),
        t.to(),
        t.targets(),
        t.source(),
        t.event().equals("other") ? null : t.event(),
        t.kind(),
        t.listed(),
        t.guard(),
        t.tags(),
        t.settings(),
        t.instance().configuration(),
        t::leaves,
        t::enters);
  }

  @Test
  void rules_lead_to_the_states_that_they_name_as_where_they_redirect_or_permit_a_move() {
    String rule = "rule \"%s\" when $t : Transition( %s ) then insert( new %s ); end\n";
    String drl =
        HEAD
            + rule.formatted("1", "to == \"A\"", "Redirect($t, \"B\", \"no\")")
            + rule.formatted("2", "to == \"C\"", "Redirect($t, $t.from(), \"back\")")
            + rule.formatted("3", "kind == \"move\", to in (\"D\", \"E\")", "Permit($t, \"yes\")")
            + rule.formatted("4", "kind == \"event\", to == \"F\"", "Permit($t, \"yes\")")
            + rule.formatted("5", "kind == \"move\"", "Permit($t, \"any\")")
            + rule.formatted("6", "to == \"G\"", "Deny($t, \"no\")");
    DroolsPolicy policy = RuleTestSupport.compile(RuleTestSupport.pack("p", drl));
    assertThat(policy.leadsTo()).containsExactlyInAnyOrder("B", "D", "E");
  }

  @Test
  void every_verdict_was_forecast_and_certain_ones_occur() {
    DroolsPolicy policy = RuleTestSupport.compile(RuleTestSupport.pack("p", rules()));
    PolicyApproximation foresight = policy.forecast();
    Random random = new Random(5);
    List<String> states = List.of("A", "B", "C");
    List<String> events = List.of("go", "stop", "other");
    Set<String> seen = new TreeSet<>();
    for (int i = 0; i < 400; i++) {
      String from = states.get(random.nextInt(3));
      String to = states.get(random.nextInt(3));
      Transition asked =
          random.nextInt(4) == 0
              ? RuleTestSupport.move(from, to)
              : RuleTestSupport.on(
                  events.get(random.nextInt(3)), from, to, Map.of("n", (long) random.nextInt(4)));
      List<PossibleVerdict> foreseen = foresight.verdicts(prospect(asked));
      List<String> said =
          policy.judge(RuleTestSupport.about(asked)).verdicts().stream()
              .map(RuleVerdict::rule)
              .toList();
      seen.addAll(said);
      assertThat(foreseen).as("%s", asked).extracting(PossibleVerdict::rule).containsAll(said);
      List<String> certain =
          foreseen.stream().filter(PossibleVerdict::certain).map(PossibleVerdict::rule).toList();
      assertThat(said).as("%s", asked).containsAll(certain);
    }
    assertThat(seen).as("rules that ever spoke").hasSize(RULES.size() - 4);
  }

  @Test
  void a_rule_over_literals_and_settings_is_certain_and_one_over_data_is_not() {
    PolicyApproximation foresight =
        RuleTestSupport.compile(RuleTestSupport.pack("p", rules())).forecast();
    List<PossibleVerdict> all = new ArrayList<>();
    for (String from : List.of("A", "B", "C")) {
      for (String to : List.of("A", "B", "C")) {
        all.addAll(foresight.verdicts(prospect(RuleTestSupport.on("go", from, to, Map.of()))));
        all.addAll(foresight.verdicts(prospect(RuleTestSupport.move(from, to))));
      }
    }
    assertThat(all)
        .allSatisfy(
            each -> {
              String name = each.rule().substring("p#".length()).replace('\'', '"');
              assertThat(each.certain()).as(name).isEqualTo(RULES.get(name));
            });
  }

  @Test
  void grants_findings_permits_and_redirects_are_distinguished() {
    PolicyApproximation foresight =
        RuleTestSupport.compile(
                RuleTestSupport.pack(
                    "p",
                    new Layer(2, "team"),
                    HEAD
                        + "rule g when $c : Candidate( guard == \"key\" ) then"
                        + " insert( new Grant($c, \"\") ); end\n"
                        + "rule f when Progress( calls > 3 ) then"
                        + " insert( new Finding(\"x\", \"y\", \"hint\", 1, \"z\") ); end\n"
                        + "rule r when $t : Transition( to == \"A\" ) then"
                        + " insert( new Redirect($t, \"B\", \"\") ); end\n"
                        + "rule i when $t : Transition( to == \"C\" ) then"
                        + " if ($t.listed()) { insert( new Ignore($t, \"\") ); } end\n"))
            .forecast();
    assertThat(foresight.mayPermit()).isFalse();
    assertThat(foresight.mayReport("hint")).isTrue();
    assertThat(foresight.mayReport("stop")).isFalse();
    assertThat(foresight.mayGrant(guarded("key"))).isTrue();
    assertThat(foresight.mayGrant(guarded("other"))).isFalse();
    assertThat(foresight.verdicts(prospect(RuleTestSupport.move("C", "A"))))
        .extracting(
            PossibleVerdict::rule,
            PossibleVerdict::layer,
            PossibleVerdict::certain,
            PossibleVerdict::to)
        .containsExactly(tuple("p#r", new Layer(2, "team"), true, "B"));
    assertThat(foresight.verdicts(prospect(RuleTestSupport.move("A", "C"))))
        .extracting(PossibleVerdict::rule, PossibleVerdict::certain)
        .containsExactly(tuple("p#i", false));
  }

  @Test
  void every_text_that_rules_compare_an_event_with_is_known() {
    String rule =
        "rule e when $t : Transition( event == \"a\", \"b\".equals(event), !event.contains(\"c\") )"
            + " then insert( new Deny($t, \"\") ); end\n";
    assertThat(
            RuleTestSupport.compile(RuleTestSupport.pack("p", HEAD + rule)).forecast().eventNames())
        .containsExactly("a", "b", "c");
  }

  private static ApproximateProposal guarded(String guard) {
    ApproximateProposal p = prospect(RuleTestSupport.move("A", "B"));
    return new ApproximateProposal(
        p.chart(),
        p.from(),
        p.to(),
        p.targets(),
        p.source(),
        p.event(),
        p.kind(),
        p.listed(),
        guard,
        p.tags(),
        p.settings(),
        p.before(),
        p.leaves(),
        p.enters());
  }
}
