package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Candidate;
import dev.statute.policy.Transition;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Decision tables: each row is a rule, with its line as its place. */
class DecisionTableTest {
  private static DroolsPolicy compile(String csv) {
    Source source = new Source("limits.rules.csv", csv);
    Pack pack = new Pack("limits", Layer.BASE, "", "", List.of(source), Map.of(), List.of());
    Loaded<DroolsPolicy> loaded = DroolsPolicies.compile(List.of(pack), Vocabulary.NONE);
    return loaded.get();
  }

  private static List<String> verdicts(DroolsPolicy policy, Map<String, ?> payload) {
    var values = new LinkedHashMap<String, Object>(payload);
    Candidate candidate =
        new Candidate(
            RuleTestSupport.description(
                "event",
                "approve",
                "open",
                "done",
                "may",
                values,
                RuleTestSupport.instance(Map.of("region", "EU"), "open")));
    Transition transition = RuleTestSupport.on("approve", "open", "done", values);
    Question about =
        new Question(
            candidate.instance(),
            RuleTestSupport.SETTINGS,
            List.of(candidate),
            List.of(transition),
            null,
            List.of());
    return policy.judge(about).verdicts().stream()
        .map(ruling -> ruling.rule() + " " + ruling.place())
        .sorted()
        .toList();
  }

  @Test
  void rows_match_numbers_ranges_words_and_flags() {
    DroolsPolicy policy =
        compile(
            """
            # who may approve
            guard,event,payload.amount,payload.by,payload.urgent,data.region,verdict,reason
            may,approve,<= 100,,,,grant,small
            may,approve,100.5..200,ann | bob,,EU,grant,"medium, by a manager"
            may,,,not cid,true,-,grant,urgent
            ,approve,> 1000,,,,deny,large
            may,,= 7,'007',,,grant,agent
            """);
    assertThat(verdicts(policy, Map.of("amount", 100L)))
        .containsExactly("limits#row 3 limits.rules.csv:3:1");
    assertThat(verdicts(policy, Map.of("amount", 150L, "by", "bob")))
        .containsExactly("limits#row 4 limits.rules.csv:4:1");
    assertThat(verdicts(policy, Map.of("amount", 150L, "by", "eve"))).isEmpty();
    assertThat(verdicts(policy, Map.of("amount", 100.25, "by", "bob"))).isEmpty();
    assertThat(verdicts(policy, Map.of("urgent", true, "by", "ann")))
        .containsExactly("limits#row 5 limits.rules.csv:5:1");
    assertThat(verdicts(policy, Map.of("urgent", true, "by", "cid"))).isEmpty();
    assertThat(verdicts(policy, Map.of("urgent", true))).isEmpty();
    assertThat(verdicts(policy, Map.of("amount", 1001L)))
        .containsExactly("limits#row 6 limits.rules.csv:6:1");
    assertThat(verdicts(policy, Map.of("amount", 7L, "by", "007")))
        .containsExactly("limits#row 3 limits.rules.csv:3:1", "limits#row 7 limits.rules.csv:7:1");
    assertThat(verdicts(policy, Map.of())).isEmpty();
  }

  @Test
  void cells_cannot_add_code_to_a_rule() {
    DroolsPolicy policy =
        compile(
            """
            guard;payload.by;verdict;reason
            may;"'x"") ) then System.exit(1); end //'";grant;"a"") ); System.exit(1); //"
            """);
    assertThat(verdicts(policy, Map.of("by", "ann"))).isEmpty();
    assertThat(verdicts(policy, Map.of("by", "x\") ) then System.exit(1); end //")))
        .containsExactly("limits#row 2 limits.rules.csv:2:1");
  }

  @Test
  void a_table_of_a_spreadsheet_has_a_byte_order_mark_other_line_ends_and_semicolons() {
    DroolsPolicy policy =
        compile("\uFEFFrule;guard;payload.amount;verdict\r\nsmall sums;may;<= 1.5;grant\r\n");
    assertThat(verdicts(policy, Map.of("amount", 1.5)))
        .containsExactly("limits#small sums limits.rules.csv:2:1");
    assertThat(policy.rules()).extracting(RuleDescription::name).containsExactly("small sums");
  }

  @Test
  void flags_are_read_as_spreadsheet_programs_save_them() {
    DroolsPolicy policy =
        compile(
            """
            guard,payload.urgent,payload.word,verdict
            may,TRUE,,grant
            may,FALSE,,grant
            may,,'TRUE',grant
            """);
    assertThat(verdicts(policy, Map.of("urgent", true)))
        .containsExactly("limits#row 2 limits.rules.csv:2:1");
    assertThat(verdicts(policy, Map.of("urgent", false)))
        .containsExactly("limits#row 3 limits.rules.csv:3:1");
    assertThat(verdicts(policy, Map.of("word", "TRUE")))
        .containsExactly("limits#row 4 limits.rules.csv:4:1");
  }

  @Test
  void numbers_may_exceed_32_bits() {
    DroolsPolicy policy =
        compile(
            """
            guard,payload.amount,verdict
            may,> 3000000000,grant
            may,-9999999999..-1,grant
            may,123456789012345,grant
            """);
    assertThat(verdicts(policy, Map.of("amount", 3_000_000_000L))).isEmpty();
    assertThat(verdicts(policy, Map.of("amount", 3_000_000_001L)))
        .containsExactly("limits#row 2 limits.rules.csv:2:1");
    assertThat(verdicts(policy, Map.of("amount", -5_000_000_000L)))
        .containsExactly("limits#row 3 limits.rules.csv:3:1");
    assertThat(verdicts(policy, Map.of("amount", 123_456_789_012_345L)))
        .containsExactly("limits#row 2 limits.rules.csv:2:1", "limits#row 4 limits.rules.csv:4:1");
  }

  @Test
  void a_comment_after_a_byte_order_mark_does_not_decide_the_separator() {
    DroolsPolicy policy =
        compile("\uFEFF# one, two, three, four\nguard;payload.amount;verdict\nmay;5;grant\n");
    assertThat(verdicts(policy, Map.of("amount", 5L)))
        .containsExactly("limits#row 3 limits.rules.csv:3:1");
  }
}
