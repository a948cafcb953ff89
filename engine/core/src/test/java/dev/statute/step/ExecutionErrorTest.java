package dev.statute.step;

import static dev.statute.chart.ActionFixtures.append;
import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.emit;
import static dev.statute.chart.ActionFixtures.fail;
import static dev.statute.chart.ActionFixtures.map;
import static dev.statute.chart.ActionFixtures.raise;
import static dev.statute.chart.ActionFixtures.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import dev.statute.chart.ChartDefinition.OnError;
import dev.statute.policy.spi.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExecutionErrorTest {
  @Test
  void an_error_that_nobody_handles_undoes_the_step() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("n", 1L)
                    .state(
                        "a",
                        s ->
                            s.on(
                                "go",
                                t ->
                                    t.to("b")
                                        .does(
                                            assign("n", "2"), emit("sent"), assign("n", "1 / 0"))))
                    .state("b"));
    Snapshot before = play.snapshot;
    Outcome.Failed failed = (Outcome.Failed) play.send("go");
    assertThat(failed.code()).isEqualTo("error");
    assertThat(failed.message()).contains("divi");
    assertThat(failed.place().file()).isEqualTo("test.yaml");
    assertThat(failed.configuration()).containsExactly("a");
    assertThat(failed.trace().effects()).isEmpty();
    assertThat(failed.trace().errors())
        .extracting(ExecutionError::context)
        .containsExactly("transition of a");
    assertThat(play.snapshot).isSameAs(before);
  }

  @Test
  void a_message_shortens_a_value_between_characters() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.event("go", "text: string")
                    .event("count", "n: int")
                    .data("n", 0L)
                    .data("why", "")
                    .state(
                        "a",
                        s ->
                            s.on("go", t -> t.does(assign("n", "int(event.text)")))
                                .on(
                                    "error.execution",
                                    t -> t.does(assign("why", "event.message")))));
    String text = "x".repeat(39) + "\uD83D\uDE00\uD83D\uDE00";
    play.send("go", Map.of("text", text));
    assertThat(play.snapshot.data().get("why"))
        .isEqualTo("string '" + "x".repeat(39) + "…' is not an int");
    assertThat(play.send("count", Map.of("n", text)).message())
        .isEqualTo("'n' of event 'count' is the text '" + "x".repeat(39) + "…', expected int");
  }

  @Test
  void a_computed_name_of_any_length_is_checked() {
    InstanceFixture play =
        InstanceFixture.of(c -> c.state("a", s -> s.on("go", t -> t.does(send("${event.name}")))));
    assertThat(play.send("go", Map.of("name", "a.".repeat(10_000))).message())
        .endsWith("' is no name of an event");
  }

  @Test
  void times_beyond_those_of_expressions_are_refused() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.event("go", "at: timestamp?", "...")
                    .state("a", s -> s.on("go", t -> t.does(emit("went")))));
    assertThat(play.send("go", Map.of("for", Duration.ofSeconds(Long.MIN_VALUE))).message())
        .isEqualTo("the data cannot be kept: 'for': it is a duration of more than 10,000 years");
    assertThat(play.send("go", Map.of("at", Instant.MAX)).message())
        .isEqualTo(
            "the data cannot be kept: 'at': it is a timestamp outside of the years 1 to 9999");
    assertThat(play.send("go", Map.of("at", "+10000-01-01T00:00:00Z")).code())
        .isEqualTo("wrong-type");
    assertThat(play.send("go", Map.of("at", "9999-12-31T23:59:59Z")).kind()).isEqualTo("taken");
  }

  @Test
  void data_keep_their_declared_type() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("count", "int", 1L)
                    .data("names", "[string]", List.of())
                    .data("note", "string?", "x")
                    .data("wait", "duration", null)
                    .state(
                        "a",
                        s ->
                            s.on("count", t -> t.does(assign("count", "event.v")))
                                .on("name", t -> t.does(append("names", "event.v")))
                                .on("note", t -> t.does(assign("note", "event.v")))
                                .on("wait", t -> t.does(assign("wait", "event.v")))));
    assertThat(play.send("count", Map.of("v", "many")).message())
        .isEqualTo("'count' would be the text 'many', it is declared int");
    assertThat(play.send("name", Map.of("v", 1L)).message())
        .isEqualTo("'names[0]' would be 1, it is declared string");
    assertThat(play.send("name", Map.of("v", "n")).kind()).isEqualTo("taken");
    assertThat(play.send("note", Collections.singletonMap("v", null)).kind()).isEqualTo("taken");
    assertThat(play.send("count", Collections.singletonMap("v", null)).kind()).isEqualTo("failed");
    assertThat(play.send("wait", Map.of("v", "10m")).kind()).isEqualTo("taken");
    assertThat(play.snapshot.data().get("wait")).isEqualTo(Duration.ofMinutes(10));
    assertThat(play.snapshot.data().get("count")).isEqualTo(1L);
  }

  @Test
  void an_event_that_the_chart_makes_carries_what_is_declared() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.event("Told", "count: int", "since: timestamp?")
                    .event("raise", "v: any", "at: any?")
                    .event("send", "v: any")
                    .state(
                        "a",
                        s ->
                            s.on(
                                    "raise",
                                    t ->
                                        t.does(
                                            raise(
                                                "Told",
                                                map(
                                                    "count",
                                                    "event.v",
                                                    "since",
                                                    "has(event.at) ? event.at : null"))))
                                .on(
                                    "send",
                                    t -> t.does(send("Told", map("count", "event.v"), null, null)))
                                .on(
                                    "Told",
                                    t -> t.to("b").when("!has(event.since) || event.since > now")))
                    .state("b"));
    assertThat(play.send("raise", Map.of("v", "x")).message())
        .isEqualTo("'count' of event 'Told' is the text 'x', expected int");
    assertThat(play.send("send", Map.of("v", "x")).kind()).isEqualTo("failed");
    assertThat(play.send("raise", Map.of("v", 1L, "at", "2026-01-01T00:00:00Z")).configuration())
        .containsExactly("b");
  }

  @Test
  void an_error_skips_the_rest_of_its_block_only_and_a_transition_may_handle_it() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("why", "")
                    .state("a", s -> s.on("go", t -> t.to("b").does(fail("'no'"), emit("skipped"))))
                    .state(
                        "b",
                        s ->
                            s.entry(emit("entered"))
                                .on(
                                    "error.execution",
                                    t -> t.to("c").does(assign("why", "event.message"))))
                    .state("c"));
    assertThat(play.send("go").configuration()).containsExactly("c");
    assertThat(play.emitted()).containsExactly("entered");
    assertThat(play.snapshot.data().get("why")).isEqualTo("no");
  }

  @Test
  void a_star_is_no_handler_of_errors() {
    InstanceFixture play = InstanceFixture.of(c -> failing(c).on("*", "c"));
    assertThat(play.send("go").kind()).isEqualTo("failed");
  }

  @Test
  void a_prefix_is_a_handler_of_errors() {
    InstanceFixture play = InstanceFixture.of(c -> failing(c).on("error", "c"));
    assertThat(play.send("go").configuration()).containsExactly("c");
  }

  @Test
  void in_the_way_of_scxml_an_unhandled_error_is_dropped_and_a_star_hears_it() {
    InstanceFixture dropped = InstanceFixture.of(c -> failing(c).onError(OnError.DROP));
    assertThat(dropped.send("go").configuration()).containsExactly("b");
    InstanceFixture heard = InstanceFixture.of(c -> failing(c).onError(OnError.DROP).on("*", "c"));
    assertThat(heard.send("go").configuration()).containsExactly("c");
  }

  @Test
  void an_error_event_that_the_chart_raises_must_be_handled_too() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.on("go", t -> t.to("b").does(raise("error.mine")))).state("b"));
    Outcome outcome = play.send("go");
    assertThat(outcome.kind()).isEqualTo("failed");
    assertThat(outcome.message()).contains("error.mine");
  }

  @Test
  void a_condition_that_throws_is_false_and_never_fails_a_step() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.on("go", t -> t.to("b").when("1 / 0 == 1")).on("go", "c"))
                    .state("b")
                    .state("c"));
    Outcome outcome = play.send("go");
    assertThat(outcome.configuration()).containsExactly("c");
    assertThat(outcome.trace().errors())
        .extracting(ExecutionError::context)
        .containsExactly("when");
  }

  @Test
  void a_condition_that_throws_raises_an_error_where_one_is_listened_to_by_name() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                        "a",
                        s ->
                            s.on("go", t -> t.to("b").when("1 / 0 == 1"))
                                .on("error.execution", "c"))
                    .state("b")
                    .state("c"));
    assertThat(play.send("go").configuration()).containsExactly("c");
  }

  @Test
  void a_condition_that_throws_again_and_again_is_noted_once_and_does_not_loop() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state(
                        "a",
                        s ->
                            s.on("go", t -> t)
                                .on("error.execution", t -> t)
                                .always(t -> t.to("b").when("1 / 0 == 1")))
                    .state("b"));
    Outcome outcome = play.send("go");
    assertThat(outcome.kind()).isEqualTo("taken");
    assertThat(outcome.trace().errors()).hasSize(1);
  }

  @Test
  void an_error_while_the_instance_ends_undoes_the_end() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.on("stop", "end"))
                    .state("end", s -> s.last().entry(fail("'not yet'"))));
    Outcome outcome = play.send("stop");
    assertThat(outcome.kind()).isEqualTo("failed");
    assertThat(outcome.message()).isEqualTo("not yet");
    assertThat(play.states()).containsExactly("a");
  }

  @Test
  void a_start_that_fails_leaves_no_instance() {
    Chart chart =
        Chart.compile(ChartBuilder.chart("c", c -> c.state("a", s -> s.entry(fail("'never'")))))
            .get();
    Interpreter interpreter = Interpreter.of(chart, Policy.NONE);
    Step step = interpreter.start("i", Map.of(), Instant.EPOCH);
    assertThat(step.outcome().kind()).isEqualTo("failed");
    assertThat(step.snapshot().exists()).isFalse();
    Outcome next =
        interpreter.step(step.snapshot(), new Input.Event("go"), Instant.EPOCH).outcome();
    assertThat(next.code()).isEqualTo("finished");
  }

  @Test
  void a_step_that_breaks_what_a_state_requires_is_undone() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("n", 0L)
                    .state("a", s -> s.on("go", "b").on("fill", t -> t.does(assign("n", "1"))))
                    .state("b", s -> s.requires("data.n > 0")));
    Outcome refused = play.send("go");
    assertThat(refused.kind()).isEqualTo("failed");
    assertThat(refused.code()).isEqualTo("requires");
    assertThat(refused.message()).contains("data.n > 0");
    play.send("fill");
    assertThat(play.send("go").configuration()).containsExactly("b");
  }

  private static ChartBuilder failing(ChartBuilder c) {
    return c.state("a", s -> s.on("go", t -> t.to("b").does(fail("'no'")))).state("b").state("c");
  }

  @Test
  void what_is_no_list_cannot_be_appended_to() {
    assertThat(
            Chart.compile(
                    ChartBuilder.chart(
                        "c",
                        c ->
                            c.data("text", "")
                                .data("free", null)
                                .data("list", List.of())
                                .data("typed", "string", null)
                                .data("names", "[string]", null)
                                .state(
                                    "a",
                                    s ->
                                        s.entry(
                                            append("text", "1"),
                                            append("free", "1"),
                                            append("list", "1"),
                                            append("typed", "1"),
                                            append("names", "'x'")))))
                .problems())
        .extracting(each -> each.code() + " " + each.message() + " | " + each.fix())
        .containsExactly(
            "E303 append adds to a list, and 'text' begins with the text ''"
                + " | to lengthen a text write assign: { text: data.text + … }",
            "E303 append adds to a list, and 'typed' is declared string"
                + " | to lengthen a text write assign: { typed: data.typed + … }");
  }
}
