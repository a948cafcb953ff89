package dev.statute.step;

import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.emit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import dev.statute.policy.Deny;
import dev.statute.policy.Grant;
import dev.statute.policy.Ignore;
import dev.statute.policy.Redirect;
import dev.statute.policy.Transition;
import dev.statute.policy.spi.Layer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PolicyEvaluationTest {
  @Test
  void a_veto_refuses_the_step_with_rule_and_reason() {
    ScriptedPolicy rules =
        new ScriptedPolicy().on(t -> "b".equals(t.to()) ? new Deny(t, "not b") : null);
    InstanceFixture play =
        InstanceFixture.of(
            rules, c -> c.state("a", s -> s.on("go", t -> t.to("b").does(emit("x")))).state("b"));
    Snapshot before = play.snapshot;
    Outcome.Denied denied = (Outcome.Denied) play.send("go");
    assertThat(denied.message()).isEqualTo("not b");
    assertThat(denied.rule()).isEqualTo("pack#rule");
    assertThat(denied.place()).isEqualTo(ScriptedPolicy.PLACE);
    assertThat(denied.code()).isNull();
    assertThat(denied.trace().transitions())
        .extracting(TakenTransition::source)
        .containsExactly("a");
    assertThat(denied.trace().effects()).isEmpty();
    assertThat(play.snapshot).isSameAs(before);
  }

  @Test
  void rules_see_what_a_transition_leaves_and_enters_and_its_tags() {
    ScriptedPolicy rules = new ScriptedPolicy();
    InstanceFixture play =
        InstanceFixture.of(
            rules,
            c ->
                c.state(
                        "work",
                        s ->
                            s.tags("busy")
                                .state(
                                    "one", i -> i.tags("first").on("next", "two").on("out", "rest"))
                                .state("two", i -> i.tags("second"))
                                .on("stay", t -> t))
                    .state("rest", s -> s.tags("idle").state("bed")));
    play.send("stay");
    Transition stay = last(rules);
    assertThat(stay.leaves("one")).isFalse();
    assertThat(stay.enters("work")).isFalse();
    assertThat(stay.tags()).isEmpty();
    play.send("next");
    Transition next = last(rules);
    assertThat(List.of(next.leaves("one"), next.leaves("work"), next.leaves("two")))
        .containsExactly(true, false, false);
    assertThat(List.of(next.enters("two"), next.enters("work"), next.enters("one")))
        .containsExactly(true, false, false);
    assertThat(next.tags()).containsExactly("first", "second");
    play.snapshot = play.interpreter.start("i", Map.of(), play.now).snapshot();
    play.send("out");
    Transition out = last(rules);
    assertThat(List.of(out.leaves("one"), out.leaves("work"), out.leaves("rest")))
        .containsExactly(true, true, false);
    assertThat(List.of(out.enters("bed"), out.enters("rest"), out.enters("nowhere")))
        .containsExactly(true, true, false);
    assertThat(out.leaves("nowhere")).isFalse();
    assertThat(out.tags()).containsExactly("busy", "first", "idle");
  }

  private static Transition last(ScriptedPolicy rules) {
    return rules.asked.get(rules.asked.size() - 1).transitions().get(0);
  }

  @Test
  void a_veto_in_a_later_microstep_undoes_the_whole_step() {
    ScriptedPolicy rules =
        new ScriptedPolicy().on(t -> "c".equals(t.to()) ? new Deny(t, "not c") : null);
    InstanceFixture play =
        InstanceFixture.of(
            rules,
            c ->
                c.state("a", s -> s.on("go", "b"))
                    .state("b", s -> s.always(t -> t.to("c")))
                    .state("c"));
    assertThat(play.send("go").kind()).isEqualTo("denied");
    assertThat(play.states()).containsExactly("a");
  }

  @Test
  void all_transitions_of_a_microstep_are_judged_together() {
    ScriptedPolicy rules = new ScriptedPolicy();
    InstanceFixture play =
        InstanceFixture.of(
            rules,
            c ->
                c.state(
                    "p",
                    p ->
                        p.parallel()
                            .state("l", s -> s.state("l1", i -> i.on("go", "l2")).state("l2"))
                            .state("r", s -> s.state("r1", i -> i.on("go", "r2")).state("r2"))));
    play.send("go");
    assertThat(rules.asked).hasSize(1);
    assertThat(rules.asked.get(0).transitions())
        .extracting(Transition::from)
        .containsExactly("l1", "r1");
  }

  @Test
  void a_rule_may_have_an_event_ignored() {
    ScriptedPolicy rules = new ScriptedPolicy().on(t -> new Ignore(t, "never mind"));
    InstanceFixture play =
        InstanceFixture.of(rules, c -> c.state("a", s -> s.on("go", "b")).state("b"));
    Outcome outcome = play.send("go");
    assertThat(outcome.kind()).isEqualTo("ignored");
    assertThat(outcome.message()).isEqualTo("never mind");
    assertThat(outcome.trace().verdicts()).hasSize(1);
    assertThat(play.states()).containsExactly("a");
  }

  @Test
  void a_redirect_leads_elsewhere_without_the_original_actions() {
    ScriptedPolicy rules =
        new ScriptedPolicy().on(t -> "b".equals(t.to()) ? new Redirect(t, "c1", "via c") : null);
    InstanceFixture play =
        InstanceFixture.of(
            rules,
            c ->
                c.state("a", s -> s.exit(emit("exit")).on("go", t -> t.to("b").does(emit("do"))))
                    .state("b")
                    .state("c", s -> s.entry(emit("enter")).state("c0").state("c1")));
    Outcome outcome = play.send("go");
    assertThat(outcome.configuration()).containsExactly("c1");
    assertThat(play.emitted()).containsExactly("exit", "enter");
    assertThat(outcome.trace().effects()).contains(new Effect.StateChanged("a", "c1", "via c"));
    assertThat(rules.asked).as("judged again where it leads").hasSize(2);
  }

  @Test
  void where_a_redirect_leads_may_be_vetoed_and_is_not_redirected_again() {
    ScriptedPolicy round =
        new ScriptedPolicy()
            .on(t -> "b".equals(t.to()) ? new Redirect(t, "c", "c") : new Redirect(t, "b", "b"));
    InstanceFixture play =
        InstanceFixture.of(round, c -> c.state("a", s -> s.on("go", "b")).state("b").state("c"));
    assertThat(play.send("go").configuration()).containsExactly("c");
    ScriptedPolicy strict =
        new ScriptedPolicy()
            .on(t -> "b".equals(t.to()) ? new Redirect(t, "c", "c") : new Deny(t, "not c"));
    InstanceFixture denied =
        InstanceFixture.of(strict, c -> c.state("a", s -> s.on("go", "b")).state("b").state("c"));
    assertThat(denied.send("go").message()).isEqualTo("not c");
  }

  @Test
  void a_rule_that_redirects_again_hides_no_veto_of_where_it_leads() {
    ScriptedPolicy rules =
        new ScriptedPolicy()
            .on(Layer.BASE, t -> "c".equals(t.to()) ? new Deny(t, "not c") : null)
            .on(new Layer(2, "team"), t -> new Redirect(t, "c", "always c"));
    InstanceFixture play =
        InstanceFixture.of(rules, c -> c.state("a", s -> s.on("go", "b")).state("b").state("c"));
    assertThat(play.send("go").message()).isEqualTo("not c");
  }

  @Test
  void a_rule_that_redirects_again_lists_no_move() {
    ScriptedPolicy rules = new ScriptedPolicy().on(t -> new Redirect(t, "c", "always c"));
    InstanceFixture play =
        InstanceFixture.of(rules, c -> c.move("a", "b").state("a").state("b").state("c"));
    assertThat(play.move("b").code()).isEqualTo("not-listed");
  }

  @Test
  void of_two_redirects_the_one_that_is_followed_is_decisive() {
    ScriptedPolicy rules =
        new ScriptedPolicy()
            .on(t -> "b".equals(t.to()) ? new Redirect(t, "c", "c") : null)
            .on(t -> new Redirect(t, "d", "d"));
    InstanceFixture play =
        InstanceFixture.of(
            rules, c -> c.state("a", s -> s.on("go", "b")).state("b").state("c").state("d"));
    Outcome outcome = play.send("go");
    assertThat(outcome.configuration()).containsExactly("c");
    assertThat(outcome.trace().verdicts())
        .extracting(RankedVerdict::decisive)
        .containsExactly(true, false, false);
  }

  @Test
  void a_redirect_to_nowhere_fails_closed() {
    ScriptedPolicy rules = new ScriptedPolicy().on(t -> new Redirect(t, "nowhere", "x"));
    InstanceFixture play =
        InstanceFixture.of(rules, c -> c.state("a", s -> s.on("go", "b")).state("b"));
    assertThat(play.send("go").code()).isEqualTo("rule-error");
  }

  @Test
  void a_guard_holds_where_a_rule_grants_it() {
    ScriptedPolicy rules =
        new ScriptedPolicy().grant(c -> c.guard().equals("may") ? new Grant(c, "you may") : null);
    InstanceFixture play =
        InstanceFixture.of(
            rules,
            c ->
                c.state(
                        "a",
                        s ->
                            s.on("go", t -> t.to("b").guard("must"))
                                .on("go", t -> t.to("c").guard("may"))
                                .on("go", "d"))
                    .state("b")
                    .state("c")
                    .state("d"));
    Outcome outcome = play.send("go");
    assertThat(outcome.configuration()).containsExactly("c");
    assertThat(rules.asked.get(0).candidates()).hasSize(2);
  }

  @Test
  void a_guard_is_only_asked_where_the_condition_holds() {
    ScriptedPolicy rules = new ScriptedPolicy().grant(c -> new Grant(c, "yes"));
    InstanceFixture play =
        InstanceFixture.of(
            rules,
            c ->
                c.state("a", s -> s.on("go", t -> t.to("b").when("1 > 2").guard("may")))
                    .state("b"));
    assertThat(play.send("go").kind()).isEqualTo("blocked");
    assertThat(rules.asked).isEmpty();
  }

  @Test
  void a_rule_that_fails_fails_closed() {
    ScriptedPolicy rules = new ScriptedPolicy().broken("boom");
    InstanceFixture play =
        InstanceFixture.of(rules, c -> c.state("a", s -> s.on("go", "b")).state("b"));
    Outcome.Denied denied = (Outcome.Denied) play.send("go");
    assertThat(denied.code()).isEqualTo("rule-error");
    assertThat(denied.rule()).isEqualTo("pack#broken");
    assertThat(denied.message()).isEqualTo("boom");
    InstanceFixture guarded =
        InstanceFixture.of(
            rules, c -> c.state("a", s -> s.on("go", t -> t.to("b").guard("may"))).state("b"));
    assertThat(guarded.send("go").code()).isEqualTo("rule-error");
  }

  @Test
  void rules_see_what_would_be_left_and_entered() {
    ScriptedPolicy rules = new ScriptedPolicy();
    InstanceFixture play =
        InstanceFixture.of(
            rules,
            c ->
                c.data("n", 7L)
                    .state(
                        "a",
                        s ->
                            s.tags("busy")
                                .state(
                                    "a1", i -> i.on("go", t -> t.to("b").does(assign("n", "8")))))
                    .state("b", s -> s.tags("calm").state("b1", i -> i.state("b11"))));
    play.send("go", Map.of("k", "v"));
    Transition seen = rules.asked.get(0).transitions().get(0);
    assertThat(seen.from()).isEqualTo("a1");
    assertThat(seen.to()).isEqualTo("b");
    assertThat(seen.event()).isEqualTo("go");
    assertThat(seen.kind()).isEqualTo("event");
    assertThat(seen.leaves("a")).isTrue();
    assertThat(seen.leaves("b")).isFalse();
    assertThat(seen.enters("b11")).isTrue();
    assertThat(seen.enters("a1")).isFalse();
    assertThat(seen.tags()).containsExactly("busy", "calm");
    assertThat(seen.payload().text("k")).isEqualTo("v");
    assertThat(seen.instance().configuration()).isEqualTo(List.of("a", "a1"));
    assertThat(seen.instance().data().num("n")).isEqualTo(7);
  }

  @Test
  void eventless_and_internal_transitions_are_judged_and_the_start_too() {
    ScriptedPolicy rules =
        new ScriptedPolicy().on(t -> "b".equals(t.to()) ? new Deny(t, "no") : null);
    Chart chart =
        Chart.compile(
                ChartBuilder.chart(
                    "c", c -> c.state("a", s -> s.always(t -> t.to("b"))).state("b")))
            .get();
    Step step = Interpreter.of(chart, rules).start("i", Map.of(), Instant.EPOCH);
    assertThat(step.outcome().kind()).isEqualTo("denied");
    assertThat(step.snapshot().exists()).isFalse();
  }
}
