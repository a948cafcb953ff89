package dev.statute.step;

import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.emit;
import static dev.statute.chart.ActionFixtures.raise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class StepAlgorithmTest {
  @Test
  void exit_then_actions_then_entry_each_in_its_order() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                        "a",
                        s ->
                            s.exit(emit("exit_a"))
                                .on("go", t -> t.to("b2").does(emit("do")))
                                .state("a1", i -> i.exit(emit("exit_a1"))))
                    .state(
                        "b",
                        s ->
                            s.entry(emit("enter_b"))
                                .state("b1")
                                .state("b2", i -> i.entry(emit("enter_b2")))));
    Outcome outcome = play.send("go");
    assertThat(play.emitted()).containsExactly("exit_a1", "exit_a", "do", "enter_b", "enter_b2");
    assertThat(outcome.trace().exited()).containsExactly("a1", "a");
    assertThat(outcome.trace().entered()).containsExactly("b", "b2");
    assertThat(outcome.trace().effects().get(3))
        .isEqualTo(new Effect.StateChanged("a1", "b2", null));
  }

  @Test
  void a_transition_to_itself_leaves_and_enters_and_changes_nothing() {
    InstanceFixture play =
        InstanceFixture.of(c -> c.state("a", s -> s.entry(emit("enter")).on("again", "a")));
    Outcome outcome = play.send("again");
    assertThat(outcome.trace().exited()).containsExactly("a");
    assertThat(outcome.trace().entered()).containsExactly("a");
    assertThat(outcome.trace().effects()).doesNotHaveAnyElementsOfTypes(Effect.StateChanged.class);
  }

  @Test
  void an_internal_transition_does_not_leave_its_source() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                    "a",
                    s ->
                        s.on("in", t -> t.to("a2").internal())
                            .on("out", "a2")
                            .state("a1")
                            .state("a2")));
    assertThat(play.send("in").trace().exited()).containsExactly("a1");
    assertThat(play.send("out").trace().exited()).containsExactly("a2", "a");
  }

  @Test
  void leaving_a_region_by_a_transition_of_its_own_leaves_the_whole_parallel() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                    "p",
                    p ->
                        p.parallel()
                            .state("l", s -> s.on("again", "l1").state("l1").state("l2"))
                            .state("r", s -> s.state("r1"))));
    assertThat(play.send("again").trace().exited()).containsExactly("r1", "r", "l1", "l", "p");
  }

  @Test
  void several_targets_enter_one_state_per_region_and_defaults_elsewhere() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.on("go", "l2", "r2"))
                    .state(
                        "p",
                        p ->
                            p.parallel()
                                .state("l", s -> s.state("l1").state("l2"))
                                .state("m", s -> s.state("m1"))
                                .state("r", s -> s.state("r1").state("r2"))));
    assertThat(play.send("go").configuration()).containsExactly("l2", "m1", "r2");
    assertThat(play.trace().entered()).containsExactly("p", "l", "l2", "m", "m1", "r", "r2");
  }

  @Test
  void a_deep_initial_target_is_entered_with_what_is_around_it() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.initial("deep")
                    .state("a")
                    .state("b", s -> s.state("c", i -> i.state("d").state("deep"))));
    assertThat(play.trace().entered()).containsExactly("b", "c", "deep");
  }

  @Test
  void actions_of_an_initial_run_after_the_entry_of_its_state_and_only_by_default() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.on("go", "b").on("direct", "b2"))
                    .state(
                        "b",
                        s ->
                            s.entry(emit("enter_b"))
                                .initial("b1", List.of(emit("default")))
                                .on("back", "a")
                                .state("b1", i -> i.entry(emit("enter_b1")))
                                .state("b2")));
    play.send("go");
    assertThat(play.emitted()).containsExactly("enter_b", "default", "enter_b1");
    play.send("back");
    play.send("direct");
    assertThat(play.emitted()).containsExactly("enter_b");
  }

  @Test
  void shallow_history_remembers_the_child_and_deep_history_the_leaves() {
    InstanceFixture shallow = InstanceFixture.of(c -> interrupted(c, false));
    shallow.send("next");
    shallow.send("pause");
    assertThat(shallow.send("resume").configuration()).containsExactly("b1");
    InstanceFixture deep = InstanceFixture.of(c -> interrupted(c, true));
    deep.send("next");
    deep.send("pause");
    assertThat(deep.send("resume").configuration()).containsExactly("b2");
  }

  @Test
  void history_without_memory_takes_its_default_with_its_actions() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("off", s -> s.on("resume", "memory"))
                    .state(
                        "work",
                        s ->
                            s.state("one")
                                .state("two")
                                .state(
                                    "memory",
                                    h -> h.history(false).initial("two", List.of(emit("fresh"))))));
    assertThat(play.send("resume").configuration()).containsExactly("two");
    assertThat(play.emitted()).containsExactly("fresh");
  }

  @Test
  void history_without_a_default_takes_that_of_its_parent() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("off", s -> s.on("resume", "memory"))
                    .state(
                        "work",
                        s ->
                            s.initial("two")
                                .state("one")
                                .state("two")
                                .state("memory", h -> h.history(false))));
    assertThat(play.send("resume").configuration()).containsExactly("two");
  }

  @Test
  void history_of_the_root_stands_for_what_was_active_before_the_last_way_out() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.on("pause", "paused")
                    .state("one", s -> s.on("next", "two"))
                    .state("two")
                    .state("paused", s -> s.on("resume", "before"))
                    .state("before", h -> h.history(true).initial("one")));
    play.send("next");
    play.send("pause");
    assertThat(play.send("resume").configuration()).containsExactly("two");
    play.send("pause");
    assertThat(play.send("resume").configuration()).containsExactly("two");
  }

  @Test
  void a_final_state_finishes_its_parent_with_its_output() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("sum", 0L)
                    .state(
                        "work",
                        s ->
                            s.on(
                                    "done.state.work",
                                    t -> t.to("over").does(assign("sum", "event.total")))
                                .state("busy", i -> i.on("finish", "ready"))
                                .state("ready", i -> i.last().output("total", "40 + 2")))
                    .state("over"));
    play.send("finish");
    assertThat(play.states()).containsExactly("over");
    assertThat(play.snapshot.data().get("sum")).isEqualTo(42L);
  }

  @Test
  void an_output_with_an_error_is_empty() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("seen", null)
                    .state(
                        "work",
                        s ->
                            s.on("done.state.work", t -> t.to("over").does(assign("seen", "event")))
                                .on("error.execution", t -> t.does(emit("error")))
                                .state("busy", i -> i.on("finish", "ready"))
                                .state(
                                    "ready",
                                    i -> i.last().output("good", "1").output("bad", "1 / 0")))
                    .state("over"));
    play.send("finish");
    assertThat(play.states()).containsExactly("over");
    assertThat(play.snapshot.data().get("seen")).isEqualTo(Map.of());
  }

  @Test
  void nested_parallels_are_done_when_all_inside_are() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                        "outer",
                        p ->
                            p.parallel()
                                .on("done.state.outer", "over")
                                .state(
                                    "inner",
                                    q ->
                                        q.parallel()
                                            .state("x", region("x"))
                                            .state("y", region("y")))
                                .state("z", region("z")))
                    .state("over"));
    play.send("z");
    play.send("x");
    assertThat(play.states()).containsExactly("x_end", "y_run", "z_end");
    play.send("y");
    assertThat(play.states()).containsExactly("over");
  }

  @Test
  void raised_events_come_before_the_next_outside_one_and_after_eventless_transitions() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.on("go", t -> t.to("b").does(raise("inner"))))
                    .state("b", s -> s.on("inner", "wrong").always(t -> t.to("c")))
                    .state("c", s -> s.on("inner", "right"))
                    .state("right")
                    .state("wrong"));
    assertThat(play.send("go").configuration()).containsExactly("right");
    assertThat(play.trace().transitions())
        .extracting(TakenTransition::kind)
        .containsExactly("event", "internal", "internal");
  }

  @Test
  void transitions_that_never_rest_undo_the_step() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.on("go", "b"))
                    .state("b", s -> s.on("x", "b").always(t -> t.to("c").when("1 == 1")))
                    .state("c", s -> s.always(t -> t.to("b").when("1 == 1"))));
    Snapshot before = play.snapshot;
    Outcome outcome = play.send("go");
    assertThat(outcome.kind()).isEqualTo("failed");
    assertThat(outcome.code()).isEqualTo("livelock");
    assertThat(play.snapshot).isSameAs(before);
  }

  @Test
  void the_end_runs_exit_actions_without_listing_them_and_nothing_runs_on() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.root(r -> r.exit(emit("bye")))
                    .timer("beat", "any", "1s", "tick")
                    .state("a", s -> s.on("stop", "end"))
                    .state("end", s -> s.last().exit(emit("leave_end")).output("answer", "6 * 7")));
    Outcome outcome = play.send("stop");
    assertThat(play.emitted()).containsExactly("leave_end", "bye");
    assertThat(outcome.trace().exited()).containsExactly("a");
    assertThat(outcome.configuration()).containsExactly("end");
    assertThat(play.snapshot.isDone()).isTrue();
    assertThat(play.snapshot.output()).isEqualTo(Map.of("answer", 42L));
    assertThat(play.snapshot.due()).isNull();
    assertThat(play.send("stop").code()).isEqualTo("finished");
  }

  /** Builds a region that an event of its own name finishes. */
  private static UnaryOperator<ChartBuilder.State> region(String id) {
    return s ->
        s.state(id + "_run", i -> i.on(id, id + "_end"))
            .state(id + "_end", ChartBuilder.State::last);
  }

  private static ChartBuilder interrupted(ChartBuilder c, boolean deep) {
    return c.state(
            "work",
            s ->
                s.on("pause", "paused")
                    .state("a", i -> i.on("next", "b2"))
                    .state("b", i -> i.state("b1").state("b2"))
                    .state("memory", h -> h.history(deep)))
        .state("paused", s -> s.on("resume", "memory"));
  }
}
