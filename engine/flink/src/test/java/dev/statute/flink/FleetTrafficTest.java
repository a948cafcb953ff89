package dev.statute.flink;

import static dev.statute.flink.FleetFixture.outputs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.Statute;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedBroadcastOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends and answers that are keyed back in; rules that come with an update; metrics. */
@SuppressWarnings("try") // of Flink: close() throws all exceptions
class FleetTrafficTest {
  private static final String CHART =
      """
      chart: pair
      policies: [gate]
      initial: idle
      data: { got: 0 }
      states:
        idle:
          on:
            Ask: { do: [ { send: { event: Question, to: bob, data: { n: 7 } } } ] }
            Question: { to: asked, do: [ { assign: { got: event.n } }, { call: answer } ] }
            Leave: { to: gone }
        asked:
          on: { done.call.answer: { to: gone, when: event.status == 'ok' } }
        gone: { final: true }
      """;
  private static final String RULES =
      """
      package gate
      import dev.statute.policy.*
      rule "nobody leaves idle"
      when $t : Transition( event == "Leave" )
      then insert( new Deny($t, "stay") );
      end
      """;
  private static final RulesUpdate UPDATE =
      RulesUpdate.of(Map.of("charts/pair.yaml", CHART, "rules/gate.drl", RULES));

  @TempDir Path folder;

  private static KeyedBroadcastOperatorTestHarness<String, FleetLine, RulesUpdate, FleetOutput>
      harness() throws Exception {
    var harness = FleetFixture.harness(UPDATE);
    harness.open();
    return harness;
  }

  @Test
  void sends_and_answers_are_inputs_and_count_once() throws Exception {
    try (var harness = harness()) {
      String ask = "{\"at\":\"2026-01-01T00:00:00Z\",\"event\":\"Ask\"}";
      harness.processElement(new StreamRecord<>(new FleetLine("ann", "pair", ask), 0));
      FleetLine delivery = outputs(harness, ChartFunction.SENDS).get(0).delivery("pair");
      assertThat(delivery)
          .isEqualTo(
              new FleetLine(
                  "bob",
                  "pair",
                  "{\"at\":\"2026-01-01T00:00:00Z\",\"event\":\"Question\",\"data\":{\"n\":7},\"id\":\"ann/2/1\"}"));
      harness.processElement(new StreamRecord<>(delivery, 0));
      harness.processElement(new StreamRecord<>(delivery, 0));
      FleetOutput call = outputs(harness, ChartFunction.CALLS).get(0);
      FleetLine answer = call.answer("pair", null, Map.of("status", "ok"));
      harness.processElement(new StreamRecord<>(answer, 1_800_000_000_000L));
      harness.processElement(new StreamRecord<>(answer, 1_800_000_000_000L));
      assertThat(harness.extractOutputValues())
          .extracting(each -> each.instance() + ' ' + each.kind())
          .containsExactly(
              "ann started",
              "ann taken",
              "bob started",
              "bob taken",
              "bob duplicate",
              "bob taken",
              "bob duplicate");
      assertThat(outputs(harness, ChartFunction.PROBLEMS)).isEmpty();
      assertThatThrownBy(() -> call.delivery("pair")).isInstanceOf(IllegalArgumentException.class);
      assertThat(call.failure("pair", null, Map.of()).text()).contains("error.call.answer");
    }
  }

  @Test
  void rules_of_an_update_judge_and_are_named_without_a_path_of_the_host() throws Exception {
    try (var harness = harness()) {
      FleetLine leave = new FleetLine("ann", "pair", "{\"event\":\"Leave\"}");
      harness.processElement(new StreamRecord<>(leave, 0));
      FleetOutput denied = harness.extractOutputValues().get(1);
      assertThat(denied.kind()).isEqualTo("denied");
      assertThat(denied.text()).contains("nobody leaves idle", "\"rules/gate.drl:3:1\"");
    }
  }

  @Test
  void metrics_count_by_outcome_and_rule() throws Exception {
    Files.createDirectories(folder.resolve("rules"));
    Files.writeString(folder.resolve("rules/gate.drl"), RULES);
    Path file = Files.writeString(folder.resolve("pair.yaml"), CHART);
    Map<String, Counter> counters = new TreeMap<>();
    FleetMetrics metrics = new FleetMetrics(new Group("", counters));
    try (Statute statute = Statute.load(file)) {
      Interpreter interpreter = statute.chart("pair");
      Step started = interpreter.start("ann", Map.of(), Instant.EPOCH);
      metrics.step(started);
      Snapshot at = started.snapshot();
      for (int i = 0; i < 2; i++) {
        interpreter.handle(at, new Input.Event("Leave"), Instant.EPOCH).forEach(metrics::step);
      }
    }
    metrics.problem("L101");
    Map<String, Long> counts = new TreeMap<>();
    counters.forEach((name, counter) -> counts.put(name, counter.getCount()));
    assertThat(counts)
        .isEqualTo(
            Map.of(
                ".statute.chart=pair.outcome=denied.rule=gate#nobody leaves idle.decisions", 2L,
                ".statute.chart=pair.outcome=started.rule=none.decisions", 1L,
                ".statute.code=L101.problems", 1L));
  }

  /** Group that keeps the counters of all groups below it. */
  private static final class Group extends UnregisteredMetricsGroup {
    private final String name;
    private final Map<String, Counter> counters;

    private Group(String name, Map<String, Counter> counters) {
      this.name = name;
      this.counters = counters;
    }

    @Override
    public MetricGroup addGroup(String inner) {
      return new Group(name + '.' + inner, counters);
    }

    @Override
    public MetricGroup addGroup(String key, String value) {
      return new Group(name + '.' + key + '=' + value, counters);
    }

    @Override
    public Counter counter(String last) {
      return counters.computeIfAbsent(name + '.' + last, absent -> super.counter(last));
    }
  }
}
