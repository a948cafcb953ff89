package dev.statute.chart.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ActionFixtures;
import dev.statute.chart.ChartBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ChartDiffTest {
  private static List<String> diff(
      UnaryOperator<ChartBuilder> before, UnaryOperator<ChartBuilder> after) {
    return ChartDiff.of(ChartBuilder.chart("c", before), ChartBuilder.chart("c", after)).stream()
        .map(ChartDiff.Change::toString)
        .toList();
  }

  @Test
  void two_forms_of_one_chart_do_not_differ() {
    assertThat(
            diff(
                c -> c.state("a", s -> s.on("e", "b").moves("b")).state("b"),
                c -> c.state("a").state("b").row("a", "e", "b").move("a", "b")))
        .isEmpty();
  }

  @Test
  void a_text_of_any_length_is_formatted() {
    String text = "a".repeat(100_000);
    assertThat(FlowYaml.flow(List.of(text, text + ":"))).isEqualTo("[%s, \"%s:\"]", text, text);
  }

  @Test
  void added_and_removed_states_transitions_and_moves_are_listed() {
    assertThat(
            diff(
                c -> c.state("a", s -> s.on("e", "b").moves("b")).state("b"),
                c -> c.state("a", s -> s.after("10s", t -> t.to("x"))).state("x")))
        .containsExactly(
            "- state b",
            "+ state x",
            "- transition a on e: to: b",
            "+ transition a after 10s: to: x",
            "- move a → b: to: b");
  }

  @Test
  void a_changed_transition_lists_its_changes_in_order_of_alternatives() {
    assertThat(
            diff(
                c ->
                    c.state("a", s -> s.on("e", t -> t.when("data.x").to("b")).on("e", "a"))
                        .state("b"),
                c ->
                    c.state("a", s -> s.on("e", t -> t.when("data.y").to("b")).on("e", "a"))
                        .state("b")))
        .containsExactly("~ transition a on e: when: data.x → data.y");
    assertThat(
            diff(
                c -> c.state("a", s -> s.on("e", "a").on("e", "b")).state("b"),
                c -> c.state("a", s -> s.on("e", "b").on("e", "a")).state("b")))
        .containsExactly("~ transition a on e: order of the alternatives");
  }

  @Test
  void long_texts_are_shown_from_their_first_difference() {
    String same = "data.a_long_name_that_is_the_same == 1 && data.another_long_name == ";
    assertThat(
            diff(
                c -> c.state("a", s -> s.on("e", t -> t.when(same + "2").to("a"))),
                c -> c.state("a", s -> s.on("e", t -> t.when(same + "3").to("a")))))
        .containsExactly(
            "~ transition a on e: when: …nother_long_name == 2 → …nother_long_name == 3");
  }

  @Test
  void a_state_may_change_its_place_its_kind_or_its_actions() {
    assertThat(
            diff(
                c -> c.state("a", s -> s.state("x")).state("b", s -> s.state("y")).state("z"),
                c ->
                    c.state("a", s -> s.entry(ActionFixtures.log("hi")).state("k"))
                        .state("b", s -> s.state("y").state("x"))
                        .state("z", s -> s.last())))
        .containsExactly(
            "~ state a: entry: none → [{ log: hi }]",
            "~ state x: in: a → b",
            "~ state z: kind: atomic → final",
            "+ state k",
            "~ state order of the states: (root), a, x, b, y, z → (root), a, b, y, x, z");
  }

  @Test
  void settings_data_events_timers_and_policies_are_listed_by_name() {
    assertThat(
            diff(
                c ->
                    c.policy("p")
                        .setting("k", 3L)
                        .data("x", 1L)
                        .event("E", "n: int")
                        .state("a")
                        .timer("t", "a", "1s", "E"),
                c ->
                    c.policy("q")
                        .setting("k", 5L)
                        .data("x", "string", "one")
                        .event("E", "n: int?")
                        .state("a")
                        .timer("t", "a", "2s", "E")))
        .containsExactly(
            "- policy p",
            "+ policy q",
            "~ setting k: 3 → 5",
            "~ data x: initial: 1 → one, type: none → string",
            "~ event E: n: int → int?",
            "~ timer t: after: 1s → 2s");
  }

  @Test
  void empty_values_are_shown() {
    assertThat(
            diff(
                c -> c.setting("k", 3L).data("x", 1L).data("y", "a").data("z", Map.of()).state("a"),
                c ->
                    c.setting("k", Map.of())
                        .setting("l", List.of())
                        .data("x", List.of())
                        .data("y", "")
                        .data("z", 1L)
                        .data("new", Map.of())
                        .state("a")))
        .containsExactly(
            "~ setting k: 3 → {}",
            "+ setting l: []",
            "~ data x: initial: 1 → []",
            "~ data y: initial: a → \"\"",
            "~ data z: initial: {} → 1",
            "+ data new: initial: {}");
  }

  @Test
  void a_number_differs_from_the_same_number_as_text() {
    assertThat(
            diff(
                c -> c.setting("k", 5L).data("x", true).data("y", "none").state("a"),
                c -> c.setting("k", "5").data("x", "true").data("y", null).state("a")))
        .containsExactly(
            "~ setting k: 5 → \"5\"",
            "~ data x: initial: true → \"true\"",
            "~ data y: initial: none → null");
  }

  @Test
  void opening_a_chart_is_a_difference_of_the_chart() {
    assertThat(diff(c -> c.event("E"), c -> c))
        .containsExactly("~ chart events: declared → open", "- event E");
  }
}
