package dev.statute.step;

import static dev.statute.chart.ActionFixtures.cancel;
import static dev.statute.chart.ActionFixtures.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import dev.statute.policy.Deny;
import dev.statute.policy.Transition;
import dev.statute.policy.spi.Policy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Retries of denied events that no sender would repeat. */
class DeniedEventRetryTest {
  private static ScriptedPolicy denying(int times) {
    return denying(times, t -> true);
  }

  private static ScriptedPolicy denying(int times, Predicate<Transition> which) {
    int[] left = {times};
    return new ScriptedPolicy()
        .on(t -> which.test(t) && left[0]-- > 0 ? new Deny(t, "not now") : null);
  }

  /** Returns the seconds and outcomes of the steps without an input. */
  private static List<String> passed(InstanceFixture play, int seconds) {
    List<String> all = new ArrayList<>();
    for (Instant end = play.now.plusSeconds(seconds); play.now.isBefore(end); ) {
      for (Step step : play.pass("1S")) {
        all.add(play.now.getEpochSecond() + " " + step.outcome().kind());
      }
      play.snapshot = Snapshot.fromMap(play.snapshot.chart(), play.snapshot.toMap());
    }
    return all;
  }

  private static ChartBuilder after(ChartBuilder c) {
    return c.state("a", s -> s.after("2s", t -> t.to("b")).on("stop", "c")).state("b").state("c");
  }

  @Test
  void a_denied_timer_beats_again() {
    UnaryOperator<ChartBuilder> beats =
        c -> c.every("poll", "a", "2s", "Poll", null).state("a", s -> s.on("Poll", "b")).state("b");
    assertThat(passed(InstanceFixture.of(denying(2), beats), 9))
        .containsExactly("2 denied", "4 denied", "6 taken");
    assertThat(passed(InstanceFixture.of(new ScriptedPolicy().broken("no such field"), beats), 5))
        .containsExactly("2 denied", "4 denied");
  }

  @Test
  void a_denied_after_is_offered_again_less_and_less_often() {
    InstanceFixture play = InstanceFixture.of(denying(4), DeniedEventRetryTest::after);
    assertThat(passed(play, 60))
        .containsExactly("2 denied", "3 denied", "5 denied", "9 denied", "17 taken");
    assertThat(play.states()).containsExactly("b");
  }

  @Test
  void at_last_it_is_offered_every_hour_as_long_as_its_state_is_active() {
    InstanceFixture play =
        InstanceFixture.of(denying(999, t -> t.to().equals("b")), DeniedEventRetryTest::after);
    assertThat(play.pass("2H")).hasSize(13);
    assertThat(play.pass("100H")).hasSize(100);
    play.send("stop");
    assertThat(play.snapshot.due()).isNull();
  }

  @Test
  void a_rule_that_threw_does_not_end_a_timer() {
    ScriptedPolicy rules = new ScriptedPolicy().broken("no such field");
    InstanceFixture play = InstanceFixture.of(rules, DeniedEventRetryTest::after);
    assertThat(passed(play, 4)).containsExactly("2 denied", "3 denied");
    assertThat(play.snapshot.due()).isEqualTo(Instant.ofEpochSecond(5));
  }

  @Test
  void what_is_denied_only_later_in_its_step_is_owed_too() {
    ScriptedPolicy rules = denying(1, t -> t.to().equals("c"));
    InstanceFixture play =
        InstanceFixture.of(
            rules,
            c ->
                c.state("a", s -> s.after("2s", t -> t.to("b")))
                    .state("b", s -> s.always(t -> t.to("c")))
                    .state("c"));
    assertThat(passed(play, 9)).containsExactly("2 denied", "3 taken");
    assertThat(play.states()).containsExactly("c");
  }

  @Test
  void each_instant_of_a_named_timer_is_owed_for_itself() {
    InstanceFixture play =
        InstanceFixture.of(
            denying(2),
            c -> c.instants("t", "a", "2s, 4s", "T").state("a", s -> s.on("T", t -> t.to("a"))));
    assertThat(passed(play, 3)).containsExactly("2 denied", "3 denied");
    assertThat(passed(play, 3)).containsExactly("4 taken", "5 taken");
  }

  @Test
  void a_send_that_waited_is_owed_until_it_is_cancelled() {
    UnaryOperator<ChartBuilder> sends =
        c ->
            c.state(
                    "a",
                    s ->
                        s.entry(send("late", null, "2s", "s"))
                            .on("late", "b")
                            .on("no", t -> t.does(cancel("s"))))
                .state("b");
    assertThat(passed(InstanceFixture.of(denying(1), sends), 9))
        .containsExactly("2 denied", "3 taken");
    InstanceFixture play = InstanceFixture.of(denying(9, t -> t.event().equals("late")), sends);
    play.pass("2S");
    assertThat(play.send("no").kind()).isEqualTo("taken");
    assertThat(play.snapshot.due()).isNull();
  }

  @Test
  void a_deferred_event_that_is_denied_when_it_is_recalled_is_owed() {
    InstanceFixture play =
        InstanceFixture.of(
            denying(2, t -> t.event().equals("job")),
            c ->
                c.state("busy", s -> s.on("free", "idle").defer("job"))
                    .state("idle", s -> s.on("job", "done"))
                    .state("done"));
    assertThat(play.send("job", "j-1").kind()).isEqualTo("deferred");
    play.send("free");
    assertThat(play.kinds()).containsExactly("taken", "denied");
    assertThat(play.snapshot.sequence()).isEqualTo(4);
    assertThat(passed(play, 9)).containsExactly("1 denied", "3 taken");
    assertThat(play.send("job", "j-1"))
        .isEqualTo(new Outcome.Duplicate(List.of("done"), "taken", 6));
  }

  @Test
  void the_event_of_another_instance_is_owed_and_that_of_a_person_is_not() {
    UnaryOperator<ChartBuilder> hears = c -> c.state("a", s -> s.on("x", "b")).state("b");
    InstanceFixture play = InstanceFixture.of(denying(1), hears);
    Input.Sender sender = new Input.Sender("other", null, null);
    assertThat(play.give(new Input.Event("x", Map.of(), "x-1", sender)).kind()).isEqualTo("denied");
    assertThat(passed(play, 9)).containsExactly("1 taken");
    InstanceFixture asked = InstanceFixture.of(denying(1), hears);
    assertThat(asked.send("x").kind()).isEqualTo("denied");
    assertThat(asked.snapshot.due()).isNull();
  }

  @Test
  void the_answer_of_an_invocation_is_owed_until_nobody_needs_it() {
    UnaryOperator<ChartBuilder> invokes =
        c ->
            c.state("a", s -> s.invokeTask("job").on("done.invoke.a", "b").on("leave", "c"))
                .state("b")
                .state("c");
    ScriptedPolicy rules = denying(1, t -> t.event().startsWith("done"));
    InstanceFixture play = InstanceFixture.of(rules, invokes);
    Input.Event answer =
        new Input.Event("done.invoke.a", Map.of(), null, new Input.Sender(null, null, "a"));
    assertThat(play.give(answer).kind()).isEqualTo("denied");
    assertThat(passed(play, 9)).containsExactly("1 taken");
    assertThat(play.states()).containsExactly("b");
    InstanceFixture left =
        InstanceFixture.of(denying(1, t -> t.event().startsWith("done")), invokes);
    left.give(answer);
    left.send("leave");
    assertThat(left.snapshot.due()).isNull();
  }

  @Test
  void a_snapshot_tells_what_is_owed() {
    InstanceFixture play = InstanceFixture.of(denying(9), DeniedEventRetryTest::after);
    play.pass("3S");
    assertThat(play.snapshot.toMap().get("timers"))
        .isEqualTo(List.of(Map.of("due", 5000L, "sequence", 2L, "denied", 2L, "after", "a")));
  }

  @Test
  void what_is_not_heard_or_does_not_hold_or_fails_is_used_up() {
    InstanceFixture blocked =
        InstanceFixture.of(
            (Policy) new ScriptedPolicy(),
            c -> c.state("a", s -> s.after("2s", t -> t.to("b").when("1 > 2"))).state("b"));
    assertThat(passed(blocked, 9)).containsExactly("2 blocked");
    assertThat(blocked.snapshot.due()).isNull();
  }
}
