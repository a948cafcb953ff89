package dev.statute.step.internal.rules;

import static dev.statute.chart.ActionFixtures.call;
import static dev.statute.chart.ActionFixtures.emit;
import static dev.statute.chart.ActionFixtures.map;
import static dev.statute.chart.ActionFixtures.raise;
import static dev.statute.chart.ActionFixtures.send;
import static dev.statute.chart.ActionFixtures.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ActionFixtures;
import dev.statute.chart.ChartBuilder;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Severity;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StructureRulesTest {
  @Test
  void a_sensible_chart_has_no_errors() {
    assertThat(
            CheckResult.errors(
                c ->
                    c.event("Go", "n: int")
                        .event("Stop")
                        .state("idle", s -> s.on("Go", "work"))
                        .state(
                            "work",
                            s ->
                                s.initial("left", "right")
                                    .on("Stop", "idle")
                                    .on("done.state.both, error", "end")
                                    .state(
                                        "both",
                                        p ->
                                            p.parallel()
                                                .state("l", r -> r.state("left").state("l2"))
                                                .state("r", r -> r.state("right"))))
                        .state("end", s -> s.last().output("n", "1"))
                        .timer("t", "idle, work", "10s", "Stop", "any")
                        .row("any", "Stop", "end")
                        .move("idle", "end")))
        .isEmpty();
  }

  @Test
  void an_initial_state_is_inside_its_parent() {
    assertThat(CheckResult.errors(c -> c.state("a", s -> s.initial("b").state("x")).state("b")))
        .containsExactly("C302 'b' is not inside 'a'");
  }

  @Test
  void several_initial_states_must_be_able_to_be_active_together() {
    assertThat(CheckResult.errors(c -> c.initial("a", "b").state("a").state("b")))
        .containsExactly(
            "C303 'a' and 'b' can't be active together, so both can't be initial in 'c'");
  }

  @Test
  void a_history_is_never_the_only_child() {
    assertThat(CheckResult.errors(c -> c.state("a", s -> s.state("h", h -> h.history(true)))))
        .contains("C304 the only child of 'a' is a history, so there is nothing to remember");
  }

  @Test
  void a_final_state_has_nothing_inside_and_leads_nowhere() {
    assertThat(
            CheckResult.errors(
                c ->
                    c.state("a", s -> s.last().state("x"))
                        .state("b", s -> s.last().on("e", "a"))
                        .state("d", s -> s.last())
                        .row("d", "e", "a")
                        .move("d", "a")))
        .containsExactly(
            "C305 final state 'a' has states inside; nothing can be entered once it is reached",
            "C306 final state 'b' has transitions, but nothing leads on from it",
            "C306 final state 'd' has transitions, but nothing leads on from it",
            "C306 final state 'd' has moves, but nothing leads on from it");
  }

  @Test
  void a_parallel_state_has_regions_none_of_them_final_and_none_of_them_initial() {
    assertThat(
            CheckResult.errors(
                c ->
                    c.state("p", s -> s.parallel())
                        .state(
                            "q",
                            s -> s.parallel().initial("x").state("x").state("y", y -> y.last()))))
        .containsExactly(
            "C307 'p' is parallel and has no regions",
            "C313 'q' is parallel: all its regions are entered, none is the initial one",
            "C308 'y' is final and a region of the parallel state 'q'");
  }

  @Test
  void a_history_has_a_default_and_nothing_else() {
    assertThat(
            CheckResult.errors(
                c ->
                    c.state("a", s -> s.state("x").state("h", h -> h.history(false).on("e", "x")))
                        .row("h", "f", "a")))
        .containsExactly(
            "C309 history 'h' is no state to be in: it can only have an initial",
            "C309 history 'h' is no state to be in: nothing can lead on from it");
  }

  @Test
  void the_default_of_a_history_leads_to_a_state() {
    assertThat(
            CheckResult.errors(
                c ->
                    c.state("a", s -> s.initial("h").state("x").state("h", h -> h.history(false)))))
        .containsExactly("C310 history 'h' has no default but itself: h");
  }

  @Test
  void output_belongs_to_final_states() {
    assertThat(CheckResult.errors(c -> c.state("a", s -> s.output("x", "1"))))
        .containsExactly("C311 'a' has an output but is not final");
  }

  @Test
  void the_targets_of_a_transition_must_be_able_to_be_active_together() {
    assertThat(
            CheckResult.errors(
                c ->
                    c.state("a", s -> s.on("e", "l", "r").on("f", "l", "m"))
                        .state(
                            "p",
                            s ->
                                s.parallel()
                                    .state("x", x -> x.state("l").state("m"))
                                    .state("y", y -> y.state("r")))))
        .containsExactly(
            "C320 'l' and 'm' can't be active together, so one transition can't lead to both");
  }

  @Test
  void a_chart_that_declares_its_events_declares_all_that_it_hears_and_raises() {
    assertThat(
            CheckResult.errors(
                c ->
                    c.event("Pause")
                        .event("tool.failed")
                        .state(
                            "a",
                            s ->
                                s.on("Puase", "a")
                                    .on("tool, tool.*, *, record.tool_call", "a")
                                    .defer("Quit")
                                    .entry(raise("Stop"), when("true", send("Stop2"))))
                        .timer("t", "a", "1s", "Late", "Nothing")))
        .containsExactlyInAnyOrder(
            "C330 no event matches 'Puase': the chart declares its events, and none is called so",
            "C330 no event matches 'Quit': the chart declares its events, and none is called so",
            "C330 no event matches 'Nothing': the chart declares its events, and none is called so",
            "C331 event 'Stop' is not declared, and the chart declares its events",
            "C331 event 'Stop2' is not declared, and the chart declares its events",
            "C331 event 'Late' is not declared, and the chart declares its events");
  }

  @Test
  void a_chart_that_declares_no_events_is_open() {
    assertThat(CheckResult.errors(c -> c.state("a", s -> s.on("x", "a").entry(raise("y")))))
        .isEmpty();
  }

  @Test
  void what_is_raised_carries_the_declared_payload() {
    assertThat(
            CheckResult.errors(
                c ->
                    c.event("E", "n: int", "why: string?")
                        .event("Open", "...")
                        .state(
                            "a",
                            s ->
                                s.on("E, Open", "a")
                                    .entry(
                                        raise("E"),
                                        raise("E", map("n", "1", "m", "2")),
                                        raise("E", map("n", "1")),
                                        raise("E", ActionFixtures.expr("event")),
                                        raise("Open", map("whatever", "1")),
                                        raise(
                                            "E",
                                            new ValueDefinition.MapOf(
                                                Map.of("n", new ValueDefinition.Literal(true))))))))
        .containsExactly(
            "C332 event 'E' lacks n",
            "C332 event 'E' has no field 'm'",
            "C332 field 'n' of event 'E' is true");
  }

  @Test
  void names_of_the_platform_are_taken() {
    assertThat(
            CheckResult.errors(
                c ->
                    c.event("stuck.hint")
                        .state("a", s -> s.on("stuck.hint", "a").entry(emit("state_changed")))))
        .containsExactlyInAnyOrder(
            "C335 'stuck.hint' is an event of the platform and always declared",
            "C336 'state_changed' is emitted by the engine on every change of state");
  }

  @Test
  void an_answer_is_waited_for_only_where_a_question_is_asked() {
    assertThat(
            CheckResult.errors(
                c ->
                    c.state(
                            "a",
                            s ->
                                s.entry(call("llm.ask"))
                                    .on("done.call.llm", "a")
                                    .on("error.call.lm.ask", "a")
                                    .on("done.call", "a"))
                        .state("b", s -> s.on("done.state.aa", "a").on("stuck.hnt", "a"))
                        .state(
                            "d", s -> s.invokeTask("t").on("done.invoke.x, error.invoke.d", "a"))))
        .containsExactlyInAnyOrder(
            "C350 no action calls the handler 'lm.ask', so 'error.call.lm.ask' never comes",
            "C351 no state is called 'aa', so 'done.state.aa' never comes",
            "C353 findings have no level 'hnt', so 'stuck.hnt' never comes",
            "C352 no state invokes something with the id 'x', so 'done.invoke.x' never comes");
  }

  @Test
  void invocations_have_ids_of_their_own() {
    assertThat(CheckResult.errors(c -> c.state("a", s -> s.invokeTask("t").invokeTask("u"))))
        .containsExactly("C354 two invocations have the id 'a', the first at 2:1");
  }

  @Test
  void a_timer_does_not_run_in_a_history() {
    assertThat(
            CheckResult.errors(
                c ->
                    c.state("a", s -> s.state("x").state("h", h -> h.history(true)))
                        .timer("t", "a, h", "1s", null)))
        .containsExactly("C340 timer 't' runs in 'h', but a history is never active");
    assertThat(CheckResult.errors(c -> c.every("t", "a", "0s", null, "beat").state("a")))
        .containsExactly("C341 timer 't' would come again at once, without end");
  }

  @Test
  void a_guard_needs_a_rule_that_grants_it() {
    assertThat(
            CheckResult.errors(
                c -> c.state("a", s -> s.on("e", t -> t.guard("boss").to("a"))), Set.of("chef")))
        .containsExactly("C360 no rule grants 'boss', so this can never be taken");
    assertThat(CheckResult.errors(c -> c.state("a", s -> s.on("e", t -> t.guard("boss").to("a")))))
        .isEmpty();
  }

  @Test
  void where_there_are_rules_a_guard_that_none_grants_is_a_warning() {
    ChartDefinition chart =
        ChartBuilder.chart("c", c -> c.state("a", s -> s.on("e", t -> t.guard("boss").to("a"))));
    ProblemCollector problems = new ProblemCollector();
    GuardRules.check(StateContents.of(chart), Set.of("bosss"), Severity.WARNING, problems);
    GuardRules.check(StateContents.of(chart), Set.of("boss"), Severity.WARNING, problems);
    assertThat(problems.sorted())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.isError()).isFalse();
              assertThat(problem.code()).isEqualTo("C360");
              assertThat(problem.fix()).isEqualTo("did you mean 'bosss'?");
            });
  }
}
