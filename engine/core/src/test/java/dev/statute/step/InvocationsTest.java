package dev.statute.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.Charts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InvocationsTest {
  @Test
  void an_invocation_begins_where_the_step_rests_and_not_on_the_way() {
    Play play =
        Play.of(
            c ->
                c.state("a", s -> s.on("go", "through"))
                    .state("through", s -> s.invokeTask("never").always(t -> t.to("work")))
                    .state("work", s -> s.invokeTask("llm")));
    List<Effect> effects = play.send("go").trace().effects();
    assertThat(effects)
        .filteredOn(Effect.Invoke.class::isInstance)
        .containsExactly(new Effect.Invoke("work", null, "llm", Map.of(), null, null, 2));
    assertThat(play.snapshot.invocations()).isEqualTo(Map.of("work", 2L));
  }

  @Test
  void leaving_its_state_cancels_it() {
    Play play = Play.of(InvocationsTest::working);
    assertThat(play.send("stop").trace().effects()).contains(new Effect.CancelInvoke("work", 1));
    assertThat(play.snapshot.invocations()).isEmpty();
    assertThat(play.send("done.invoke.work").code()).isEqualTo("reserved");
  }

  @Test
  void its_answer_is_heard_once() {
    Play play = Play.of(InvocationsTest::working);
    Outcome outcome = play.send("done.invoke.work", Map.of("status", "ok"));
    assertThat(outcome.configuration()).containsExactly("ready");
    assertThat(outcome.trace().effects()).doesNotHaveAnyElementsOfTypes(Effect.CancelInvoke.class);
  }

  @Test
  void the_end_of_the_instance_cancels_what_runs() {
    Play play = Play.of(InvocationsTest::working);
    assertThat(play.send("end").trace().effects()).contains(new Effect.CancelInvoke("work", 1));
    assertThat(play.snapshot.invocations()).isEmpty();
  }

  private static Charts working(Charts c) {
    return c.on("end", "over")
        .state("work", s -> s.invokeTask("llm").on("stop", "idle").on("done.invoke.work", "ready"))
        .state("idle")
        .state("ready")
        .state("over", s -> s.last());
  }
}
