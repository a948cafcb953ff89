package dev.statute.step;

import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.emit;
import static dev.statute.chart.ActionFixtures.fail;
import static dev.statute.chart.ActionFixtures.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cancellation of an instance by its host, as of an invoked chart. */
class CancellationTest {
  @Test
  void exit_actions_run_innermost_first_and_nothing_stays() {
    InstanceFixture play = InstanceFixture.of(CancellationTest::nested);
    play.send("plan");
    Step step = cancel(play);
    assertThat(step.cause()).isEqualTo(new Cause.Cancelled());
    assertThat(step.outcome().kind()).isEqualTo("taken");
    assertThat(step.outcome().trace().exited()).containsExactly("inner", "outer");
    assertThat(play.emitted()).containsExactly("inner", "outer", "root");
    assertThat(step.outcome().trace().effects())
        .contains(
            new Effect.CancelInvoke("outer", 1), new Effect.StateChanged("inner", "", "cancelled"));
    assertThat(play.snapshot.configuration()).isEmpty();
    assertThat(play.snapshot.invocations()).isEmpty();
    assertThat(play.snapshot.due()).isNull();
    assertThat(play.snapshot.exists()).isFalse();
    assertThat(play.snapshot.isDone()).isTrue();
    assertThat(play.snapshot.sequence()).isEqualTo(3);
  }

  @Test
  void exit_actions_see_that_the_instance_is_cancelled() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("why", null)
                    .state("a", s -> s.on("go", "b").exit(assign("why", "event_name")))
                    .state("b", s -> s.exit(assign("why", "event_name"))));
    play.send("go");
    assertThat(play.snapshot.data().get("why")).isEqualTo("go");
    cancel(play);
    assertThat(play.snapshot.data().get("why")).isEqualTo("cancel");
  }

  @Test
  void what_was_cancelled_accepts_nothing_and_says_why() {
    InstanceFixture play = InstanceFixture.of(CancellationTest::nested);
    cancel(play);
    Outcome outcome = play.send("plan");
    assertThat(outcome.code()).isEqualTo("finished");
    assertThat(outcome.message()).isEqualTo("the instance was cancelled by whoever invoked it");
    Step again = play.interpreter.cancel(play.snapshot, play.now);
    assertThat(again.outcome().code()).isEqualTo("finished");
    assertThat(again.snapshot()).isSameAs(play.snapshot);
  }

  @Test
  void what_ended_by_itself_cannot_be_cancelled() {
    InstanceFixture play =
        InstanceFixture.of(c -> c.state("a", s -> s.on("go", "end")).state("end", s -> s.last()));
    play.send("go");
    Step step = play.interpreter.cancel(play.snapshot, play.now);
    assertThat(step.outcome().message()).isEqualTo("the instance ended in end");
    assertThat(step.snapshot().configuration()).containsExactly("end");
  }

  @Test
  void an_exit_action_that_fails_keeps_nobody_from_the_end() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                    "a",
                    s -> s.exit(emit("before"), fail("'no'"), emit("after")).invokeTask("llm")));
    Step step = cancel(play);
    assertThat(step.outcome().kind()).isEqualTo("taken");
    assertThat(play.emitted()).as("all of its exit or nothing").isEmpty();
    assertThat(step.outcome().trace().effects()).contains(new Effect.CancelInvoke("a", 1));
    assertThat(play.snapshot.exists()).isFalse();
  }

  @Test
  void an_error_that_a_state_would_hear_is_nobodys_any_more() {
    InstanceFixture play =
        InstanceFixture.of(
            c -> c.state("a", s -> s.exit(fail("'no'")).on("error.execution", "b")).state("b"));
    assertThat(cancel(play).outcome().trace().entered()).isEmpty();
    assertThat(play.snapshot.exists()).isFalse();
  }

  private static Step cancel(InstanceFixture play) {
    Step step = play.interpreter.cancel(play.snapshot, play.now);
    play.steps.clear();
    play.steps.addAll(List.of(step));
    play.snapshot = step.snapshot();
    return step;
  }

  private static ChartBuilder nested(ChartBuilder c) {
    return c.timer("t", "outer", "1m", "late")
        .root(s -> s.exit(emit("root")))
        .state(
            "outer",
            s ->
                s.exit(emit("outer"))
                    .invokeTask("llm")
                    .state(
                        "inner",
                        i ->
                            i.exit(emit("inner"))
                                .after("1h", t -> t.to("outer"))
                                .on("plan", t -> t.does(send("x", null, "1s", null)))));
  }
}
