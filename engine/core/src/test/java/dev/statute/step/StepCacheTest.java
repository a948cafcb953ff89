package dev.statute.step;

import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.emit;
import static dev.statute.chart.ActionFixtures.log;
import static dev.statute.chart.ActionFixtures.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import dev.statute.chart.ChartDefinition.Unhandled;
import dev.statute.expr.ValueLimits;
import dev.statute.policy.spi.Policy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Cached steps: the second step of a cacheable event returns the same outcome object; others are
 * computed again.
 */
class StepCacheTest {
  @Test
  void a_step_that_only_changes_states_is_known() {
    assertThat(isKnown(c -> two(c, t -> t.to("b")), "go")).isTrue();
    assertThat(isKnown(c -> two(c, t -> t), "go")).as("without a target").isTrue();
    assertThat(isKnown(c -> two(c, t -> t.to("b").when("data.n > 0")), "go")).isTrue();
    assertThat(isKnown(c -> two(c.event("go"), t -> t.to("b")), "go")).isTrue();
    assertThat(isKnown(c -> two(c, t -> t.to("b").when("event_name == 'go'")), "go")).isTrue();
  }

  @Test
  void an_event_that_nobody_hears_is_known_however_it_is_called() {
    assertThat(isKnown(c -> two(c, t -> t.to("b")), "other")).isTrue();
    assertThat(isKnown(c -> two(c, t -> t.to("b")).on("x", "a"), "xy")).isTrue();
    assertThat(isKnown(c -> two(c.event("go").event("deaf"), t -> t.to("b")), "deaf")).isTrue();
  }

  @Test
  void what_acts_is_not_known() {
    assertThat(isKnown(c -> two(c, t -> t.to("b").does(emit("e"))), "go")).isFalse();
    assertThat(isKnown(c -> two(c, t -> t.to("b").reason("why")), "go")).isFalse();
    assertThat(isKnown(c -> from(c, s -> s.exit(emit("e"))), "go")).isFalse();
    assertThat(isKnown(c -> into(c, s -> s.entry(emit("e"))), "go")).isFalse();
    assertThat(isKnown(c -> into(c, s -> s.after("1s", t -> t.to("a"))), "go")).isFalse();
    assertThat(isKnown(c -> into(c, s -> s.invokeTask("llm")), "go")).isFalse();
    assertThat(isKnown(c -> into(c, s -> s.requires("data.n == 1")), "go")).isFalse();
    assertThat(isKnown(c -> into(c, s -> s.always(t -> t.to("a").when("data.n > 1"))), "go"))
        .isFalse();
    assertThat(isKnown(c -> into(c, ChartBuilder.State::last), "go")).isFalse();
    assertThat(
            isKnown(
                c ->
                    into(
                        c,
                        s -> s.state("b1").state("b2").initial("b1", List.of(log("first of b")))),
                "go"))
        .isFalse();
  }

  @Test
  void what_reads_more_than_data_and_event_is_not_known() {
    assertThat(isKnown(c -> two(c, t -> t.to("b").when("progress.errorKeyStreak == 0")), "go"))
        .isFalse();
    assertThat(isKnown(c -> two(c, t -> t.to("b").when("size(fields.missing) == 0")), "go"))
        .isFalse();
    assertThat(isKnown(c -> two(c, t -> t.to("b").when("1 / (data.n - 1) == 0")), "go"))
        .as("an error")
        .isFalse();
    assertThat(isKnown(c -> two(c.event("go", "n: int?"), t -> t.to("b")), "go"))
        .as("a payload to check")
        .isFalse();
  }

  @Test
  void charts_that_remember_or_wait_are_computed() {
    assertThat(isKnown(c -> two(c.timer("t", "b", "1s", "go"), t -> t.to("b")), "go")).isFalse();
    assertThat(isKnown(c -> two(c.onUnhandled(Unhandled.REJECT), t -> t.to("b")), "go")).isFalse();
    assertThat(
            isKnown(
                c ->
                    two(c, t -> t.to("b"))
                        .state("c", s -> s.state("c1").state("h", h -> h.history(false))),
                "go"))
        .isFalse();
    assertThat(isKnown(c -> from(c, s -> s.defer("go.now")), "go.now")).isFalse();
    assertThat(isKnown(new ScriptedPolicy(), c -> two(c, t -> t.to("b")), "go")).isFalse();
  }

  @Test
  void a_payload_that_a_closed_chart_does_not_know_is_looked_at() {
    Interpreter interpreter = interpreter(Policy.NONE, c -> two(c.event("go"), t -> t.to("b")));
    Snapshot start = interpreter.start("i", Map.of("n", 1L), Instant.EPOCH).snapshot();
    assertThat(interpreter.step(start, new Input.Event("go"), Instant.EPOCH).outcome().kind())
        .isEqualTo("taken");
    Input.Event odd = new Input.Event("go", Map.of("odd", 1L));
    assertThat(interpreter.step(start, odd, Instant.EPOCH).outcome().code())
        .isEqualTo("undeclared-field");
    assertThat(interpreter.live(start).send("go", odd.payload(), Instant.EPOCH).code())
        .isEqualTo("undeclared-field");
    assertThat(interpreter.step(start, new Input.Event("og"), Instant.EPOCH).outcome().code())
        .isEqualTo("undeclared");
  }

  @Test
  void an_event_with_an_invalid_name_id_or_value_is_rejected_on_every_path() {
    String tooLong = "x".repeat(ValueLimits.ID + 1);
    Interpreter interpreter =
        interpreter(Policy.NONE, c -> two(c, t -> t.to("b")).on(tooLong, "a"));
    Snapshot start = interpreter.start("i", Map.of(), Instant.EPOCH).snapshot();
    String half = "\ud800";
    for (int round = 0; round < 3; round++) { // of which the later ones could be known
      for (String valid : List.of("go", "deaf")) {
        assertThat(reject(interpreter, start, new Input.Event(valid))).isNull();
        assertThat(reject(interpreter, start, new Input.Event(valid, Map.of(), half)))
            .isEqualTo("id");
        assertThat(reject(interpreter, start, new Input.Event(valid, Map.of("a", half))))
            .isEqualTo("value");
      }
      for (String invalid : List.of(tooLong, half, "de\u0000af", "")) {
        assertThat(reject(interpreter, start, new Input.Event(invalid))).isEqualTo("name");
        assertThat(interpreter.live(start).send(invalid, Map.of(), Instant.EPOCH).code())
            .as("without observers")
            .isEqualTo("name");
      }
    }
  }

  private static @Nullable String reject(
      Interpreter interpreter, Snapshot start, Input.Event event) {
    return interpreter.step(start, event, Instant.EPOCH).outcome().code();
  }

  @Test
  void the_same_event_is_known_for_each_answer_of_its_conditions() {
    UnaryOperator<ChartBuilder> content =
        c ->
            c.data("n", 0L)
                .state(
                    "a",
                    s ->
                        s.on("go", t -> t.to("b").when("data.n == 1"))
                            .on("go", t -> t.to("c").when("event.n == 2"))
                            .on("go", t -> t.to("d")))
                .state("b")
                .state("c")
                .state("d");
    Interpreter interpreter = interpreter(Policy.NONE, content);
    for (int round = 0; round < 3; round++) {
      assertThat(goes(interpreter, 1, 2)).isEqualTo("b");
      assertThat(goes(interpreter, 0, 2)).isEqualTo("c");
      assertThat(goes(interpreter, 0, 1)).isEqualTo("d");
    }
  }

  private static String goes(Interpreter interpreter, long data, long event) {
    Snapshot start = interpreter.start("i", Map.of("n", data), Instant.EPOCH).snapshot();
    Input.Event go = new Input.Event("go", Map.of("n", event));
    return String.join(",", interpreter.step(start, go, Instant.EPOCH).snapshot().configuration());
  }

  @Test
  void an_instance_with_something_due_is_not_passed_over() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                        "a",
                        s -> s.on("go", "b").on("plan", t -> t.does(send("end", null, "1s", null))))
                    .state("b", s -> s.on("go", "a").on("end", "e"))
                    .state("e"));
    play.send("go");
    play.send("go");
    play.send("plan");
    play.now = play.now.plusSeconds(2);
    play.send("go");
    assertThat(play.kinds()).as("what was due, then the event").containsExactly("ignored", "taken");
  }

  @Test
  void a_changing_instance_tells_its_observer_of_known_steps_too() {
    Interpreter interpreter = interpreter(Policy.NONE, c -> two(c, t -> t.to("b")));
    Snapshot start = interpreter.start("i", Map.of("n", 1L), Instant.EPOCH).snapshot();
    List<Step> seen = new ArrayList<>();
    LiveInstance live = interpreter.live(start).observe(seen::add);
    assertThat(live.configuration()).containsExactly("a");
    live.send("go", Map.of(), Instant.EPOCH);
    live.send("deaf", Map.of(), Instant.EPOCH);
    live.handle(new Input.Event("deaf"), Instant.EPOCH);
    assertThat(seen)
        .extracting(step -> step.outcome().kind())
        .containsExactly("taken", "ignored", "ignored");
    assertThat(live.configuration()).containsExactly("b");
    assertThat(live.snapshot().sequence()).isEqualTo(2);
  }

  @Test
  void an_event_with_an_effect_follows_a_known_one() {
    Interpreter interpreter =
        interpreter(
            Policy.NONE,
            c ->
                two(c, t -> t.to("b"))
                    .on("count", "a")
                    .root(s -> s.on("add", t -> t.does(assign("n", "data.n + 1")))));
    LiveInstance live =
        interpreter.live(interpreter.start("i", Map.of("n", 1L), Instant.EPOCH).snapshot());
    for (int i = 0; i < 3; i++) {
      live.send("go", Map.of(), Instant.EPOCH);
      live.send("add", Map.of(), Instant.EPOCH);
      live.send("count", Map.of(), Instant.EPOCH);
    }
    assertThat(live.snapshot().data()).isEqualTo(Map.of("n", 4L));
    assertThat(live.snapshot().sequence()).isEqualTo(1 + 9);
  }

  @Test
  void a_start_that_only_enters_states_is_known_with_any_data_and_rules() {
    assertThat(startsKnown(Policy.NONE, c -> two(c, t -> t.to("b")))).isTrue();
    assertThat(startsKnown(new ScriptedPolicy(), c -> two(c, t -> t.to("b")))).isTrue();
    assertThat(startsKnown(Policy.NONE, c -> from(c, s -> s.exit(emit("e"))))).isTrue();
    assertThat(startsKnown(Policy.NONE, c -> into(c, s -> s.entry(emit("e"))))).isTrue();
  }

  @Test
  void a_start_that_acts_waits_or_evaluates_is_not_known() {
    assertThat(startsKnown(Policy.NONE, c -> from(c, s -> s.entry(emit("e"))))).isFalse();
    assertThat(startsKnown(Policy.NONE, c -> from(c, s -> s.after("1s", t -> t.to("b")))))
        .isFalse();
    assertThat(startsKnown(Policy.NONE, c -> from(c, s -> s.invokeTask("llm")))).isFalse();
    assertThat(startsKnown(Policy.NONE, c -> from(c, s -> s.requires("data.n < 9")))).isFalse();
    assertThat(
            startsKnown(
                Policy.NONE, c -> from(c, s -> s.always(t -> t.to("b").when("data.n > 1")))))
        .isFalse();
    assertThat(startsKnown(Policy.NONE, c -> from(c, s -> s.always(t -> t.to("b"))))).isFalse();
    assertThat(startsKnown(Policy.NONE, c -> two(c.root(s -> s.entry(emit("e"))), t -> t.to("b"))))
        .isFalse();
    assertThat(
            startsKnown(
                Policy.NONE,
                c -> two(c.root(s -> s.initial("a", List.of(log("first")))), t -> t.to("b"))))
        .isFalse();
    assertThat(startsKnown(Policy.NONE, c -> two(c.timer("t", "a", "1s", "go"), t -> t.to("b"))))
        .isFalse();
    assertThat(startsKnown(Policy.NONE, c -> c.data("n", 1L).state("a", ChartBuilder.State::last)))
        .isFalse();
  }

  /** Starts three times, compares with starts of an interpreter without cached starts. */
  private static boolean startsKnown(Policy policy, UnaryOperator<ChartBuilder> content) {
    Interpreter interpreter = interpreter(policy, content);
    List<Step> steps = new ArrayList<>();
    for (long n = 1; n <= 3; n++) {
      Instant now = Instant.EPOCH.plusSeconds(n);
      Step step = interpreter.start("i" + n, Map.of("n", n), now);
      Step computed = interpreter(policy, content).start("i" + n, Map.of("n", n), now);
      assertThat(step.cause()).isEqualTo(computed.cause());
      assertThat(step.outcome()).isEqualTo(computed.outcome());
      assertThat(step.snapshot().toMap()).isEqualTo(computed.snapshot().toMap());
      steps.add(step);
    }
    assertThat(interpreter.start("bad", Map.of("m", 1L), Instant.EPOCH).outcome().kind())
        .isEqualTo("rejected");
    return steps.get(1).outcome() == steps.get(0).outcome();
  }

  private static ChartBuilder two(ChartBuilder c, UnaryOperator<ChartBuilder.Arrow> arrow) {
    return c.data("n", 1L).state("a", s -> s.on("go", arrow)).state("b");
  }

  private static ChartBuilder from(ChartBuilder c, UnaryOperator<ChartBuilder.State> content) {
    return c.data("n", 1L).state("a", s -> content.apply(s.on("go", "b"))).state("b");
  }

  private static ChartBuilder into(ChartBuilder c, UnaryOperator<ChartBuilder.State> content) {
    return c.data("n", 1L).state("a", s -> s.on("go", "b")).state("b", content);
  }

  private static boolean isKnown(UnaryOperator<ChartBuilder> content, String event) {
    return isKnown(Policy.NONE, content, event);
  }

  private static boolean isKnown(Policy policy, UnaryOperator<ChartBuilder> content, String event) {
    Interpreter interpreter = interpreter(policy, content);
    Snapshot start = interpreter.start("i", Map.of(), Instant.EPOCH).snapshot();
    Step first = interpreter.step(start, new Input.Event(event), Instant.EPOCH);
    Step second = interpreter.step(start, new Input.Event(event), Instant.EPOCH);
    assertThat(second.outcome()).isEqualTo(first.outcome());
    assertThat(second.snapshot().toMap()).isEqualTo(first.snapshot().toMap());
    return second.outcome() == first.outcome();
  }

  private static Interpreter interpreter(Policy policy, UnaryOperator<ChartBuilder> content) {
    CompileOptions options = CompileOptions.NONE.withTracking(new StubTrackerFactory());
    return Interpreter.of(Chart.compile(ChartBuilder.chart("c", content), options).get(), policy);
  }
}
