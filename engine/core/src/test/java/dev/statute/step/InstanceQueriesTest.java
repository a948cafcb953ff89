package dev.statute.step;

import static dev.statute.chart.ActionFixtures.assign;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.policy.Permit;
import dev.statute.policy.Redirect;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InstanceQueriesTest {
  @Test
  void a_question_has_the_outcome_the_input_would_have_and_changes_nothing() {
    InstanceFixture play = InstanceFixture.of(c -> c.state("a", s -> s.on("go", "b")).state("b"));
    assertThat(play.can("go").configuration()).containsExactly("b");
    assertThat(play.can("no").kind()).isEqualTo("ignored");
    assertThat(play.states()).containsExactly("a");
    assertThat(play.interpreter.can(play.snapshot, new Input.Move("b"), play.now).code())
        .isEqualTo("not-listed");
  }

  @Test
  void without_data_payloads_are_not_checked_and_what_needs_them_counts_as_false() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("n", 0L)
                    .event("go", "n: int")
                    .state(
                        "a",
                        s ->
                            s.on("go", t -> t.to("b").when("event.n > 1"))
                                .on("go", t -> t.to("c").does(assign("n", "event.n"))))
                    .state("b")
                    .state("c"));
    Outcome outcome = play.can("go");
    assertThat(outcome.kind()).isEqualTo("taken");
    assertThat(outcome.configuration()).containsExactly("c");
    assertThat(outcome.trace().errors()).hasSize(2);
    Outcome refused =
        play.interpreter.can(play.snapshot, new Input.Event("go", Map.of()), play.now);
    assertThat(refused.code()).isEqualTo("missing-field");
  }

  @Test
  void everything_that_means_something_now_is_listed_blocked_things_too() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.move("a", "b")
                    .on("stop", "b")
                    .state(
                        "a",
                        s ->
                            s.on("go", t -> t.to("b").when("1 > 2"))
                                .on("error.execution", "b")
                                .after("1s", t -> t.to("b")))
                    .state("b"));
    assertThat(play.interpreter.enabled(play.snapshot, play.now))
        .extracting(PossibleInput::input, a -> a.outcome().kind())
        .containsExactly(
            tuple(new Input.Event("stop"), "taken"),
            tuple(new Input.Event("go"), "blocked"),
            tuple(new Input.Move("b"), "taken"));
  }

  @Test
  void a_descriptor_of_several_declared_events_stands_for_each() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.event("tool.ok")
                    .event("tool.failed")
                    .event("else")
                    .event("unheard")
                    .state("a", s -> s.on("tool", t -> t).on("else", t -> t)));
    assertThat(play.interpreter.enabled(play.snapshot, play.now))
        .extracting(PossibleInput::input)
        .containsExactly(
            new Input.Event("tool.ok"), new Input.Event("tool.failed"), new Input.Event("else"));
  }

  @Test
  void a_move_that_a_rule_permits_is_listed_too() {
    ScriptedPolicy rules =
        new ScriptedPolicy().on(t -> "b".equals(t.to()) ? new Permit(t, "fine") : null);
    InstanceFixture play = InstanceFixture.of(rules, c -> c.state("a").state("b").state("c"));
    assertThat(play.interpreter.enabled(play.snapshot, play.now))
        .extracting(PossibleInput::input)
        .isEqualTo(List.of(new Input.Move("b")));
  }

  @Test
  void a_listed_move_is_listed_although_a_rule_redirects_it_to_a_state_that_is_not() {
    ScriptedPolicy rules = new ScriptedPolicy().on(t -> new Redirect(t, "c", "not there"));
    InstanceFixture play =
        InstanceFixture.of(rules, c -> c.move("a", "b").state("a").state("b").state("c"));
    assertThat(play.interpreter.enabled(play.snapshot, play.now))
        .extracting(PossibleInput::input, each -> each.outcome().code())
        .containsExactly(tuple(new Input.Move("b"), "not-listed"));
  }

  @Test
  void a_move_without_data_raises_no_error_of_what_needs_them() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                        "a",
                        s -> s.moves("b").exit(assign("n", "event.n")).on("error.execution", "c"))
                    .state("b", s -> s.on("error.execution", "c"))
                    .state("c"));
    Input bare = new Input.Move("b");
    Outcome asked = play.interpreter.can(play.snapshot, bare, play.now);
    assertThat(asked.configuration()).containsExactly("b");
    assertThat(asked.trace().errors()).hasSize(1);
    Input empty = new Input.Move("b", null, Map.of(), null);
    assertThat(play.interpreter.can(play.snapshot, empty, play.now).configuration())
        .containsExactly("c");
  }

  @Test
  void a_finished_instance_has_nothing_to_offer() {
    InstanceFixture play =
        InstanceFixture.of(c -> c.state("a", s -> s.on("stop", "end")).state("end", s -> s.last()));
    play.send("stop");
    assertThat(play.interpreter.enabled(play.snapshot, play.now)).isEmpty();
  }
}
