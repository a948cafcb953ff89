package dev.statute.step;

import static dev.statute.chart.ActionFixtures.emit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.chart.ChartBuilder;
import dev.statute.problem.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Charts and instances without an implementation of progress tracking on the class path. */
class MissingTrackingTest {
  private static void assertRefused(String reason, UnaryOperator<ChartBuilder> content) {
    assertThat(Chart.compile(ChartBuilder.chart("chart", content)).problems())
        .extracting(Problem::code, Problem::message, Problem::fix)
        .containsExactly(
            tuple(
                "C361",
                "the chart " + reason + ", and no progress tracker is on the class path",
                "add the artifact dev.statute:statute-progress"));
    CompileOptions given = CompileOptions.NONE.withTracking(new StubTrackerFactory());
    assertThat(Chart.compile(ChartBuilder.chart("chart", content), given).problems())
        .noneMatch(Problem::isError);
  }

  @Test
  void a_chart_that_handles_records_or_findings_or_reads_counters_is_refused() {
    assertRefused(
        "handles records",
        c -> c.state("a", s -> s.on("record.tool_call", t -> t.does(emit("x")))));
    assertRefused("handles findings", c -> c.state("a", s -> s.on("stuck.hint", "b")).state("b"));
    assertRefused(
        "reads progress counters",
        c -> c.state("a", s -> s.on("go", t -> t.when("progress.calls > 1").to("b"))).state("b"));
  }

  @Test
  void a_record_is_rejected_and_the_artifact_named() {
    InstanceFixture play = InstanceFixture.of(c -> c.state("a"));
    Outcome.Rejected rejected =
        (Outcome.Rejected) play.report(Map.of("type", "tool_call", "tool", "x"));
    assertThat(rejected.code()).isEqualTo("record");
    assertThat(rejected.message()).contains("dev.statute:statute-progress");
    assertThat(play.snapshot.progress().records()).isZero();
  }

  @Test
  void a_snapshot_with_progress_is_not_read() {
    InstanceFixture play = InstanceFixture.of(c -> c.state("a"));
    Map<String, Object> stored = new LinkedHashMap<>(play.snapshot.toMap());
    stored.put("progress", Map.of("version", 2L));
    assertThatThrownBy(() -> Snapshot.fromMap(play.snapshot.chart(), stored))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("dev.statute:statute-progress");
  }
}
