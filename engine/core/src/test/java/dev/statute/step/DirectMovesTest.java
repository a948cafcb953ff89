package dev.statute.step;

import static dev.statute.chart.ActionFixtures.emit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Deny;
import dev.statute.policy.Permit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DirectMovesTest {
  @Test
  void a_listed_move_leaves_and_enters_like_any_transition() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.move("a", "b")
                    .state("a", s -> s.exit(emit("exit_a")))
                    .state("b", s -> s.entry(emit("enter_b")).always(t -> t.to("c")))
                    .state("c"));
    Outcome outcome = play.give(new Input.Move("b", "because", null, null));
    assertThat(outcome.configuration()).containsExactly("c");
    assertThat(play.emitted()).containsExactly("exit_a", "enter_b");
    assertThat(outcome.trace().transitions().get(0).kind()).isEqualTo("move");
    assertThat(outcome.trace().effects()).contains(new Effect.StateChanged("a", "b", "because"));
    assertThat(outcome.trace().effects()).contains(new Effect.StateChanged("b", "c", null));
  }

  @Test
  void a_move_that_is_not_listed_is_rejected_and_one_to_nowhere_too() {
    InstanceFixture play = InstanceFixture.of(c -> c.move("a", "b").state("a").state("b"));
    assertThat(play.move("a").code()).isEqualTo("not-listed");
    assertThat(play.move("bb").code()).isEqualTo("unknown-state");
    assertThat(play.move("chart").code()).isEqualTo("unknown-state");
    assertThat(play.last().outcome().message()).contains("chart");
  }

  @Test
  void a_move_listed_on_an_ancestor_counts_and_may_name_a_history() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.move("off", "memory")
                    .move("work", "off")
                    .state(
                        "work",
                        s ->
                            s.state("one", i -> i.on("next", "two"))
                                .state("two")
                                .state("memory", h -> h.history(false)))
                    .state("off"));
    play.send("next");
    assertThat(play.move("off").configuration()).containsExactly("off");
    assertThat(play.move("memory").configuration()).containsExactly("two");
  }

  @Test
  void a_rule_may_permit_what_is_not_listed() {
    ScriptedPolicy rules =
        new ScriptedPolicy().on(t -> t.listed() ? null : new Permit(t, "always allowed"));
    InstanceFixture play =
        InstanceFixture.of(rules, c -> c.state("a").state("b", s -> s.state("b1").state("b2")));
    Outcome outcome = play.move("b2");
    assertThat(outcome.configuration()).containsExactly("b2");
    assertThat(outcome.trace().transitions().get(0).place()).isNull();
    assertThat(outcome.trace().verdicts())
        .extracting(RankedVerdict::decisive)
        .containsExactly(true);
  }

  @Test
  void a_permit_does_not_revive_what_is_finished() {
    ScriptedPolicy rules = new ScriptedPolicy().on(t -> new Permit(t, "always allowed"));
    InstanceFixture play =
        InstanceFixture.of(rules, c -> c.move("a", "end").state("a").state("end", s -> s.last()));
    play.move("end");
    assertThat(play.move("a").code()).isEqualTo("finished");
  }

  @Test
  void a_veto_on_what_is_not_listed_leaves_it_not_listed() {
    ScriptedPolicy rules = new ScriptedPolicy().on(t -> new Deny(t, "no"));
    InstanceFixture play = InstanceFixture.of(rules, c -> c.state("a").state("b"));
    Outcome outcome = play.move("b");
    assertThat(outcome.code()).isEqualTo("not-listed");
    assertThat(outcome.trace().verdicts()).hasSize(1);
  }

  @Test
  void a_move_to_the_state_itself_must_be_listed() {
    InstanceFixture play =
        InstanceFixture.of(c -> c.move("a", "a").state("a", s -> s.entry(emit("in"))).state("b"));
    assertThat(play.move("a").kind()).isEqualTo("taken");
    assertThat(play.emitted()).containsExactly("in");
  }

  @Test
  void an_unlisted_move_leaves_no_more_than_it_must() {
    ScriptedPolicy rules =
        new ScriptedPolicy().on(t -> t.listed() ? null : new Permit(t, "always allowed"));
    InstanceFixture play =
        InstanceFixture.of(
            rules,
            c ->
                c.state(
                    "work",
                    p ->
                        p.parallel()
                            .state("l", l -> l.state("l1").state("l2"))
                            .state("m", m -> m.state("m1").state("m2"))
                            .state("r", r -> r.state("r1").state("r2"))));
    for (String to : List.of("m2", "r2", "l2")) {
      Outcome outcome = play.move(to);
      assertThat(outcome.trace().exited()).containsExactly(to.replace('2', '1'));
      assertThat(outcome.trace().entered()).containsExactly(to);
      assertThat(outcome.trace().transitions().get(0).source()).isEqualTo(to.replace('2', '1'));
    }
    assertThat(play.states()).containsExactly("l2", "m2", "r2");
  }

  @Test
  void a_move_with_an_id_is_made_once() {
    InstanceFixture play =
        InstanceFixture.of(c -> c.move("a", "b").move("b", "a").state("a").state("b"));
    play.give(new Input.Move("b", null, null, "m1"));
    Outcome again = play.give(new Input.Move("b", null, null, "m1"));
    assertThat(again).isEqualTo(new Outcome.Duplicate(List.of("b"), "taken", 2));
  }

  @Test
  void rules_see_a_move_as_a_move() {
    ScriptedPolicy rules = new ScriptedPolicy();
    InstanceFixture play = InstanceFixture.of(rules, c -> c.move("a", "b").state("a").state("b"));
    play.give(new Input.Move("b", null, Map.of("x", 1L), null));
    var asked = rules.asked.get(0).transitions().get(0);
    assertThat(asked.kind()).isEqualTo("move");
    assertThat(asked.event()).isEmpty();
    assertThat(asked.listed()).isTrue();
    assertThat(asked.payload().num("x")).isEqualTo(1);
  }
}
