package dev.statute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.drools.RuleDescription;
import dev.statute.drools.RuleDiff;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.runtime.Engine;
import dev.statute.yaml.PackFinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A decision table means the same as a workbook and as comma-separated values. */
class SheetRulesTest {
  private static final Path SAMPLE = Path.of("../../samples/decision-table");
  private static final Path CHART = SAMPLE.resolve("purchase.yaml");
  private static final Path CSV = SAMPLE.resolve("approvals.rules.csv");
  private static final Path XLSX = SAMPLE.resolve("workbook/approvals.rules.xlsx");

  @TempDir private Path folder;

  private static List<Pack> packs(Path table) {
    return PackFinder.standard().addedPacks(table).get();
  }

  @Test
  void the_rules_of_both_formats_are_the_same() {
    ProblemCollector problems = new ProblemCollector();
    assertThat(RuleDiff.of(packs(CSV), packs(XLSX), problems)).isEmpty();
    assertThat(problems.sorted()).isEmpty();
    List<String> rules = rules(CSV);
    assertThat(rules).hasSize(4).first().asString().startsWith("approvals#row 3 3:1 ");
    assertThat(rules(XLSX)).isEqualTo(rules);
  }

  private static List<String> rules(Path table) {
    ProblemCollector problems = new ProblemCollector();
    ChartWithRules chart = Statute.loader().rules(table).onlyRules().prepare(CHART, problems);
    assertThat(problems.sorted()).isEmpty();
    return chart.rules().stream().map(SheetRulesTest::describe).toList();
  }

  private static String describe(RuleDescription rule) {
    String place = rule.place().line() + ":" + rule.place().column();
    return rule.id()
        + " "
        + place
        + " "
        + rule.verdictKinds()
        + " "
        + rule.patterns().stream().map(RuleDescription.Pattern::text).toList();
  }

  @Test
  void both_formats_judge_alike() {
    for (long amount : List.of(100L, 101L, 5000L, 5001L, 5002L)) {
      for (String by : List.of("ann", "bob", "cid", "eve")) {
        for (boolean urgent : new boolean[] {true, false}) {
          Map<String, Object> data = new LinkedHashMap<>();
          data.put("amount", amount);
          data.put("by", by);
          data.put("urgent", urgent);
          assertThat(judge(XLSX, data)).as("%s", data).isEqualTo(judge(CSV, data));
        }
      }
    }
    assertThat(judge(XLSX, Map.of("amount", 5001L, "by", "cid", "urgent", true)))
        .isEqualTo("taken [5001, and urgent: the board agreed once]");
  }

  private static String judge(Path table, Map<String, Object> data) {
    try (Statute statute = Statute.loader().rules(table).onlyRules().load(CHART);
        Engine engine = statute.engine().sameThread().build()) {
      engine.spawn("p", "purchase").join();
      var outcome = engine.instance("p").ask("approve", data);
      return outcome.kind()
          + " "
          + outcome.trace().verdicts().stream().map(v -> v.ruling().verdict().reason()).toList();
    }
  }

  @Test
  void a_workbook_beside_the_chart_is_found_by_its_name_but_not_beside_a_table()
      throws IOException {
    Path chart = Files.copy(CHART, folder.resolve("purchase.yaml"));
    Files.copy(XLSX, folder.resolve("approvals.rules.xlsx"));
    try (Statute statute = Statute.load(chart)) {
      assertThat(statute.warnings()).isEmpty();
    }
    Files.copy(CSV, folder.resolve("approvals.rules.csv"));
    assertThat(Statute.tryLoad(chart).problems()).extracting(Problem::code).containsExactly("P203");
  }
}
