package dev.statute.step.internal.lint;

import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.log;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import dev.statute.step.internal.rules.CheckResult;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ChartLintsTest {
  @Test
  void a_state_that_nothing_enters_is_told_of_once() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state("a", s -> s.on("e", "z"))
                        .state("b", s -> s.on("e", "a").state("x").state("y"))
                        .state("z", s -> s.last())))
        .containsExactly("C801 no transition or move ever enters 'b'");
  }

  @Test
  void a_state_that_a_rule_leads_to_is_entered_and_so_is_what_it_leads_to() {
    UnaryOperator<ChartBuilder> chart =
        c ->
            c.state("a", s -> s.on("e", "z"))
                .state("b", s -> s.on("e", "c"))
                .state("c", s -> s.on("e", "a"))
                .state("z", s -> s.last());
    assertThat(CheckResult.warnings(chart, Set.of("b", "unheard of"))).isEmpty();
    assertThat(CheckResult.warnings(chart, Set.of("c")))
        .containsExactly("C801 no transition or move ever enters 'b'");
  }

  @Test
  void states_on_the_way_to_a_target_are_entered_without_their_defaults() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state("a", s -> s.on("e", "y"))
                        .state("b", s -> s.on("f", "a").state("x").state("y"))))
        .containsExactly("C801 no transition or move ever enters 'x'");
  }

  @Test
  void a_history_nothing_leads_to_is_unused() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state(
                        "a",
                        s ->
                            s.on("e", "a")
                                .state("x", x -> x.on("n", "y"))
                                .state("y", y -> y.on("n", "x"))
                                .state("h", h -> h.history(true)))))
        .containsExactly("C801 nothing leads to the history 'h'");
  }

  @Test
  void a_state_without_a_way_out_is_a_trap_unless_it_is_final() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state("a", s -> s.on("e", "b").on("f", "z"))
                        .state("b", s -> s.on("e", "b"))
                        .state("z", s -> s.last())))
        .containsExactly("C802 nothing leads out of 'b', and it is not final");
  }

  @Test
  void another_region_may_be_the_way_out() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state(
                            "p",
                            p ->
                                p.parallel()
                                    .state("l", r -> r.state("l1"))
                                    .state("r", r -> r.state("r1", s -> s.on("e", "z"))))
                        .state("z", s -> s.last())))
        .isEmpty();
  }

  @Test
  void an_event_nobody_listens_to_is_told_of_unless_every_event_restarts_a_timer() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.event("E")
                        .event("F")
                        .state("a", s -> s.on("E", "z"))
                        .state("z", s -> s.last())))
        .containsExactly("C803 event 'F' is declared, and nothing listens to it");
    assertThat(
            CheckResult.warnings(
                c ->
                    c.event("E")
                        .event("F")
                        .state("a", s -> s.on("E", "z"))
                        .state("z", s -> s.last())
                        .timer("t", "a", "1s", "E", "any")))
        .isEmpty();
  }

  @Test
  void a_broad_descriptor_hides_the_narrow_ones_after_it() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state(
                            "a",
                            s ->
                                s.on("tool", "z")
                                    .on("tool.failed", "z")
                                    .on("x", t -> t.when("event.a").to("z"))
                                    .on("x.y", "z"))
                        .state("z", s -> s.last())))
        .containsExactly(
            "C804 'tool.failed' never gets here: 'tool' hears it first, as the transition at"
                + " 5:1 has no condition");
  }

  @Test
  void an_alternative_after_one_that_always_holds_is_never_taken() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state(
                            "a",
                            s ->
                                s.on("e", t -> t.when("data.x > 1").to("z"))
                                    .on("e", t -> t.when(" data.x > 1").to("a"))
                                    .on("f", t -> t.when("true").to("z"))
                                    .on("f", t -> t.when("data.y").to("a")))
                        .state("z", s -> s.last())))
        .containsExactly(
            "C806 'e' never gets here, as the transition at 6:1 has the same condition",
            "C806 'f' never gets here, as the transition at 14:1 has no condition");
  }

  @Test
  void a_guard_may_be_refused_so_what_follows_it_is_not_hidden() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state(
                            "a",
                            s -> s.on("e", t -> t.guard("boss").to("z")).on("e", t -> t.to("a")))
                        .state("z", s -> s.last())))
        .isEmpty();
  }

  @Test
  void a_region_that_leads_into_itself_resets_its_siblings() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state(
                            "p",
                            p ->
                                p.parallel()
                                    .on("out", "z")
                                    .state("l", r -> r.on("e", "l2").state("l1").state("l2"))
                                    .state(
                                        "r",
                                        r ->
                                            r.on("e", t -> t.internal().to("r2"))
                                                .state("r1")
                                                .state("r2")))
                        .state("z", s -> s.last())))
        .containsExactly("C805 this leaves 'p' and enters it again: all its regions start anew");
  }

  @Test
  void a_reset_that_names_every_region_is_meant() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state(
                            "p",
                            p ->
                                p.parallel()
                                    .on("reset", "l1", "r1")
                                    .on("z", "z")
                                    .state("l", r -> r.state("l1"))
                                    .state("r", r -> r.state("r1")))
                        .state("z", s -> s.last())))
        .isEmpty();
  }

  @Test
  void internal_has_a_meaning_only_towards_the_inside_of_a_compound_state() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state("a", s -> s.on("e", t -> t.internal().to("b")))
                        .state("b", s -> s.on("e", "a"))))
        .containsExactly("C813 internal changes nothing here: 'b' is not inside 'a'");
  }

  @Test
  void an_any_row_also_leaves_a_state_that_lists_its_own_last_moves() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state("work", s -> s.moves("failed"))
                        .state("failed")
                        .state("cancelled", s -> s.last())
                        .row("any", "Cancel", "cancelled")
                        .move("failed", "cancelled")))
        .containsExactly(
            "C807 this also leaves 'failed', which lists as its only ways out: cancelled");
  }

  @Test
  void eventless_circles_never_rest() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state("a", s -> s.always(t -> t.to("b")))
                        .state("b", s -> s.always(t -> t.when("true").to("a")))))
        .containsExactly(
            "C809 eventless transitions lead in a circle: a → b → a, so an instance never rests");
  }

  @Test
  void an_eventless_transition_without_target_must_be_able_to_stop() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state(
                            "a",
                            s ->
                                s.on("e", "z")
                                    .always(t -> t.when("data.x").does(log("again")))
                                    .always(t -> t.when("data.y").does(assign("y", "false"))))
                        .state("z", s -> s.last())))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("C809 this has no event and no target");
  }

  @Test
  void counting_up_to_a_way_out_stops() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state(
                            "a",
                            s ->
                                s.always(t -> t.when("data.i == 9").to("z"))
                                    .always(t -> t.does(assign("i", "data.i + 1"))))
                        .state("z", s -> s.last())))
        .isEmpty();
  }

  @Test
  void what_waits_where_nothing_rests_waits_in_vain() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state(
                            "a",
                            s -> s.on("e", "z").always(t -> t.to("z")).after("1s", t -> t.to("z")))
                        .state("z", s -> s.last())
                        .timer("t", "a", "1s", null)))
        .containsExactlyInAnyOrder(
            "C810 'e' is never heard here: 'a' is left at once by the transition at 7:1",
            "C810 this time never passes: 'a' is left at once by the transition at 7:1",
            "C811 timer 't' never runs: no instance ever rests in a");
  }

  @Test
  void the_end_of_a_state_that_cannot_end_never_comes() {
    assertThat(
            CheckResult.warnings(
                c ->
                    c.state("a", s -> s.on("done.state.a", "z").state("x"))
                        .state("z", s -> s.last())))
        .containsExactly("C812 'done.state.a' never comes: 'a' can't end");
  }

  @Test
  void a_move_is_listed_once() {
    assertThat(
            CheckResult.warnings(
                c -> c.state("a", s -> s.moves("z")).state("z", s -> s.last()).move("a", "z")))
        .containsExactly("C815 the move to 'z' is listed a second time, first at 3:1");
  }
}
