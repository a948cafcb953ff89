package dev.statute.step;

import static dev.statute.chart.Actions.cancel;
import static dev.statute.chart.Actions.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.Charts;
import dev.statute.policy.Deny;
import dev.statute.policy.Policy;
import dev.statute.policy.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a rule denies and nobody but the instance could try again is owed. */
class DeniedTest {
  private static Rules denying(int times) {
    return denying(times, t -> true);
  }

  private static Rules denying(int times, Predicate<Transition> which) {
    int[] left = {times};
    return new Rules().on(t -> which.test(t) && left[0]-- > 0 ? new Deny(t, "not now") : null);
  }

  /** When the instance did something by itself, and what came of it. */
  private static List<String> passed(Play play, int seconds) {
    List<String> all = new ArrayList<>();
    for (Instant end = play.now.plusSeconds(seconds); play.now.isBefore(end); ) {
      for (Step step : play.pass("1S")) {
        all.add(play.now.getEpochSecond() + " " + step.outcome().kind());
      }
      play.snapshot = Snapshot.fromMap(play.snapshot.chart(), play.snapshot.toMap());
    }
    return all;
  }

  private static Charts after(Charts c) {
    return c.state("a", s -> s.after("2s", t -> t.to("b")).on("stop", "c")).state("b").state("c");
  }

  @Test
  void a_denied_timer_beats_again() {
    UnaryOperator<Charts> beats =
        c -> c.every("poll", "a", "2s", "Poll", null).state("a", s -> s.on("Poll", "b")).state("b");
    assertThat(passed(Play.of(denying(2), beats), 9))
        .containsExactly("2 denied", "4 denied", "6 taken");
    assertThat(passed(Play.of(new Rules().broken("no such field"), beats), 5))
        .containsExactly("2 denied", "4 denied");
  }

  @Test
  void a_denied_after_is_offered_again_less_and_less_often() {
    Play play = Play.of(denying(4), DeniedTest::after);
    assertThat(passed(play, 60))
        .containsExactly("2 denied", "3 denied", "5 denied", "9 denied", "17 taken");
    assertThat(play.states()).containsExactly("b");
  }

  @Test
  void at_last_it_is_offered_every_hour_as_long_as_its_state_is_active() {
    Play play = Play.of(denying(999, t -> t.to().equals("b")), DeniedTest::after);
    assertThat(play.pass("2H")).hasSize(13);
    assertThat(play.pass("100H")).hasSize(100);
    play.send("stop");
    assertThat(play.snapshot.due()).isNull();
  }

  @Test
  void a_rule_that_threw_does_not_end_a_timer() {
    Rules rules = new Rules().broken("no such field");
    Play play = Play.of(rules, DeniedTest::after);
    assertThat(passed(play, 4)).containsExactly("2 denied", "3 denied");
    assertThat(play.snapshot.due()).isEqualTo(Instant.ofEpochSecond(5));
  }

  @Test
  void what_is_denied_only_later_in_its_step_is_owed_too() {
    Rules rules = denying(1, t -> t.to().equals("c"));
    Play play =
        Play.of(
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
    Play play =
        Play.of(
            denying(2),
            c -> c.instants("t", "a", "2s, 4s", "T").state("a", s -> s.on("T", t -> t.to("a"))));
    assertThat(passed(play, 3)).containsExactly("2 denied", "3 denied");
    assertThat(passed(play, 3)).containsExactly("4 taken", "5 taken");
  }

  @Test
  void a_send_that_waited_is_owed_until_it_is_cancelled() {
    UnaryOperator<Charts> sends =
        c ->
            c.state(
                    "a",
                    s ->
                        s.entry(send("late", null, "2s", "s"))
                            .on("late", "b")
                            .on("no", t -> t.does(cancel("s"))))
                .state("b");
    assertThat(passed(Play.of(denying(1), sends), 9)).containsExactly("2 denied", "3 taken");
    Play play = Play.of(denying(9, t -> t.event().equals("late")), sends);
    play.pass("2S");
    assertThat(play.send("no").kind()).isEqualTo("taken");
    assertThat(play.snapshot.due()).isNull();
  }

  @Test
  void a_deferred_event_that_is_denied_when_it_is_recalled_is_owed() {
    Play play =
        Play.of(
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
    UnaryOperator<Charts> hears = c -> c.state("a", s -> s.on("x", "b")).state("b");
    Play play = Play.of(denying(1), hears);
    Input.Sender sender = new Input.Sender("other", null, null);
    assertThat(play.give(new Input.Event("x", Map.of(), "x-1", sender)).kind()).isEqualTo("denied");
    assertThat(passed(play, 9)).containsExactly("1 taken");
    Play asked = Play.of(denying(1), hears);
    assertThat(asked.send("x").kind()).isEqualTo("denied");
    assertThat(asked.snapshot.due()).isNull();
  }

  @Test
  void the_answer_of_an_invocation_is_owed_until_nobody_needs_it() {
    UnaryOperator<Charts> invokes =
        c ->
            c.state("a", s -> s.invokeTask("job").on("done.invoke.a", "b").on("leave", "c"))
                .state("b")
                .state("c");
    Rules rules = denying(1, t -> t.event().startsWith("done"));
    Play play = Play.of(rules, invokes);
    Input.Event answer =
        new Input.Event("done.invoke.a", Map.of(), null, new Input.Sender(null, null, "a"));
    assertThat(play.give(answer).kind()).isEqualTo("denied");
    assertThat(passed(play, 9)).containsExactly("1 taken");
    assertThat(play.states()).containsExactly("b");
    Play left = Play.of(denying(1, t -> t.event().startsWith("done")), invokes);
    left.give(answer);
    left.send("leave");
    assertThat(left.snapshot.due()).isNull();
  }

  @Test
  void the_event_of_a_finding_is_owed_until_there_is_a_newer_one() {
    Play play =
        Play.of(
            RecordsTest.stuckAfter(1, "hint").on(new Once()::deny),
            c -> c.on("stuck.hint", "b").state("a").state("b"));
    play.report(RecordsTest.FAILED);
    assertThat(play.kinds()).containsExactly("recorded", "denied");
    assertThat(passed(play, 9)).containsExactly("1 taken");
  }

  /** Denies once. */
  private static final class Once {
    private boolean said;

    Deny deny(Transition t) {
      Deny deny = said ? null : new Deny(t, "not now");
      said = true;
      return deny;
    }
  }

  @Test
  void a_snapshot_tells_what_is_owed() {
    Play play = Play.of(denying(9), DeniedTest::after);
    play.pass("3S");
    assertThat(play.snapshot.toMap().get("timers"))
        .isEqualTo(List.of(Map.of("due", 5000L, "sequence", 2L, "denied", 2L, "after", "a")));
  }

  @Test
  void what_is_not_heard_or_does_not_hold_or_fails_is_used_up() {
    Play blocked =
        Play.of(
            (Policy) new Rules(),
            c -> c.state("a", s -> s.after("2s", t -> t.to("b").when("1 > 2"))).state("b"));
    assertThat(passed(blocked, 9)).containsExactly("2 blocked");
    assertThat(blocked.snapshot.due()).isNull();
  }
}
