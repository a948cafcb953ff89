package dev.statute.step;

import static dev.statute.chart.ActionFixtures.call;
import static dev.statute.chart.ActionFixtures.emit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import dev.statute.chart.ChartDefinition.Unhandled;
import dev.statute.policy.spi.Policy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutcomeKindsTest {
  @Test
  void an_ignored_event_says_what_would_be_heard_and_changes_nothing() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.on("stop", "b")
                    .state("a", s -> s.on("go", "b").on("error.execution", "b"))
                    .state("b"));
    Snapshot before = play.snapshot;
    Outcome outcome = play.send("other");
    assertThat(outcome)
        .isEqualTo(new Outcome.Ignored(List.of("a"), List.of("stop", "go"), null, Trace.NONE));
    assertThat(play.snapshot).isSameAs(before);
  }

  @Test
  void a_blocked_event_says_what_was_tried_and_what_kept_it_from_being_enabled() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("n", 1L)
                    .state(
                        "a",
                        s ->
                            s.on("go", t -> t.to("b").when("data.n > 1"))
                                .on("go", t -> t.to("b").when("1 / 0 == 1"))
                                .on("go", t -> t.to("b").guard("may_go")))
                    .state("b"));
    Outcome.Blocked blocked = (Outcome.Blocked) play.send("go");
    assertThat(blocked.candidates())
        .extracting(
            BlockedCandidate::when,
            BlockedCandidate::value,
            BlockedCandidate::guard,
            BlockedCandidate::granted)
        .containsExactly(
            tuple("data.n > 1", "false", null, false),
            tuple("1 / 0 == 1", blocked.candidates().get(1).value(), null, false),
            tuple(null, null, "may_go", false));
    assertThat(blocked.candidates().get(1).value()).contains("divi");
    assertThat(blocked.message())
        .startsWith("not to b: when data.n > 1 is false; not to b: when 1 / 0 == 1 is ")
        .endsWith("; not to b: no rule grants may_go");
  }

  @Test
  void a_declared_chart_refuses_other_events_and_other_payloads() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.event("go", "n: int", "why: string?")
                    .state("a", s -> s.on("go", "b"))
                    .state("b"));
    assertThat(play.send("go_").code()).isEqualTo("undeclared");
    assertThat(play.last().outcome().message()).contains("did you mean 'go'?");
    assertThat(play.send("go").code()).isEqualTo("missing-field");
    Outcome.Rejected wrong = (Outcome.Rejected) play.send("go", Map.of("n", "three"));
    assertThat(wrong.field()).isEqualTo("n");
    assertThat(wrong.expected()).isEqualTo("int");
    assertThat(wrong.found()).contains("three");
    assertThat(play.send("go", Map.of("n", 3L, "x", 1L)).code()).isEqualTo("undeclared-field");
    assertThat(play.send("go", Map.of("n", 3L)).kind()).isEqualTo("taken");
  }

  @Test
  void events_of_the_engine_are_refused_from_outside_answers_to_calls_excepted() {
    InstanceFixture play =
        InstanceFixture.of(
            c -> c.state("a", s -> s.entry(call("x")).on("done.call.x", "b")).state("b"));
    for (String event :
        List.of(
            "done.state.a",
            "error.execution",
            "error.communication",
            "stuck.hint",
            "record.tool_call",
            "done.invoke.a",
            "error.invoke.a")) {
      assertThat(play.send(event).code()).as(event).isEqualTo("reserved");
    }
    assertThat(play.send("error.call.y").kind()).isEqualTo("ignored");
    assertThat(play.send("done.call.x").kind()).isEqualTo("taken");
  }

  @Test
  void a_finished_instance_rejects_everything() {
    InstanceFixture play =
        InstanceFixture.of(c -> c.state("a", s -> s.on("stop", "end")).state("end", s -> s.last()));
    play.send("stop");
    Outcome outcome = play.send("go");
    assertThat(outcome.code()).isEqualTo("finished");
    assertThat(outcome.configuration()).containsExactly("end");
    assertThat(play.move("nowhere").code()).isEqualTo("finished");
  }

  @Test
  void the_same_id_twice_is_one_event() {
    InstanceFixture play =
        InstanceFixture.of(
            c -> c.state("a", s -> s.on("go", "b")).state("b", s -> s.on("go", "a")));
    assertThat(play.send("go", "e-1").kind()).isEqualTo("taken");
    long sequence = play.snapshot.sequence();
    assertThat(play.send("go", "e-1"))
        .isEqualTo(new Outcome.Duplicate(List.of("b"), "taken", sequence));
    assertThat(play.send("go", "e-2").configuration()).containsExactly("a");
  }

  @Test
  void ids_of_ignored_events_are_remembered_those_of_rejected_ones_are_not() {
    InstanceFixture play =
        InstanceFixture.of(c -> c.event("go").event("no").state("a", s -> s.on("go", t -> t)));
    play.send("no", "e-1");
    assertThat(play.snapshot.sequence()).isEqualTo(2);
    assertThat(play.send("no", "e-1")).isEqualTo(new Outcome.Duplicate(List.of("a"), "ignored", 2));
    play.send("else", "e-2");
    assertThat(play.send("go", "e-2").kind()).isEqualTo("taken");
  }

  @Test
  void sixty_four_ids_are_remembered() {
    InstanceFixture play = InstanceFixture.of(c -> c.state("a", s -> s.on("go", t -> t)));
    for (int i = 0; i < 65; i++) {
      play.send("go", "e-" + i);
    }
    assertThat(play.send("go", "e-1").kind()).isEqualTo("duplicate");
    assertThat(play.send("go", "e-0").kind()).isEqualTo("taken");
  }

  @Test
  void an_unheard_event_may_be_rejected_or_deferred() {
    InstanceFixture rejecting =
        InstanceFixture.of(
            c -> c.onUnhandled(Unhandled.REJECT).state("a", s -> s.on("go", t -> t)));
    assertThat(rejecting.send("other").code()).isEqualTo("unhandled");
    InstanceFixture deferring =
        InstanceFixture.of(
            c ->
                c.onUnhandled(Unhandled.DEFER)
                    .state("a", s -> s.on("go", "b"))
                    .state("b", s -> s.on("late", "c"))
                    .state("c"));
    assertThat(deferring.send("late")).isEqualTo(new Outcome.Deferred(List.of("a"), List.of("b")));
    deferring.send("go");
    assertThat(deferring.states()).containsExactly("c");
    assertThat(deferring.steps).extracting(Step::cause).last().isInstanceOf(Cause.Undeferred.class);
  }

  @Test
  void a_deferred_event_is_recalled_in_a_state_that_does_not_defer_it() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("busy", s -> s.defer("job").on("free", "idle"))
                    .state("idle", s -> s.entry(emit("idle")).on("job", "busy")));
    assertThat(play.send("job", Map.of("n", 1L)).kind()).isEqualTo("deferred");
    assertThat(play.send("job", Map.of("n", 2L)).kind()).isEqualTo("deferred");
    assertThat(play.snapshot.deferred()).hasSize(2);
    play.send("free");
    assertThat(play.states()).containsExactly("busy");
    assertThat(play.kinds()).containsExactly("taken", "taken");
    assertThat(play.snapshot.deferred()).hasSize(1);
    play.send("free");
    assertThat(play.snapshot.deferred()).isEmpty();
  }

  @Test
  void a_deferred_event_keeps_the_declared_types_of_its_payload() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.event("job", "at: timestamp")
                    .event("free")
                    .state("busy", s -> s.defer("job").on("free", "idle"))
                    .state(
                        "idle", s -> s.on("job", t -> t.when("event.at < now").does(emit("old")))));
    play.send("job", Map.of("at", "2026-01-01T00:00:00Z"));
    play.snapshot = Snapshot.fromMap(play.snapshot.chart(), play.snapshot.toMap());
    play.now = Instant.parse("2026-01-02T00:00:00Z");
    play.send("free");
    assertThat(play.kinds()).containsExactly("taken", "taken");
    assertThat(play.emitted()).containsExactly("old");
  }

  @Test
  void an_inner_transition_beats_deferral_and_deferral_beats_an_outer_transition() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.on("x", "b")
                    .state("a", s -> s.defer("x").on("in", "a1").state("a0").state("a1"))
                    .state("b"));
    assertThat(play.send("x").kind()).isEqualTo("deferred");
    InstanceFixture inner =
        InstanceFixture.of(
            c -> c.state("a", s -> s.defer("x").state("a0", i -> i.on("x", "b"))).state("b"));
    assertThat(inner.send("x").configuration()).containsExactly("b");
  }

  @Test
  void acceptance_in_another_region_beats_deferral() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                    "p",
                    p ->
                        p.parallel()
                            .state("l", s -> s.state("l1", i -> i.defer("x")))
                            .state("r", s -> s.state("r1", i -> i.on("x", "r2")).state("r2"))));
    assertThat(play.send("x").configuration()).containsExactly("l1", "r2");
  }

  @Test
  void sixty_four_events_can_wait_and_no_more() {
    InstanceFixture play = InstanceFixture.of(c -> c.state("a", s -> s.defer("x")));
    for (int i = 0; i < 64; i++) {
      assertThat(play.send("x").kind()).isEqualTo("deferred");
    }
    assertThat(play.send("x").code()).isEqualTo("defer-full");
  }

  @Test
  void a_duplicate_of_a_recalled_event_is_told_what_became_of_it() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.defer("x").on("go", "b"))
                    .state("b", s -> s.on("x", "c"))
                    .state("c"));
    play.send("x", "e-1");
    assertThat(((Outcome.Duplicate) play.send("x", "e-1")).outcome()).isEqualTo("deferred");
    play.send("go");
    assertThat(((Outcome.Duplicate) play.send("x", "e-1")).outcome()).isEqualTo("taken");
  }

  @Test
  void a_snapshot_of_another_chart_is_refused() {
    InstanceFixture one = InstanceFixture.of(c -> c.state("a"));
    InstanceFixture other = InstanceFixture.of(c -> c.state("b"));
    Interpreter interpreter = Interpreter.of(one.interpreter.chart(), Policy.NONE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> interpreter.step(other.snapshot, new Input.Event("x"), one.now));
  }
}
