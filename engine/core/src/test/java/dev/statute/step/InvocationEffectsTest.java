package dev.statute.step;

import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.restart;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InvocationEffectsTest {
  @Test
  void an_invocation_begins_where_the_step_rests_and_not_on_the_way() {
    InstanceFixture play =
        InstanceFixture.of(
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
    InstanceFixture play = InstanceFixture.of(InvocationEffectsTest::working);
    assertThat(play.send("stop").trace().effects()).contains(new Effect.CancelInvoke("work", 1));
    assertThat(play.snapshot.invocations()).isEmpty();
    assertThat(play.send("done.invoke.work").code()).isEqualTo("reserved");
  }

  @Test
  void its_answer_is_heard_once() {
    InstanceFixture play = InstanceFixture.of(InvocationEffectsTest::working);
    Outcome outcome = play.send("done.invoke.work", Map.of("status", "ok"));
    assertThat(outcome.configuration()).containsExactly("ready");
    assertThat(outcome.trace().effects()).doesNotHaveAnyElementsOfTypes(Effect.CancelInvoke.class);
  }

  @Test
  void the_end_of_the_instance_cancels_what_runs() {
    InstanceFixture play = InstanceFixture.of(InvocationEffectsTest::working);
    assertThat(play.send("end").trace().effects()).contains(new Effect.CancelInvoke("work", 1));
    assertThat(play.snapshot.invocations()).isEmpty();
  }

  @Test
  void what_comes_from_it_is_finalized_before_anybody_hears_it() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("seen", "")
                    .state(
                        "work",
                        s ->
                            s.invokeTask("llm", false, assign("seen", "data.seen + event_name"))
                                .on(
                                    "token",
                                    t -> t.to("work").internal().when("data.seen == 'token'"))
                                .on("done.invoke.work", "ready"))
                    .state("ready"));
    play.send("token");
    assertThat(play.snapshot.data()).as("from somebody else").isEqualTo(Map.of("seen", ""));
    Input.Sender sender = new Input.Sender(null, null, "work");
    Outcome heard = play.give(new Input.Event("token", Map.of(), null, sender));
    assertThat(heard.kind()).isEqualTo("taken");
    assertThat(play.snapshot.data()).isEqualTo(Map.of("seen", "token"));
    play.send("done.invoke.work");
    assertThat(play.snapshot.data()).isEqualTo(Map.of("seen", "tokendone.invoke.work"));
    assertThat(play.snapshot.invocations()).isEmpty();
  }

  @Test
  void what_is_heard_is_forwarded_but_not_its_own_answer() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                    "both",
                    p ->
                        p.parallel()
                            .state("one", s -> s.invokeTask("llm", true).on("done.invoke", t -> t))
                            .state("two", s -> s.invokeTask("llm").on("more", t -> t))));
    assertThat(forwards(play.send("more", Map.of("n", 1L))))
        .containsExactly(new Effect.Forward("one", 1, "more", Map.of("n", 1L), null));
    assertThat(forwards(play.send("unheard"))).as("by whoever it is not").hasSize(1);
    assertThat(forwards(play.send("done.invoke.two"))).hasSize(1);
    assertThat(forwards(play.send("done.invoke.one"))).isEmpty();
    assertThat(forwards(play.send("more"))).as("it is over").isEmpty();
    assertThat(play.send("error.invoke.one").code()).isEqualTo("reserved");
  }

  @Test
  void an_answer_that_is_an_error_ends_it_too() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("work", s -> s.invokeTask("llm").on("error.invoke.work", "sorry"))
                    .state("sorry"));
    assertThat(play.send("error.invoke.work", Map.of("message", "no")).configuration())
        .containsExactly("sorry");
    assertThat(play.last().outcome().trace().effects())
        .doesNotHaveAnyElementsOfTypes(Effect.CancelInvoke.class);
    assertThat(play.snapshot.invocations()).isEmpty();
  }

  @Test
  void an_instance_started_where_something_is_invoked_begins_it() {
    InstanceFixture play =
        InstanceFixture.of(c -> c.state("a").state("work", s -> s.invokeTask("llm")));
    Step step = play.interpreter.startAt("i", List.of("work"), Map.of(), play.now);
    assertThat(step.outcome().trace().effects())
        .contains(new Effect.Invoke("work", null, "llm", Map.of(), null, null, 1));
    assertThat(step.snapshot().invocations()).isEqualTo(Map.of("work", 1L));
  }

  @Test
  void a_timer_that_is_finalized_outside_of_its_states_does_not_run() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.timer("t", "b", "10s", "late")
                    .timer("u", "a", "10s", "late")
                    .state(
                        "a",
                        s -> s.invokeTask("llm", false, restart("t"), restart("u")).on("go", "b"))
                    .state("b"));
    play.now = play.now.plusSeconds(5);
    play.give(new Input.Event("token", Map.of(), null, new Input.Sender(null, null, "a")));
    Snapshot read = Snapshot.fromMap(play.snapshot.chart(), play.snapshot.toMap());
    assertThat(read.due()).isEqualTo(play.now.plusSeconds(10));
    assertThat(read.extras().pending()).hasSize(1);
  }

  @Test
  void a_timer_that_is_finalized_keeps_its_time_where_the_event_enters_its_state() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.timer("t", "b", "60s", "late")
                    .state(
                        "a", s -> s.invokeTask("llm", false, restart("t", "5s")).on("token", "b"))
                    .state("b"));
    play.give(new Input.Event("token", Map.of(), null, new Input.Sender(null, null, "a")));
    assertThat(play.states()).containsExactly("b");
    assertThat(play.snapshot.due()).isEqualTo(play.now.plusSeconds(5));
  }

  private static List<Effect> forwards(Outcome outcome) {
    return outcome.trace().effects().stream().filter(Effect.Forward.class::isInstance).toList();
  }

  private static ChartBuilder working(ChartBuilder c) {
    return c.on("end", "over")
        .state("work", s -> s.invokeTask("llm").on("stop", "idle").on("done.invoke.work", "ready"))
        .state("idle")
        .state("ready")
        .state("over", s -> s.last());
  }
}
