package dev.statute.analysis.internal.symbolic;

import static dev.statute.chart.ActionFixtures.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.analysis.internal.symbolic.SymbolicStep.ReachedState;
import dev.statute.chart.ChartBuilder;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.problem.ProblemCollector;
import dev.statute.step.Chart;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SymbolicInterpreterTest {
  private static final int LIMIT = 100;

  private static SymbolicInterpreter interpreter(UnaryOperator<ChartBuilder> content) {
    Chart chart = Chart.compile(ChartBuilder.chart("c", content)).get();
    return new SymbolicInterpreter(chart, PolicyApproximation.NO_RULES, LIMIT);
  }

  private static SymbolicState initial(SymbolicInterpreter interpreter) {
    return interpreter.start(LIMIT).resting().get(0).state();
  }

  private static SymbolicStep step(SymbolicInterpreter interpreter, String input) {
    return interpreter.handle(initial(interpreter), LIMIT).stream()
        .filter(step -> step.input().equals(input))
        .findFirst()
        .orElseThrow();
  }

  private static List<List<String>> configurations(List<ReachedState> reached) {
    return reached.stream().map(each -> each.state().configuration()).toList();
  }

  @Test
  void every_input_class_has_a_step_and_events_of_one_meaning_share_one() {
    SymbolicInterpreter interpreter =
        interpreter(
            c ->
                c.event("tool.a")
                    .event("tool.b")
                    .event("Go")
                    .state("a", s -> s.on("tool", "b").after("2s", t -> t.to("b")).moves("b"))
                    .state("b", s -> s.on("Go", "a")));
    List<SymbolicStep> steps = interpreter.handle(initial(interpreter), LIMIT);
    assertThat(steps)
        .extracting(SymbolicStep::input)
        .containsExactly("event tool.a", "event Go", "move b", "time a.after.2s");
    assertThat(steps.get(0).events()).containsExactlyInAnyOrder("tool.a", "tool.b");
    assertThat(steps)
        .extracting(SymbolicStep::redelivered)
        .containsExactly(false, false, false, true);
    assertThat(configurations(steps.get(3).resting())).containsExactly(List.of("b"));
    assertThat(steps.get(1).resting()).as("Go has no effect in a").isEmpty();
  }

  @Test
  void a_state_that_a_row_names_twice_has_its_transition_once() {
    SymbolicStep step =
        step(
            interpreter(c -> c.event("Go").state("a").state("b").row("a, a", "Go", "b")),
            "event Go");
    assertThat(configurations(step.resting())).containsExactly(List.of("b"));
    assertThat(step.transitions()).isEqualTo(Set.of(0));
  }

  @Test
  void a_step_has_a_result_for_each_outcome_of_an_unknown_condition() {
    SymbolicStep step =
        step(
            interpreter(
                c ->
                    c.event("Go")
                        .data("x", 0L)
                        .state(
                            "a", s -> s.on("Go", t -> t.when("data.x > 0").to("b")).on("Go", "d"))
                        .state("b")
                        .state("d")),
            "event Go");
    assertThat(configurations(step.resting())).containsExactly(List.of("b"), List.of("d"));
    assertThat(step.resting())
        .extracting(ReachedState::assumptions)
        .containsExactly(List.of("data.x > 0"), List.of("not (data.x > 0)"));
    assertThat(step.transitions()).isEqualTo(Set.of(0, 1));
  }

  @Test
  void states_between_microsteps_are_visited_and_not_resting() {
    SymbolicStep step =
        step(
            interpreter(
                c ->
                    c.event("Go")
                        .state("a", s -> s.on("Go", "b"))
                        .state("b", s -> s.always(t -> t.to("d")))
                        .state("d")),
            "event Go");
    assertThat(configurations(step.visited())).containsExactly(List.of("b"), List.of("d"));
    assertThat(configurations(step.resting())).containsExactly(List.of("d"));
    assertThat(step.transitions()).isEqualTo(Set.of(0, 1));
    assertThat(step.divergent()).isNull();
  }

  @Test
  void a_step_without_rest_is_divergent() {
    SymbolicStep step =
        step(
            interpreter(
                c ->
                    c.event("Go")
                        .state("a", s -> s.on("Go", "b"))
                        .state("b", s -> s.always(t -> t.to("d")))
                        .state("d", s -> s.always(t -> t.to("b")))),
            "event Go");
    assertThat(step.resting()).isEmpty();
    assertThat(step.transitions()).isEmpty();
    assertThat(step.divergent()).isNotNull();
    assertThat(step.divergent().state().configuration()).isEqualTo(List.of("b"));
  }

  @Test
  void states_with_different_histories_differ_and_equal_ones_are_equal() {
    SymbolicInterpreter interpreter =
        interpreter(
            c ->
                c.event("Go")
                    .event("Out")
                    .state(
                        "w",
                        s ->
                            s.on("Out", "p")
                                .state("a", x -> x.on("Go", "b"))
                                .state("b")
                                .state("h", h -> h.history(false)))
                    .state("p", s -> s.on("Go", "h")));
    SymbolicState a = initial(interpreter);
    SymbolicState b = interpreter.handle(a, LIMIT).get(0).resting().get(0).state();
    SymbolicState fromA = interpreter.handle(a, LIMIT).get(1).resting().get(0).state();
    SymbolicState fromB = interpreter.handle(b, LIMIT).get(1).resting().get(0).state();
    assertThat(fromA.configuration()).isEqualTo(fromB.configuration()).isEqualTo(List.of("p"));
    assertThat(fromA).isNotEqualTo(fromB);
    assertThat(interpreter.handle(fromB, LIMIT).get(0).resting().get(0).state().active())
        .containsExactly("w", "b");
    assertThat(initial(interpreter)).isEqualTo(a).hasSameHashCodeAs(a);
  }

  @Test
  void an_instance_that_has_ended_has_no_successors() {
    SymbolicInterpreter interpreter =
        interpreter(c -> c.event("Go").state("a", ChartBuilder.State::last));
    assertThat(initial(interpreter).isDone()).isTrue();
    assertThat(interpreter.handle(initial(interpreter), LIMIT)).isEmpty();
  }

  @Test
  void a_step_that_reaches_a_limit_is_incomplete() {
    SymbolicInterpreter interpreter =
        interpreter(c -> c.event("Go").state("a", s -> s.on("Go", "b")).state("b"));
    SymbolicState state = initial(interpreter);
    List<SymbolicStep> steps = interpreter.handle(state, 1);
    assertThat(steps.get(0).complete()).isFalse();
    assertThat(steps.get(0).microsteps()).isEqualTo(1);
    assertThat(interpreter.handle(state, LIMIT).get(0).complete()).isTrue();
  }

  @Test
  void conditions_read_states_and_settings_and_refuse_data() {
    SymbolicInterpreter interpreter =
        interpreter(c -> c.data("x", 0L).setting("on", true).state("a"));
    ProblemCollector problems = new ProblemCollector();
    assertThat(interpreter.condition(text("active('a') && settings.on"), problems))
        .accepts(initial(interpreter));
    assertThat(interpreter.condition(text("data.x > 0"), problems)).isNull();
    assertThat(problems.sorted()).singleElement().returns("T401", problem -> problem.code());
  }
}
