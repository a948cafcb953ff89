package dev.statute.step;

import static dev.statute.chart.ActionFixtures.append;
import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.cancel;
import static dev.statute.chart.ActionFixtures.emit;
import static dev.statute.chart.ActionFixtures.map;
import static dev.statute.chart.ActionFixtures.raise;
import static dev.statute.chart.ActionFixtures.restart;
import static dev.statute.chart.ActionFixtures.send;
import static dev.statute.chart.ActionFixtures.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartBuilder;
import dev.statute.chart.ChartDefinition;
import dev.statute.policy.spi.Policy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class DelayedEventsTest {
  @Test
  void an_after_fires_when_its_state_was_active_for_so_long() {
    InstanceFixture play =
        InstanceFixture.of(c -> c.state("a", s -> s.after("10s", t -> t.to("b"))).state("b"));
    assertThat(play.pass("9S")).isEmpty();
    play.pass("1S");
    assertThat(play.states()).containsExactly("b");
    assertThat(play.last().cause()).isEqualTo(new Cause.Timer("a.after.10s", null, Map.of()));
    assertThat(play.trace().transitions())
        .extracting(TakenTransition::kind)
        .containsExactly("timer");
  }

  @Test
  void a_number_that_a_chart_writes_for_a_duration_is_refused() {
    assertThat(
            wrong(
                c ->
                    c.setting("patience", 3L)
                        .data("wait", 3L)
                        .timer("x", "a", "settings.patience", "T")
                        .timer("y", "a", "data.wait", "T")
                        .timer("z", "a", "30", "T")
                        .state("a", s -> s.after("40", t -> t.to("a")))))
        .containsExactlyInAnyOrder(
            "P302 setting 'patience' is 3, expected duration",
            "E110 'wait' is taken for a duration, and begins with 3, so many milliseconds",
            "E110 '30' is a number without a unit, not a duration",
            "E110 '40' is a number without a unit, not a duration");
  }

  @Test
  void a_number_that_is_computed_is_milliseconds() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("n", 2L)
                    .timer("x", "a", "data.n * 500", "T")
                    .state("a", s -> s.on("T", "b"))
                    .state("b"));
    assertThat(play.pass("0.999S")).isEmpty();
    play.pass("0.001S");
    assertThat(play.states()).containsExactly("b");
  }

  private static List<String> wrong(UnaryOperator<ChartBuilder> chart) {
    return Chart.compile(ChartBuilder.chart("c", chart)).problems().stream()
        .map(each -> each.code() + " " + each.message())
        .toList();
  }

  @Test
  void leaving_a_state_disarms_its_after_and_entering_arms_it_anew() {
    InstanceFixture play =
        InstanceFixture.of(
            c -> c.state("a", s -> s.on("again", "a").after("10s", t -> t.to("b"))).state("b"));
    play.pass("9S");
    play.send("again");
    play.pass("9S");
    assertThat(play.states()).containsExactly("a");
    play.pass("1S");
    assertThat(play.states()).containsExactly("b");
  }

  @Test
  void alternatives_of_an_after_are_tried_in_order_and_a_star_does_not_hear_it() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.on("*", "wrong")
                    .state("a", s -> s.after("1s", t -> t.to("b").when("1 > 2")))
                    .state("b")
                    .state("wrong"));
    play.pass("1S");
    assertThat(play.kinds()).containsExactly("blocked");
    assertThat(play.states()).containsExactly("a");
    assertThat(play.snapshot.due()).isNull();
  }

  @Test
  void a_named_timer_runs_while_one_of_its_states_is_active() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.timer("quiet", "a, b", "10s", "Timeout")
                    .on("Timeout", "end")
                    .state("a", s -> s.on("go", "b").on("away", "c"))
                    .state("b")
                    .state("c", s -> s.on("back", "a"))
                    .state("end"));
    play.pass("6S");
    play.send("go");
    play.pass("4S");
    assertThat(play.states())
        .as("moving among its states does not restart it")
        .containsExactly("end");
    assertThat(play.last().cause()).isEqualTo(new Cause.Timer("quiet", "Timeout", Map.of()));
  }

  @Test
  void a_named_timer_stops_where_none_of_its_states_is_active() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.timer("quiet", "a", "10s", "Timeout")
                    .state("a", s -> s.on("away", "c").on("Timeout", "end"))
                    .state("c", s -> s.on("back", "a"))
                    .state("end"));
    play.pass("6S");
    play.send("away");
    assertThat(play.snapshot.due()).isNull();
    play.pass("100S");
    play.send("back");
    assertThat(play.snapshot.due()).isEqualTo(play.now.plusSeconds(10));
  }

  @Test
  void any_event_that_is_taken_or_ignored_restarts_it() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.event("Ping")
                    .event("Go")
                    .event("No")
                    .event("Timeout")
                    .timer("quiet", "a", "10s", "Timeout", "any")
                    .state(
                        "a",
                        s -> s.on("Go", t -> t).on("No", t -> t.when("1 > 2")).on("Timeout", "end"))
                    .state("end"));
    for (String event : List.of("Ping", "Go")) {
      play.pass("9S");
      play.send(event);
      assertThat(play.snapshot.due()).as(event).isEqualTo(play.now.plusSeconds(10));
    }
    Instant due = play.snapshot.due();
    play.pass("5S");
    play.send("No");
    play.send("Undeclared");
    assertThat(play.snapshot.due()).isEqualTo(due);
    play.pass("5S");
    assertThat(play.states()).containsExactly("end");
  }

  @Test
  void a_list_of_descriptors_restarts_it() {
    InstanceFixture play =
        InstanceFixture.of(
            c -> c.timer("quiet", "a", "10s", "Timeout", "ping").state("a", s -> s.on("x", "a")));
    play.pass("5S");
    play.send("other");
    assertThat(play.snapshot.due()).isEqualTo(play.now.plusSeconds(5));
    play.send("ping.now");
    assertThat(play.snapshot.due()).isEqualTo(play.now.plusSeconds(10));
  }

  @Test
  void several_instants_are_counted() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("n", 0L)
                    .instants("remind", "a", "10s, 30s", "Remind")
                    .state("a", s -> s.on("Remind", t -> t.does(assign("n", "event.n")))));
    play.pass("10S");
    assertThat(play.snapshot.data().get("n")).isEqualTo(1L);
    play.pass("20S");
    assertThat(play.snapshot.data().get("n")).isEqualTo(2L);
    assertThat(play.snapshot.due()).isNull();
  }

  @Test
  void a_periodic_timer_keeps_its_grid_and_makes_up_for_nothing() {
    InstanceFixture play =
        InstanceFixture.of(c -> c.every("beat", "any", "30s", null, "heartbeat").state("a"));
    assertThat(play.pass("90S")).hasSize(3);
    assertThat(play.emitted()).containsExactly("heartbeat", "heartbeat", "heartbeat");
    assertThat(play.kinds()).containsOnly("taken");
    List<Step> late = play.interpreter.fireDue(play.snapshot, Instant.EPOCH.plusSeconds(90 + 100));
    assertThat(late).hasSize(1);
    assertThat(late.get(0).snapshot().due()).isEqualTo(Instant.EPOCH.plusSeconds(210));
  }

  @Test
  void a_periodic_timer_ends_when_its_period_can_no_longer_be_computed() {
    for (String event : new String[] {null, "tick"}) {
      InstanceFixture play =
          InstanceFixture.of(
              c ->
                  c.data("period", 1000L)
                      .every("beat", "a", "data.period", event, "heartbeat")
                      .state("a", s -> s.on("set", t -> t.does(assign("period", "'x'")))));
      play.send("set");
      assertThat(play.pass("3S")).hasSize(1);
      assertThat(play.emitted()).containsExactly("heartbeat");
      assertThat(play.snapshot.due()).isNull();
    }
  }

  @Test
  void the_start_fails_with_a_timer_of_the_chart_that_cannot_be_computed() {
    ChartDefinition chart =
        ChartBuilder.chart(
            "chart",
            c ->
                c.data("span", "2s")
                    .root(s -> s.after("data.span", t -> t.does(emit("late"))))
                    .state("a"));
    InstanceFixture play = InstanceFixture.of(Policy.NONE, chart, Map.of("span", "soon"));
    assertThat(play.last().outcome().kind()).isEqualTo("failed");
  }

  @Test
  void a_periodic_timer_whose_event_is_deferred_makes_one_commit() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.every("beat", "a", "1s", "tick", null)
                    .state("a", s -> s.defer("tick").on("go", "b"))
                    .state("b", s -> s.on("tick", t -> t.does(emit("ticked")))));
    long before = play.snapshot.sequence();
    play.pass("1S");
    assertThat(play.kinds()).containsExactly("deferred");
    assertThat(play.snapshot.due()).isEqualTo(play.now.plusSeconds(1));
    assertThat(play.snapshot.sequence()).isEqualTo(before + 1);
  }

  @Test
  void a_timer_may_be_restarted_by_an_action() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.timer("quiet", "a", "10s", "Timeout")
                    .state("a", s -> s.on("more", t -> t.does(restart("quiet")))));
    play.pass("5S");
    play.send("more");
    assertThat(play.snapshot.due()).isEqualTo(play.now.plusSeconds(10));
  }

  @Test
  void a_duration_may_be_computed_and_one_that_cannot_be_is_an_error() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("budget", 2000L)
                    .state(
                        "a", s -> s.on("go", "b").on("set", t -> t.does(assign("budget", "'x'"))))
                    .state("b", s -> s.on("back", "a").after("data.budget", t -> t.to("a"))));
    play.send("go");
    assertThat(play.snapshot.due()).isEqualTo(Instant.EPOCH.plusMillis(2000));
    play.send("back");
    play.send("set");
    assertThat(play.send("go").kind()).isEqualTo("failed");
  }

  @Test
  void a_send_to_itself_is_handled_after_the_step_in_order_of_due_and_sequence() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("log", List.of())
                    .state(
                        "a",
                        s ->
                            s.on(
                                    "go",
                                    t ->
                                        t.does(
                                            send("s", map("n", "1"), "2s", null),
                                            send("s", map("n", "2"), "1s", null),
                                            send("s", map("n", "3"), null, null),
                                            send("s", map("n", "4"), null, null),
                                            raise("s", map("n", "5"))))
                                .on("s", t -> t.does(append("log", "event.n")))));
    play.send("go");
    assertThat(play.snapshot.data().get("log")).isEqualTo(List.of(5L, 3L, 4L));
    play.pass("2S");
    assertThat(play.snapshot.data().get("log")).isEqualTo(List.of(5L, 3L, 4L, 2L, 1L));
  }

  @Test
  void a_send_can_be_taken_back_by_its_id() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                    "a",
                    s ->
                        s.on("go", t -> t.does(send("late", null, "1s", "x")))
                            .on("stop", t -> t.does(cancel("x")))));
    play.send("go");
    assertThat(play.snapshot.due()).isNotNull();
    play.send("stop");
    assertThat(play.snapshot.due()).isNull();
  }

  @Test
  void sends_without_end_are_a_livelock_that_costs_the_instance_only_them() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.on("ball", t -> t.does(send("ball"))).on("ok", "b"))
                    .state("b"));
    play.send("ball");
    assertThat(play.steps).hasSize(1 + 1000 + 1);
    assertThat(play.last().outcome().code()).isEqualTo("livelock");
    assertThat(play.snapshot.due()).isNull();
    assertThat(play.send("ok").kind()).isEqualTo("taken");
  }

  @Test
  void an_own_send_may_be_deferred_and_restarts_no_timer() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.timer("quiet", "any", "10s", "Timeout", "any")
                    .state(
                        "a",
                        s ->
                            s.defer("later")
                                .on("go", t -> t.does(send("later", null, "1s", null)))
                                .on("on", "b"))
                    .state("b", s -> s.on("later", "c"))
                    .state("c"));
    play.send("go");
    play.pass("1S");
    assertThat(play.kinds()).containsExactly("deferred");
    assertThat(play.snapshot.due()).isEqualTo(Instant.EPOCH.plusSeconds(10));
    play.send("on");
    assertThat(play.states()).containsExactly("c");
  }

  @Test
  void a_send_to_another_instance_leaves_at_its_instant() {
    Interpreter interpreter =
        Interpreter.of(
                Chart.compile(
                        ChartBuilder.chart(
                            "chart",
                            c ->
                                c.state(
                                        "a",
                                        s ->
                                            s.entry(sendLater("hi", "there"), sendLater("hi", "x"))
                                                .on("error.communication", "b"))
                                    .state("b")))
                    .get(),
                Policy.NONE)
            .withRecipients((from, to) -> to.equals("there"));
    Snapshot begun = interpreter.start("i-1", Map.of(), Instant.EPOCH).snapshot();
    assertThat(interpreter.fireDue(begun, Instant.EPOCH.plusMillis(999))).isEmpty();
    List<Step> steps = interpreter.fireDue(begun, Instant.EPOCH.plusSeconds(1));
    assertThat(steps)
        .extracting(step -> step.outcome().trace().effects().get(0))
        .containsExactly(
            new Effect.Send("hi", Map.of(), "there", null),
            new Effect.Send("hi", Map.of(), "x", null));
    assertThat(steps)
        .extracting(step -> step.outcome().configuration())
        .containsExactly(List.of("a"), List.of("b"));
    assertThat(steps.get(1).snapshot().due()).isNull();
  }

  private static ActionDefinition sendLater(String event, String to) {
    return new ActionDefinition.Send(
        text(event), null, text(to), text("1s"), null, text(event).place());
  }

  @Test
  void an_own_send_that_finds_no_room_among_the_deferred_ones_is_offered_again() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                        "a",
                        s -> s.defer("later").on("go", t -> t.does(send("later"))).on("out", "b"))
                    .state("b", s -> s.on("later", t -> t.does(emit("heard")))));
    for (int i = 0; i < 64; i++) {
      assertThat(play.send("later").kind()).isEqualTo("deferred");
    }
    play.send("go");
    assertThat(play.last().outcome().code()).isEqualTo("defer-full");
    assertThat(play.snapshot.due()).isEqualTo(play.now.plusSeconds(1));
    play.send("out");
    assertThat(play.emitted()).hasSize(64);
    play.pass("1S");
    assertThat(play.emitted()).containsExactly("heard");
  }

  @Test
  void what_came_due_while_nobody_ran_fires_once_before_the_next_input() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.after("10s", t -> t.to("b")).on("go", "wrong"))
                    .state("b", s -> s.on("go", "right"))
                    .state("right")
                    .state("wrong"));
    play.now = Instant.EPOCH.plusSeconds(3600);
    play.send("go");
    assertThat(play.states()).containsExactly("right");
  }
}
