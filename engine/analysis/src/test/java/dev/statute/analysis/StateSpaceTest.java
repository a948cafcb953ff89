package dev.statute.analysis;

import static dev.statute.chart.ActionFixtures.raise;
import static dev.statute.chart.ActionFixtures.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.analysis.ExamplePath.ExampleStep;
import dev.statute.chart.ActionFixtures;
import dev.statute.chart.ChartBuilder;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.problem.ProblemCollector;
import dev.statute.step.Chart;
import dev.statute.step.TransitionInfo;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class StateSpaceTest {
  private final ProblemCollector problems = new ProblemCollector();

  private static StateSpace explore(UnaryOperator<ChartBuilder> content) {
    return explore(Chart.compile(ChartBuilder.chart("c", content)).get(), SearchLimits.DEFAULT);
  }

  private static StateSpace explore(Chart chart, SearchLimits limits) {
    return StateSpace.of(chart, limits, PolicyApproximation.UNKNOWN);
  }

  private static ChartBuilder.State done(ChartBuilder.State state) {
    return state.last();
  }

  @Test
  void all_resting_configurations_are_found_nearest_first() {
    StateSpace space =
        explore(
            c ->
                c.state("idle", s -> s.on("Go", "p"))
                    .state(
                        "p",
                        s ->
                            s.parallel()
                                .on("Stop", "end")
                                .state("l", r -> r.state("l1", x -> x.on("A", "l2")).state("l2"))
                                .state("r", r -> r.state("r1", x -> x.on("B", "r2")).state("r2")))
                    .state("end", StateSpaceTest::done));
    assertThat(space.configurations())
        .containsExactly(
            List.of("idle"),
            List.of("l1", "r1"),
            List.of("end"),
            List.of("l2", "r1"),
            List.of("l1", "r2"),
            List.of("l2", "r2"));
    assertThat(space.isComplete()).isTrue();
    assertThat(space.unreachableStates()).isEmpty();
    assertThat(space.deadTransitions()).isEmpty();
  }

  @Test
  void unknown_conditions_have_both_values_and_static_ones_their_own() {
    StateSpace space =
        explore(
            c ->
                c.setting("on", false)
                    .state(
                        "a",
                        s ->
                            s.on("E", t -> t.when("event.x > 1").to("b"))
                                .on("E", t -> t.when("settings.on").to("d"))
                                .on("E", t -> t.guard("boss").to("e"))
                                .on("F", t -> t.when("active('b')").to("d")))
                    .state("b", s -> s.on("back", "a"))
                    .state("d", s -> s.on("back", "a"))
                    .state("e", s -> s.on("back", "a")));
    assertThat(space.configurations()).containsExactly(List.of("a"), List.of("b"), List.of("e"));
    assertThat(space.unreachableStates()).containsExactly("d");
    assertThat(space.deadTransitions())
        .extracting(TransitionInfo::source, TransitionInfo::targets)
        .containsExactly(
            tuple("a", List.of("d")), tuple("a", List.of("d")), tuple("d", List.of("a")));
  }

  @Test
  void conditions_of_the_same_text_agree_in_all_regions() {
    StateSpace space =
        explore(
            c ->
                c.state(
                    "p",
                    s ->
                        s.parallel()
                            .state(
                                "l",
                                r ->
                                    r.state("l1", x -> x.on("E", t -> t.when("event.x").to("l2")))
                                        .state("l2"))
                            .state(
                                "r",
                                r ->
                                    r.state("r1", x -> x.on("E", t -> t.when("event.x").to("r2")))
                                        .state("r2"))));
    assertThat(space.configurations()).containsExactly(List.of("l1", "r1"), List.of("l2", "r2"));
  }

  @Test
  void the_shortest_path_names_inputs_and_assumptions() {
    StateSpace space =
        explore(
            c ->
                c.state("a", s -> s.on("long", "b").on("short", t -> t.when("event.ok").to("z")))
                    .state("b", s -> s.on("long", "z"))
                    .state("z", s -> s.after("10s", t -> t.to("a")).moves("a")));
    assertThat(space.shortestPath(List.of("z")))
        .isEqualTo(
            new ExamplePath(
                List.of(
                    new ExampleStep("start", List.of(), List.of("a")),
                    new ExampleStep("event short", List.of("event.ok"), List.of("z")))));
    assertThat(space.shortestPath(List.of("z")))
        .hasToString("start → a\nevent short (event.ok) → z");
    assertThat(space.shortestPath(List.of("a", "z"))).isNull();
  }

  @Test
  void raised_events_are_handled_in_the_step_that_raises_them() {
    StateSpace space =
        explore(
            c ->
                c.event("Go")
                    .event("next")
                    .state("a", s -> s.on("Go", "b"))
                    .state("b", s -> s.entry(raise("next")).on("next", "d"))
                    .state("d", s -> s.on("Go", "a")));
    assertThat(space.configurations()).containsExactly(List.of("a"), List.of("d"));
    assertThat(space.unreachableStates()).isEmpty();
  }

  @Test
  void an_event_raised_under_a_condition_may_be_raised_or_not() {
    StateSpace space =
        explore(
            c ->
                c.data("x", 0L)
                    .state(
                        "a",
                        s ->
                            s.entry(ActionFixtures.when("data.x > 0", raise("next")))
                                .on("next", "b"))
                    .state("b"));
    assertThat(space.configurations()).containsExactly(List.of("a"), List.of("b"));
  }

  @Test
  void an_event_that_no_reachable_state_handles_is_unhandled() {
    StateSpace space =
        explore(
            c ->
                c.event("A")
                    .event("B")
                    .event("C")
                    .state("a", s -> s.on("A", "a").on("C", t -> t.when("false").to("b")))
                    .state("b", s -> s.on("B", "a")));
    assertThat(space.unhandledEvents()).containsExactly("B", "C");
  }

  @Test
  void the_end_of_a_state_is_an_event() {
    StateSpace space =
        explore(
            c ->
                c.state(
                        "w",
                        s ->
                            s.on("done.state.w", "z")
                                .state("w1", x -> x.on("E", "w2"))
                                .state("w2", StateSpaceTest::done))
                    .state("z", StateSpaceTest::done));
    assertThat(space.configurations()).containsExactly(List.of("w1"), List.of("z"));
  }

  @Test
  void actions_may_fail_if_the_chart_handles_errors() {
    UnaryOperator<ChartBuilder.State> working =
        s -> s.entry(ActionFixtures.assign("x", "1 / data.x"), raise("next")).on("next", "z");
    StateSpace handling =
        explore(
            c ->
                c.data("x", 0L)
                    .state("a", s -> working.apply(s).on("error", "failed"))
                    .state("z", StateSpaceTest::done)
                    .state("failed", StateSpaceTest::done));
    assertThat(handling.configurations()).containsExactly(List.of("z"), List.of("failed"));
    StateSpace undoing =
        explore(c -> c.data("x", 0L).state("a", working).state("z", StateSpaceTest::done));
    assertThat(undoing.configurations()).as("a start that fails").containsExactly(List.of("z"));
  }

  @Test
  void an_error_that_no_transition_names_rolls_the_step_back() {
    StateSpace space =
        explore(
            c ->
                c.state("a", s -> s.on("E", t -> t.to("b").does(ActionFixtures.fail("'no'"))))
                    .state("b", s -> s.on("*", "a")));
    assertThat(space.configurations()).containsExactly(List.of("a"));
    assertThat(space.deadTransitions()).hasSize(2);
  }

  @Test
  void a_history_leads_back_to_where_it_was_left() {
    StateSpace space =
        explore(
            c ->
                c.state(
                        "w",
                        s ->
                            s.on("pause", "p")
                                .state("a", x -> x.on("E", "b"))
                                .state("b")
                                .state("h", h -> h.history(true)))
                    .state("p", s -> s.on("resume", "h")));
    assertThat(space.shortestPath(List.of("b")).steps()).hasSize(2);
    assertThat(space.never(text("active('h')"), problems))
        .isEqualTo(new PropertyResult(null, true));
    assertThat(space.leadsTo(text("active('p')"), text("active('w')"), problems))
        .isEqualTo(new PropertyResult(null, true));
  }

  @Test
  void a_trap_is_reported_where_it_begins() {
    StateSpace space =
        explore(
            c ->
                c.state("a", s -> s.on("bad", "t1").on("good", "z"))
                    .state("t1", s -> s.on("E", "t2"))
                    .state("t2", s -> s.on("E", "t1"))
                    .state("z", StateSpaceTest::done));
    assertThat(space.traps())
        .extracting(ExamplePath::toString)
        .containsExactly("start → a\nevent bad → t1");
    assertThat(space.traps().get(0).last().configuration()).containsExactly("t1");
  }

  @Test
  void a_chart_that_never_ends_has_no_traps() {
    assertThat(explore(c -> c.state("a", s -> s.on("E", "b")).state("b")).traps()).isEmpty();
  }

  @Test
  void a_violated_property_has_the_shortest_example() {
    StateSpace space =
        explore(
            c ->
                c.state("a", s -> s.on("E", "b"))
                    .state("b", s -> s.always(t -> t.to("d")))
                    .state("d", s -> s.on("E", "a")));
    assertThat(space.always(text("active('a') || active('d')"), problems))
        .isEqualTo(new PropertyResult(null, true));
    assertThat(space.always(text("active('a')"), problems).violation())
        .hasToString("start → a\nevent E → d");
    assertThat(space.never(text("active('b')"), problems).violation())
        .as("in passing")
        .hasToString("start → a\nevent E → b");
  }

  @Test
  void a_goal_that_stays_reachable_is_led_to_and_one_that_becomes_unreachable_is_not() {
    StateSpace space =
        explore(
            c ->
                c.state("a", s -> s.on("E", "b").on("F", "t"))
                    .state("b", s -> s.on("E", "a").on("F", "z"))
                    .state("t", s -> s.on("E", "t"))
                    .state("z", StateSpaceTest::done));
    assertThat(space.leadsTo(text("active('b')"), text("active('a') || active('z')"), problems))
        .isEqualTo(new PropertyResult(null, true));
    assertThat(space.leadsTo(text("active('b')"), text("active('z')"), problems).violation())
        .hasToString("start → a\nevent E → b\nevent E → a\nevent F → t");
  }

  @Test
  void a_property_reads_states_and_settings_only() {
    StateSpace space = explore(c -> c.data("x", 1L).state("a"));
    assertThat(space.never(text("data.x > 3"), problems)).isNull();
    assertThat(space.never(text("active('b')"), problems)).isNull();
    assertThat(problems.sorted()).hasSize(2);
    assertThat(problems.sorted().get(0).code()).isEqualTo("T401");
  }

  @Test
  void a_cycle_that_certainly_never_rests_is_reported_and_one_that_may_rest_is_not() {
    StateSpace space =
        explore(
            c ->
                c.data("x", 0L)
                    .state("a", s -> s.on("E", "b").on("F", "m"))
                    .state("b", s -> s.always(t -> t.when("data.x > 0").to("d")))
                    .state("d", s -> s.always(t -> t.to("e")))
                    .state("e", s -> s.always(t -> t.to("d")))
                    .state("m", s -> s.always(t -> t.when("data.x > 1").to("n")))
                    .state("n", s -> s.always(t -> t.to("m"))));
    assertThat(space.divergentPaths())
        .extracting(ExamplePath::toString)
        .containsExactly("start → a\nevent E (data.x > 0) → d");
    assertThat(space.configurations()).contains(List.of("b"), List.of("m"));
  }

  @Test
  void a_limit_makes_the_answer_incomplete() {
    Chart chart =
        Chart.compile(ChartBuilder.chart("c", c -> c.state("a", s -> s.on("E", "b")).state("b")))
            .get();
    StateSpace space = explore(chart, new SearchLimits(1, 10, 100));
    assertThat(space.isComplete()).isFalse();
    assertThat(space.always(text("active('a')"), problems))
        .isEqualTo(new PropertyResult(null, false));
  }

  @Test
  void what_a_limit_leaves_out_breaks_no_property() {
    Chart chart =
        Chart.compile(
                ChartBuilder.chart(
                    "c",
                    c ->
                        c.state("a", s -> s.on("E", "b"))
                            .state("b", s -> s.on("E", "end"))
                            .state("end", StateSpaceTest::done)))
            .get();
    for (SearchLimits limits :
        List.of(new SearchLimits(2, 10, 100), new SearchLimits(100, 10, 2))) {
      assertThat(
              explore(chart, limits).leadsTo(text("active('a')"), text("active('end')"), problems))
          .isEqualTo(new PropertyResult(null, false));
    }
  }

  @Test
  void more_states_take_more_microsteps() {
    assertThat(SearchLimits.ofStates(3)).isEqualTo(new SearchLimits(3, 2_000, 200_000));
    assertThat(SearchLimits.ofStates(200_000))
        .isEqualTo(new SearchLimits(200_000, 20_000, 2_000_000));
    assertThat(SearchLimits.ofStates(30_000)).isEqualTo(new SearchLimits(30_000, 3_000, 300_000));
    assertThat(SearchLimits.ofStates(Integer.MAX_VALUE).microsteps()).isPositive();
  }

  @Test
  void a_state_that_defers_everything_hears_what_the_engine_raises() {
    StateSpace space =
        explore(
            c ->
                c.event("Go")
                    .on("error", "end")
                    .on("Go", "other")
                    .state("busy", s -> s.defer("*"))
                    .state("other", s -> s.defer("Go"))
                    .state("end", StateSpaceTest::done));
    assertThat(space.configurations()).containsExactly(List.of("busy"), List.of("end"));
  }
}
