package dev.statute.step;

import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.emit;
import static dev.statute.chart.ActionFixtures.expr;
import static dev.statute.chart.ActionFixtures.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Data and notifications of named timers. */
class NamedTimersTest {
  /** Adds a timer that sends its counter, and emits what is divided by another one. */
  private static ChartBuilder beating(ChartBuilder c) {
    return c.data("n", 7L)
        .data("by", 1L)
        .every(
            "beat",
            "a",
            "10s",
            "tick",
            map("n", "data.n"),
            "beaten",
            Map.of("part", expr("data.n / data.by")));
  }

  @Test
  void a_timer_sends_its_data_and_emits_its_fields() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                beating(c).state("a", s -> s.on("tick", t -> t.does(assign("by", "event.n + 1")))));
    play.pass("10S");
    assertThat(play.last().cause()).isEqualTo(new Cause.Timer("beat", "tick", Map.of("n", 7L)));
    assertThat(play.trace().effects())
        .containsExactly(new Effect.Emit("beaten", Map.of("part", 7L)));
    assertThat(play.snapshot.data()).isEqualTo(Map.of("n", 7L, "by", 8L));
  }

  @Test
  void an_emission_that_cannot_be_computed_is_an_error_that_the_chart_may_handle() {
    InstanceFixture handled =
        InstanceFixture.of(
            c ->
                beating(c)
                    .state(
                        "a",
                        s -> s.entry(assign("by", "0")).on("tick", "b").on("error.execution", "c"))
                    .state("b", s -> s.on("error.execution", "c"))
                    .state("c"));
    handled.pass("10S");
    assertThat(handled.kinds()).containsExactly("taken");
    assertThat(handled.states()).containsExactly("c");
    assertThat(handled.trace().errors())
        .extracting(ExecutionError::context)
        .containsExactly("emit of timer beat");
    InstanceFixture unhandled =
        InstanceFixture.of(
            c -> beating(c).state("a", s -> s.entry(assign("by", "0")).on("tick", "b")).state("b"));
    unhandled.pass("10S");
    assertThat(unhandled.kinds()).containsExactly("failed");
    assertThat(unhandled.states()).containsExactly("a");
    assertThat(unhandled.snapshot.due()).isEqualTo(unhandled.now.plusSeconds(10));
  }

  @Test
  void what_a_timer_emits_is_emitted_although_its_event_is_deferred() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                beating(c)
                    .state("a", s -> s.defer("tick").on("go", "b"))
                    .state("b", s -> s.on("tick", t -> t.does(emit("late")))));
    play.pass("10S");
    assertThat(play.kinds()).containsExactly("deferred");
    assertThat(play.emitted()).containsExactly("beaten");
    play.send("go");
    assertThat(play.emitted()).as("only once").containsExactly("late");
  }

  @Test
  void a_recalled_event_restarts_timers_as_one_that_is_not_deferred() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.timer("quiet", "any", "10s", "Timeout", "later")
                    .state("a", s -> s.defer("later").on("go", "b"))
                    .state("b", s -> s.on("later", t -> t)));
    play.send("later");
    play.pass("4S");
    play.send("go");
    assertThat(play.kinds()).containsExactly("taken", "taken");
    assertThat(play.snapshot.due()).isEqualTo(Instant.EPOCH.plusSeconds(14));
  }

  @Test
  void an_instance_that_begins_in_the_state_of_a_timer_has_it_running() {
    InstanceFixture play =
        InstanceFixture.of(
            c -> c.timer("quiet", "b", "10s", "Timeout").state("a").state("b").state("c"));
    for (String state : List.of("b", "c")) {
      Step begun = play.interpreter.startAt("i", List.of(state), Map.of(), Instant.EPOCH);
      assertThat(begun.snapshot().due())
          .isEqualTo(state.equals("b") ? Instant.EPOCH.plusSeconds(10) : null);
    }
  }
}
