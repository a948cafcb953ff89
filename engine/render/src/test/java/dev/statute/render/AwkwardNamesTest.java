package dev.statute.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.problem.Source;
import dev.statute.yaml.YamlCharts;
import org.junit.jupiter.api.Test;

/** Names of states and texts that drawing languages take for something else. */
class AwkwardNamesTest {
  private static ChartDefinition chart(String yaml) {
    return YamlCharts.load(new Source("t.yaml", yaml)).get();
  }

  @Test
  void a_chart_and_a_state_of_one_name_are_two() {
    ChartDefinition chart =
        chart(
            """
            chart: door
            on: { quit: gone }
            states:
              door: { states: { open: { on: { shut: locked } }, locked: {} } }
              gone: {}
            """);
    assertThat(DiagramNotation.PLANTUML.render(chart))
        .contains("state \"any state\" as any_door_2\n", "any_door_2 --> gone : quit\n")
        .contains("state door {\n");
    assertThat(DiagramNotation.SVG.render(chart)).contains("id=\"state-door\"");
  }

  @Test
  void a_state_with_the_name_of_a_mark_is_a_node_of_its_own() {
    assertThat(
            DiagramNotation.DOT.render(
                chart(
                    """
                    chart: c
                    states:
                      game: { states: { a: { on: { go: b } }, b: {} } }
                      start_game: { on: { go: game } }
                      2fa: { on: { go: "404" } }
                      404: {}
                    """)))
        .contains("start_game [shape=circle,", "start_game_2 [label=\"start_game\"];")
        .contains("_2fa [label=\"2fa\"];", "404 [label=\"404\"];");
  }

  @Test
  void a_timer_is_shown_in_a_state_that_is_named_by_its_path() {
    assertThat(
            DiagramNotation.SVG.render(
                chart(
                    """
                    chart: c
                    timers: { slow: { in: [review.vote], after: 1m, send: late } }
                    states: { review: { states: { vote: { on: { late: done } } } }, done: {} }
                    """)))
        .contains(">slow</text>");
  }

  @Test
  void a_shortened_text_ends_with_a_whole_character() {
    String picture =
        DiagramNotation.SVG.render(
            chart(
                """
                chart: c
                states: { a: { on: { go: { when: "event.text == '%s'", to: b } } }, b: {} }
                """
                    .formatted("\uD83D\uDE00".repeat(30))));
    assertThat(picture).contains("…");
    assertThat(picture.codePoints())
        .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }
}
