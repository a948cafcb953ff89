package dev.statute.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import dev.statute.runtime.Engine;
import dev.statute.runtime.ManualClock;
import dev.statute.step.Input;
import dev.statute.store.MemoryStore;
import dev.statute.telemetry.internal.metric.MeterSet;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineMetricsTest {
  @TempDir Path folder;

  private Statute charts() throws IOException {
    Files.writeString(
        folder.resolve("door.yaml"),
        """
        chart: door
        policies: [door-rules]
        states:
          shut: { on: { open: ajar, record.tool_call: {}, close: gone } }
          ajar: { on: { shut: shut } }
          gone: { final: true }
        """);
    Files.createDirectories(folder.resolve("rules/door-rules"));
    Files.writeString(
        folder.resolve("rules/door-rules/rules.drl"),
        """
        package door;
        import dev.statute.policy.*;
        rule "not by night"
        when $t : Transition( event == "open" )
        then insert(new Deny($t, "it is night"));
        end
        rule "again and again"
        when Progress( calls >= 2 )
        then insert(new Finding("again", "again", "hint", 2, "again"));
        end
        """);
    return Statute.load(folder);
  }

  @Test
  void decisions_findings_and_steps_are_counted_by_chart_and_rule() throws IOException {
    try (Statute statute = charts();
        PrometheusMetrics metrics = new PrometheusMetrics();
        Engine engine =
            statute.engine().clock(new ManualClock()).listener(metrics.listener()).build()) {
      metrics.bind(engine);
      engine.spawn("d1", "door").join();
      engine.instance("d1").ask("open");
      engine.instance("d1").ask("unknown");
      for (int i = 0; i < 3; i++) {
        engine.instance("d1").ask(new Input.Report(Map.of("type", "tool_call", "tool", "knock")));
      }
      engine.instance("d1").ask("close");

      assertThat(metrics.scrape(null))
          .contains(
              "statute_decisions_total{chart=\"door\",outcome=\"denied\","
                  + "rule=\"door-rules#not by night\"} 1.0")
          .contains("statute_decisions_total{chart=\"door\",outcome=\"ignored\",rule=\"none\"} 1.0")
          .contains("statute_findings_total{chart=\"door\",level=\"hint\",pattern=\"again\"} 1.0")
          .contains("statute_step_seconds_count{chart=\"door\"} ")
          .contains("statute_step_seconds_bucket{chart=\"door\",le=\"0.001\"} ")
          .contains("statute_mailbox_messages 0.0")
          .contains("statute_effects_pending 0.0")
          .contains("statute_takeovers_total 0.0")
          .contains("statute_instances_finished_total{chart=\"door\"} 1.0")
          .contains("statute_instances{chart=\"door\",status=\"ended\"} 1.0")
          .contains("statute_instances{chart=\"door\",status=\"live\"} 0.0")
          .contains("jvm_memory_used_bytes")
          .doesNotContain("d1");
      assertThat(metrics.scrape("application/openmetrics-text;version=1.0.0")).endsWith("# EOF\n");
    }
  }

  @Test
  void an_instance_of_a_worker_that_is_gone_is_taken_over() throws IOException {
    MemoryStore store = new MemoryStore();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    ManualClock clock = new ManualClock();
    try (Statute statute = charts()) {
      try (Engine first = statute.engine().clock(clock).store(store).worker("a").build()) {
        first.spawn("d1", "door").join();
      }
      EngineMetrics metrics = new EngineMetrics(registry);
      try (Engine second =
          statute.engine().clock(clock).store(store).worker("b").listener(metrics).build()) {
        second.instance("d1").ask("unknown");
        second.instance("d1").ask("unknown");
        assertThat(registry.get("statute.takeovers").counter().count()).isEqualTo(1);
      }
    }
  }

  @Test
  void the_number_of_series_is_bounded_and_none_is_lost() {
    var set =
        new MeterSet<>(
            3, tags -> tags.stream().map(tag -> tag.getValue()).toList(), "outcome", "rule");
    for (String rule : List.of("a", "b", "c", "d", "e")) {
      set.get("taken", rule);
    }
    assertThat(set.get("taken", "c")).isEqualTo(List.of("taken", "c"));
    assertThat(set.get("taken", "d")).isEqualTo(List.of("taken", "other"));
    assertThat(set.get("denied", "x")).isEqualTo(List.of("denied", "other"));
  }
}
