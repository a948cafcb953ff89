package dev.statute.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.expr.ValueLimits;
import dev.statute.policy.spi.Policy;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.yaml.YamlCharts;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotJsonTest {
  private static final String YAML =
      """
      chart: job
      version: 3
      data: { n: 0, list: [1, 2.5, "ü", null, true], at: null, odd: null }
      initial: working
      states:
        working:
          initial: a
          states:
            a: { on: { Next: b }, after: { 1h: b } }
            b: {}
            back: { history: shallow }
          on:
            Pause: { to: paused, do: [ { assign: { at: now, n: data.n + 1, odd: 0.0 / 0.0 } }, { send: { event: Tick, after: 5m, data: { x: 1 } } } ] }
        paused:
          defer: [Later]
          on: { Resume: back, Tick: back }
      """;
  private final Chart chart = chart(YAML);
  private final Interpreter interpreter = Interpreter.of(chart, Policy.NONE);
  private final Snapshot snapshot = paused();

  private static Chart chart(String yaml) {
    return Chart.compile(YamlCharts.load(new Source("job.yaml", yaml)).get()).get();
  }

  private Snapshot paused() {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    Snapshot at = interpreter.start("j-1", Map.of(), now).snapshot();
    for (String event : new String[] {"Next", "Pause", "Later"}) {
      at = interpreter.step(at, new Input.Event(event, Map.of(), "id-" + event), now).snapshot();
    }
    return at;
  }

  private Loaded<Snapshot> read(String text) {
    return SnapshotJson.read(new Source("j.json", text), chart);
  }

  @Test
  void writing_after_reading_preserves_the_text() {
    String text = SnapshotJson.write(snapshot);
    Snapshot again = read(text).get();
    assertThat(SnapshotJson.write(again)).isEqualTo(text);
    assertThat(again.configuration()).containsExactly("paused");
    assertThat(again.deferred()).hasSize(1);
    assertThat(again.due()).isEqualTo(snapshot.due());
    assertThat(again.data()).isEqualTo(snapshot.data());
  }

  @Test
  void an_instance_continues_from_its_text_without_a_difference() {
    Snapshot again = read(SnapshotJson.write(snapshot)).get();
    Instant later = Instant.parse("2026-01-01T00:05:00Z");
    assertThat(SnapshotJson.write(last(again, later)))
        .isEqualTo(SnapshotJson.write(last(snapshot, later)));
    assertThat(last(again, later).configuration()).containsExactly("b");
  }

  private Snapshot last(Snapshot from, Instant now) {
    var steps = interpreter.fireDue(from, now);
    return steps.get(steps.size() - 1).snapshot();
  }

  @Test
  void a_snapshot_of_another_chart_is_refused_by_name() {
    String text = SnapshotJson.write(snapshot);
    Loaded<Snapshot> other =
        SnapshotJson.read(new Source("j.json", text), chart(YAML.replace("1h", "2h")));
    assertThat(other.value()).isNull();
    assertThat(other.problems().get(0).code()).isEqualTo("L203");
    assertThat(other.problems().get(0).message())
        .startsWith("the snapshot is of chart 'job' version 3 (sha256:");
    assertThat(SnapshotJson.read(new Source("j.json", text), hash -> null).problems().get(0).code())
        .isEqualTo("L203");
  }

  @Test
  void data_as_deep_as_an_instance_accepts_is_read_back() {
    Chart keeping =
        chart(
            """
            chart: keeping
            data: { last: null }
            states: { open: { on: { keep: { do: [ { assign: { last: event.value } } ] } } } }
            """);
    Object value = true;
    for (int depth = 1; depth < ValueLimits.DEPTH - 1; depth++) {
      value = Map.of("$map", value); // a wrapper each in the stored form
    }
    Interpreter keeper = Interpreter.of(keeping, Policy.NONE);
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    Snapshot at = keeper.start("k-1", Map.of(), now).snapshot();
    Step step = keeper.step(at, new Input.Event("keep", Map.of("value", value), "e-1"), now);
    assertThat(step.outcome().kind()).isEqualTo("taken");
    String text = SnapshotJson.write(step.snapshot());
    Snapshot again = SnapshotJson.read(new Source("k.json", text), keeping).get();
    assertThat(again.data().get("last")).isEqualTo(value);
  }

  @Test
  void a_text_cut_anywhere_is_a_problem_and_never_an_exception() {
    String text = SnapshotJson.write(snapshot);
    for (int end = 0; end < text.length(); end += 3) {
      Loaded<Snapshot> cut = read(text.substring(0, end));
      assertThat(cut.value()).isNull();
      assertThat(cut.problems().get(0).code()).isEqualTo("L201");
    }
  }

  @Test
  void a_changed_character_is_a_problem_or_another_snapshot_and_never_an_exception() {
    String text = SnapshotJson.write(snapshot);
    for (int i = 0; i < text.length(); i += 2) {
      for (char c : new char[] {'x', '9'}) {
        Loaded<Snapshot> changed = read(text.substring(0, i) + c + text.substring(i + 1));
        assertThat(changed.value() != null || !changed.problems().isEmpty()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"format\":1 | \"format\":2 | L202 | 11",
        "\"chart\":\"job\" | \"chart\":7 | L201 | 21",
        "\"configuration\":[\"paused\"] | \"configuration\":[\"nowhere\"] | L201 | 1",
        "\"sequence\": | \"sequenc\": | L201 | 1",
      })
  void errors_have_places(String from, String to, String code, int column) {
    String text = SnapshotJson.write(snapshot);
    assertThat(text).contains(from);
    Loaded<Snapshot> wrong = read(text.replace(from, to));
    assertThat(wrong.problems()).hasSize(1);
    assertThat(wrong.problems().get(0).code()).isEqualTo(code);
    assertThat(wrong.problems().get(0).place()).isEqualTo(new Place("j.json", 1, column));
  }
}
