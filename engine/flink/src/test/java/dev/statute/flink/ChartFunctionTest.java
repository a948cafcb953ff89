package dev.statute.flink;

import static dev.statute.flink.FleetFixture.harness;
import static dev.statute.flink.FleetFixture.outputs;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedBroadcastOperatorTestHarness;
import org.junit.jupiter.api.Test;

/** Bad input, updates of rules and restored state; the job goes on after each. */
@SuppressWarnings("try") // of Flink: close() throws all exceptions
class ChartFunctionTest {
  private static final String ADD = "{\"at\":\"2026-01-01T00:00:00Z\",\"event\":\"Add\"}";
  private static final String SECOND =
      FleetFixture.CHART.replace("version: 1", "version: 2").replace("idle", "waiting");
  private static final String PLAN =
      """
      migrate: order
      states: { idle: waiting }
      """;

  private static void send(
      KeyedBroadcastOperatorTestHarness<String, FleetLine, RulesUpdate, FleetOutput> harness,
      String chart,
      String text)
      throws Exception {
    harness.processElement(new StreamRecord<>(new FleetLine("order-1", chart, text), 0));
  }

  private static List<String> codes(
      KeyedBroadcastOperatorTestHarness<String, FleetLine, RulesUpdate, FleetOutput> harness) {
    return outputs(harness, ChartFunction.PROBLEMS).stream().map(FleetOutput::kind).toList();
  }

  /** Returns an update with both versions of the chart and the plan between them. */
  private static RulesUpdate migration(String second) {
    return RulesUpdate.of(
        Map.of(
            "charts/order-1.yaml", FleetFixture.CHART,
            "charts/order-2.yaml", second,
            "charts/order.migration.yaml", PLAN));
  }

  private static void endOfTime(
      KeyedBroadcastOperatorTestHarness<String, FleetLine, RulesUpdate, FleetOutput> harness)
      throws Exception {
    harness.processWatermark(new Watermark(Long.MAX_VALUE));
    harness.processBroadcastWatermark(new Watermark(Long.MAX_VALUE));
  }

  @Test
  void bad_lines_are_problems_with_their_text_and_the_next_line_is_handled() throws Exception {
    try (var harness = harness(FleetFixture.RULES)) {
      harness.open();
      send(harness, "order", "{\"event\": ");
      send(harness, "nothing", ADD);
      send(harness, "order", "{\"query\":\"enabled\"}");
      send(harness, "order", ADD);
      List<FleetOutput> problems = outputs(harness, ChartFunction.PROBLEMS);
      assertThat(problems).extracting(FleetOutput::kind).containsExactly("L101", "F101", "F103");
      assertThat(problems.get(1).text()).contains("there is no chart 'nothing'", "\\\"Add\\\"");
      assertThat(harness.extractOutputValues())
          .extracting(FleetOutput::kind)
          .containsExactly("started", "taken");
      assertThat(outputs(harness, ChartFunction.EMITS))
          .extracting(FleetOutput::kind)
          .containsExactly("emit");
    }
  }

  @Test
  void an_update_that_does_not_compile_is_refused_as_a_whole() throws Exception {
    try (var harness = harness(FleetFixture.RULES)) {
      harness.open();
      Map<String, String> files =
          Map.of("charts/order.yaml", SECOND, "charts/bad.yaml", "chart: bad\nstatez: {}\n");
      harness.processBroadcastElement(new StreamRecord<>(RulesUpdate.of(files)));
      harness.processBroadcastElement(
          new StreamRecord<>(RulesUpdate.of(Map.of("../out.yaml", "x"))));
      send(harness, "order", ADD);
      assertThat(codes(harness)).contains("C120", "F104");
      assertThat(harness.extractOutputValues()).hasSize(2);
    }
  }

  @Test
  void settings_that_cannot_be_read_are_a_problem_and_the_job_lives() throws Exception {
    try (var harness = harness(FleetFixture.RULES)) {
      harness.open();
      Map<String, String> files = new TreeMap<>(FleetFixture.RULES.files());
      files.put("settings.properties", "folder=C:\\users");
      harness.processBroadcastElement(new StreamRecord<>(RulesUpdate.of(files)));
      send(harness, "order", ADD);
      assertThat(codes(harness)).containsExactly("F104");
      assertThat(harness.extractOutputValues()).hasSize(2);
    }
  }

  @Test
  void a_snapshot_of_an_older_chart_is_a_problem_until_a_plan_arrives() throws Exception {
    OperatorSubtaskState saved;
    try (var harness = harness(FleetFixture.RULES)) {
      harness.open();
      send(harness, "order", ADD);
      saved = harness.snapshot(1, 1);
    }
    try (var harness = harness(RulesUpdate.of(Map.of("charts/order.yaml", SECOND)))) {
      harness.initializeState(saved);
      harness.open();
      send(harness, "order", ADD);
      assertThat(codes(harness)).containsExactly("L203");
      harness.processBroadcastElement(new StreamRecord<>(migration(SECOND)));
      assertThat(codes(harness)).containsExactly("L203");
      endOfTime(harness);
      assertThat(harness.extractOutputValues())
          .extracting(FleetOutput::text)
          .anyMatch(text -> text.contains("waiting"));
    }
  }

  @Test
  void a_restored_fleet_keeps_its_rules_and_fires_each_timer_once() throws Exception {
    OperatorSubtaskState saved;
    try (var harness = harness(RulesUpdate.of(Map.of()))) {
      harness.open();
      harness.processBroadcastElement(new StreamRecord<>(FleetFixture.RULES));
      send(harness, "order", ADD);
      saved = harness.snapshot(1, 1);
    }
    try (var harness = harness(RulesUpdate.of(Map.of()))) {
      harness.initializeState(saved);
      harness.open();
      endOfTime(harness);
      assertThat(harness.extractOutputValues())
          .extracting(output -> output.text().replaceAll(".*configuration\":(\\[.*?\\]).*", "$1"))
          .containsExactly("[\"idle\"]", "[\"lost\"]");
    }
  }

  @Test
  void initial_rules_that_do_not_compile_are_problems_until_an_update_compiles() throws Exception {
    RulesUpdate bad = RulesUpdate.of(Map.of("charts/bad.yaml", "chart: bad\nstatez: {}\n"));
    try (var harness = harness(bad)) {
      harness.open();
      send(harness, "order", ADD);
      send(harness, "order", ADD);
      List<FleetOutput> problems = outputs(harness, ChartFunction.PROBLEMS);
      assertThat(problems).extracting(FleetOutput::kind).contains("C120").endsWith("F101", "F101");
      assertThat(problems.get(0).text()).contains("\"place\":\"charts/bad.yaml:");
      assertThat(problems).allSatisfy(each -> assertThat(each.text()).doesNotContain("/statute-"));
      harness.processBroadcastElement(new StreamRecord<>(FleetFixture.RULES));
      send(harness, "order", ADD);
      assertThat(harness.extractOutputValues()).hasSize(2);
    }
  }

  @Test
  void an_instance_that_a_plan_does_not_cover_is_a_problem_and_stays() throws Exception {
    try (var harness = harness(FleetFixture.RULES)) {
      harness.open();
      send(harness, "order", ADD);
      String second = SECOND.replace("    after: { 10s: waiting }\n", "");
      harness.processBroadcastElement(new StreamRecord<>(migration(second)));
      send(harness, "order", ADD);
      assertThat(codes(harness)).containsExactly("F102");
      assertThat(outputs(harness, ChartFunction.PROBLEMS).get(0).text()).contains("Add");
      harness.processBroadcastElement(
          new StreamRecord<>(RulesUpdate.of(Map.of("charts/order-1.yaml", FleetFixture.CHART))));
      send(harness, "order", ADD);
      assertThat(harness.extractOutputValues()).hasSize(3);
    }
  }
}
