package dev.statute.analysis;

import static dev.statute.chart.ActionFixtures.each;
import static dev.statute.chart.ActionFixtures.raise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.step.Chart;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** State spaces of charts with events that are raised, and that have several names. */
class EventSpaceTest {
  private static StateSpace explore(UnaryOperator<ChartBuilder> content) {
    Chart chart = Chart.compile(ChartBuilder.chart("c", content)).get();
    return StateSpace.of(chart, SearchLimits.DEFAULT, PolicyApproximation.UNKNOWN);
  }

  @Test
  void the_name_of_an_event_is_known_only_where_no_other_event_has_the_same_meaning() {
    StateSpace declared =
        explore(
            c ->
                c.event("tool.a")
                    .event("tool.b")
                    .event("Go")
                    .state(
                        "a",
                        s ->
                            s.on("tool", t -> t.when("event_name == 'tool.b'").to("b"))
                                .on("Go", t -> t.when("event_name == 'tool.a'").to("d")))
                    .state("b")
                    .state("d"));
    assertThat(declared.configurations()).containsExactly(List.of("a"), List.of("b"));
    StateSpace open =
        explore(
            c ->
                c.state("a", s -> s.on("*", t -> t.when("event_name == 'Go'").to("b")))
                    .state("b", s -> s.after("1s", t -> t.to("c")))
                    .state("c", s -> s.always(t -> t.when("event_name == 'b.after.1s'").to("d")))
                    .state("d"));
    assertThat(open.unreachableStates()).isEmpty();
  }

  @Test
  void a_loop_raises_its_events_any_number_of_times() {
    StateSpace space =
        explore(
            c ->
                c.data("all", List.of())
                    .root(
                        r ->
                            r.on(
                                "Go",
                                t -> t.to("a").does(each("x", "data.all", raise("e"), raise("f")))))
                    .state("idle")
                    .state("a", s -> s.on("e", "b"))
                    .state("b", s -> s.requires("1 > 2").on("e", "d"))
                    .state("d", s -> s.requires("1 > 2").on("f", "g"))
                    .state("g", s -> s.on("h", "a")));
    assertThat(space.isComplete()).isTrue();
    assertThat(space.configurations())
        .containsExactlyInAnyOrder(List.of("idle"), List.of("a"), List.of("g"));
  }

  @Test
  void a_list_of_work_that_a_loop_goes_on_with_is_searched_completely() {
    StateSpace space =
        explore(
            c ->
                c.data("todo", List.of())
                    .state(
                        "a",
                        s ->
                            s.on("next", t -> t.does(each("x", "data.todo", raise("next"))))
                                .on("end", "b"))
                    .state("b"));
    assertThat(space.isComplete()).isTrue();
    assertThat(space.configurations()).containsExactly(List.of("a"), List.of("b"));
  }

  @Test
  void a_list_of_work_that_a_loop_begins_is_searched_completely() {
    StateSpace space =
        explore(
            c ->
                c.data("todo", List.of())
                    .root(r -> r.on("Go", t -> t.does(each("x", "data.todo", raise("next")))))
                    .state(
                        "a",
                        s ->
                            s.on("next", t -> t.does(each("x", "data.todo", raise("next"))))
                                .on("error.execution", "a")
                                .on("end", "b"))
                    .state("b"));
    assertThat(space.isComplete()).isTrue();
    assertThat(space.configurations()).containsExactly(List.of("a"), List.of("b"));
  }

  @Test
  void what_follows_each_event_of_a_loop_is_searched_completely() {
    StateSpace space =
        explore(
            c ->
                c.data("all", List.of())
                    .state(
                        "a",
                        s ->
                            s.on("Go", t -> t.does(each("x", "data.all", raise("one"))))
                                .on("one", t -> t.does(raise("f"), raise("g")))
                                .on("g", "b"))
                    .state("b", s -> s.on("f", "d"))
                    .state("d", s -> s.on("g", "e"))
                    .state("e"));
    assertThat(space.isComplete()).isTrue();
    assertThat(space.unreachableStates()).isEmpty();
  }
}
