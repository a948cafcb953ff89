package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.DataDefinition;
import dev.statute.chart.FieldType;
import dev.statute.chart.FieldType.Kind;
import dev.statute.chart.StateDefinition;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import java.util.List;
import org.junit.jupiter.api.Test;

class YamlChartsTest {
  @Test
  void a_small_chart_loads_with_the_places_of_its_parts() {
    ChartDefinition chart =
        load(
            """
            chart: door
            states:
              open: { on: { close: shut } }
              shut:
            """);
    assertThat(chart.name()).hasToString("door");
    assertThat(chart.version()).isEqualTo(1);
    assertThat(chart.events()).isNull();
    assertThat(chart.data()).isNull();
    StateDefinition open = chart.root().states().get(0);
    assertThat(open.place()).hasToString("c.yaml:3:3");
    assertThat(open.transitions().get(0).targets().get(0).place()).hasToString("c.yaml:3:24");
    assertThat(chart.root().states().get(1).kind()).isEqualTo(StateDefinition.Kind.ATOMIC);
  }

  @Test
  void types_may_be_optional_lists_or_open() {
    ChartDefinition chart =
        load(
            """
            chart: c
            events: { E: { a: string?, b: [uuid], c: "[int]?", "...": any } }
            states: { s: {} }
            """);
    var event = chart.events().get("E");
    assertThat(event.open()).isTrue();
    assertThat(event.payload())
        .containsExactly(
            java.util.Map.entry("a", new FieldType(Kind.STRING, false, true)),
            java.util.Map.entry("b", new FieldType(Kind.UUID, true, false)),
            java.util.Map.entry("c", new FieldType(Kind.INT, true, true)));
  }

  @Test
  void initial_decimals_are_read_from_the_text_of_the_file() {
    ChartDefinition chart =
        load(
            """
            chart: c
            data:
              a: { type: decimal, initial: 0.10 }
              b: { type: decimal, initial: 12345678901234567890.123456789 }
              c: { type: [decimal], initial: [1, 2.50, '3.0'] }
              d: { type: decimal? }
            states: { s: {} }
            """);
    assertThat(chart.data().values())
        .extracting(DataDefinition::initial)
        .containsExactly(
            "0.10", "12345678901234567890.123456789", List.of("1", "2.50", "3.0"), null);
    assertThat(
            YamlCharts.load(
                    new Source(
                        "c.yaml",
                        """
                        chart: c
                        data:
                          a: { type: decimal, initial: 1e3 }
                          b: { type: [decimal], initial: [1.5, some] }
                        states: { s: {} }
                        """))
                .problems())
        .extracting(p -> p.place().line() + " " + p.message())
        .containsExactly(
            "3 'a' is declared decimal, an int or exact text such as '12.30', but this is"
                + " the number 1e3",
            "4 'b[1]' is declared decimal, an int or exact text such as '12.30', but this is"
                + " text 'some'");
  }

  @Test
  void on_off_yes_and_no_are_words() {
    ChartDefinition chart =
        load("chart: c\nstates:\n  on: { on: { yes: off, no: on } }\n  off: {}\n");
    assertThat(chart.root().states()).extracting(s -> s.id().value()).containsExactly("on", "off");
  }

  @Test
  void all_problems_of_a_file_are_reported_in_one_run() {
    List<Problem> problems =
        YamlCharts.load(
                new Source(
                    "c.yaml",
                    """
                    chart: 1c
                    version: two
                    states:
                      a: { on: { go: { to: b, wehn: x } }, parallel: yes }
                      a: { histroy: deep }
                    """))
            .problems();
    assertThat(problems)
        .extracting(p -> p.code() + " " + p.place().line())
        .containsExactly("C125 1", "C126 2", "C201 4", "C120 4", "C123 4", "C108 5");
  }

  private static ChartDefinition load(String text) {
    return YamlCharts.load(new Source("c.yaml", text)).get();
  }
}
