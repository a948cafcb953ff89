package dev.statute.step;

import static dev.statute.chart.ActionFixtures.append;
import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.block;
import static dev.statute.chart.ActionFixtures.emit;
import static dev.statute.chart.ActionFixtures.fail;
import static dev.statute.chart.ActionFixtures.raise;
import static dev.statute.chart.ActionFixtures.sendTo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartBuilder;
import dev.statute.policy.spi.Policy;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Metadata of events: senders, targets of sends, and delivery errors. */
class EventMetadataTest {
  private static Map<String, @Nullable Object> meta(
      String type, @Nullable String origin, @Nullable String sendid, @Nullable String invokeid) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("type", type);
    all.put("origin", origin);
    all.put("sendid", sendid);
    all.put("invokeid", invokeid);
    return all;
  }

  private static ChartBuilder noting(ChartBuilder c, String event) {
    return c.data("meta", "").root(s -> s.on(event, t -> t.does(assign("meta", "event_meta"))));
  }

  private static Object noted(InstanceFixture play) {
    return play.snapshot.data().get("meta");
  }

  @Test
  void an_event_from_outside_says_who_sent_it_if_somebody_knows() {
    InstanceFixture play = InstanceFixture.of(c -> noting(c, "go").state("a"));
    play.send("go");
    assertThat(noted(play)).isEqualTo(meta("external", null, null, null));
    play.give(new Input.Event("go", null, null, new Input.Sender("other", "s", "kid")));
    assertThat(noted(play)).isEqualTo(meta("external", "other", "s", "kid"));
  }

  @Test
  void what_an_action_raises_is_internal_and_what_the_engine_raises_is_the_platforms() {
    InstanceFixture play =
        InstanceFixture.of(
            c -> noting(c, "mine").state("a", s -> s.on("go", t -> t.does(raise("mine")))));
    play.send("go");
    assertThat(noted(play)).isEqualTo(meta("internal", null, null, null));
    InstanceFixture failing =
        InstanceFixture.of(
            c ->
                noting(c, "error.execution")
                    .state("a", s -> s.on("go", t -> t.does(fail("'no'")))));
    failing.send("go");
    assertThat(noted(failing)).isEqualTo(meta("platform", null, null, null));
  }

  @Test
  void a_send_to_itself_bears_its_id_and_comes_from_itself_deferred_or_not() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                noting(c, "mine")
                    .state(
                        "a",
                        s ->
                            s.defer("mine")
                                .on("go", t -> t.does(sendTo("mine", null, "s1")))
                                .on("on", "b"))
                    .state("b"));
    play.send("go");
    assertThat(noted(play)).isEqualTo("");
    play.snapshot = Snapshot.fromMap(play.interpreter.chart(), play.snapshot.toMap());
    play.send("on");
    assertThat(noted(play)).isEqualTo(meta("external", "i-1", "s1", null));
  }

  @Test
  void before_the_first_event_there_is_none() {
    InstanceFixture play =
        InstanceFixture.of(
            c -> c.data("meta", "").root(s -> s.entry(assign("meta", "event_meta"))).state("a"));
    assertThat(noted(play)).isEqualTo(meta("", null, null, null));
  }

  @Test
  void a_condition_may_ask_and_is_asked_anew_each_time() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.on("go", t -> t.when("event_meta.origin == 'x'").to("b")))
                    .state("b", s -> s.on("go", "a")));
    for (int i = 0; i < 3; i++) {
      assertThat(play.send("go").kind()).isEqualTo("blocked");
      play.give(new Input.Event("go", null, null, new Input.Sender("x", null, null)));
      assertThat(play.states()).containsExactly("b");
      play.send("go");
    }
  }

  @Test
  void the_error_of_a_send_that_cannot_be_computed_bears_the_sends_id() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                noting(c, "error.execution")
                    .state("a", s -> s.on("go", t -> t.does(sendTo("mine", "${1 / 0}", "s1")))));
    play.send("go");
    assertThat(noted(play)).isEqualTo(meta("platform", null, "s1", null));
  }

  @Test
  void scxmls_addresses_mean_what_ours_mean() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("heard", List.of())
                    .state(
                        "a",
                        s ->
                            s.on(
                                "go",
                                t ->
                                    t.does(
                                        sendTo("one", "#_scxml_i-1", null),
                                        sendTo("two", "i-1", null),
                                        sendTo("three", "#_internal", null),
                                        sendTo("four", "#_parent", null),
                                        sendTo("five", "#_scxml_other", null),
                                        sendTo("six", "#_kid", null))))
                    .root(s -> s.on("*", t -> t.does(append("heard", "event_name")))));
    play.send("go");
    assertThat(play.snapshot.data().get("heard")).isEqualTo(List.of("three", "one", "two"));
    assertThat(play.steps.get(0).outcome().trace().effects())
        .containsExactly(
            new Effect.Send("four", Map.of(), "#parent", null),
            new Effect.Send("five", Map.of(), "other", null),
            new Effect.Send("six", Map.of(), "#kid", null));
  }

  @Test
  void a_name_that_is_computed_is_held_to_what_the_chart_declares() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("name", "b")
                    .event("go", "name: string")
                    .event("b")
                    .event("full", "n: int")
                    .state(
                        "a",
                        s ->
                            s.on("go", t -> t.does(sendTo("${event.name}", null, null)))
                                .on("b", "a2")
                                .on("full", "a2"))
                    .state("a2", s -> s.on("go", "a")));
    assertThat(play.send("go", Map.of("name", "b")).kind()).isEqualTo("taken");
    assertThat(play.states()).containsExactly("a2");
    play.send("go", Map.of("name", "back"));
    assertThat(play.send("go", Map.of("name", "c")).message()).contains("declares no event 'c'");
    assertThat(play.send("go", Map.of("name", "full")).message()).contains("n");
    assertThat(play.send("go", Map.of("name", "no name")).message())
        .contains("no name of an event");
    assertThat(play.states()).containsExactly("a");
  }

  @Test
  void a_block_that_fails_keeps_no_other_from_running() {
    InstanceFixture play =
        InstanceFixture.of(
            c ->
                c.data("why", "")
                    .state("a", s -> s.on("go", "b"))
                    .state(
                        "b",
                        s ->
                            s.entry(
                                block(emit("one"), fail("'no'"), emit("skipped")),
                                block(emit("two")),
                                emit("three")))
                    .root(s -> s.on("error", t -> t.does(assign("why", "event['in']")))));
    assertThat(play.send("go").kind()).isEqualTo("taken");
    assertThat(play.emitted()).containsExactly("one", "two", "three");
    assertThat(play.snapshot.data().get("why")).isEqualTo("entry of b");
    InstanceFixture undone =
        InstanceFixture.of(
            c ->
                c.state("a", s -> s.on("go", "b"))
                    .state("b", s -> s.entry(block(fail("'no'")), emit("two"))));
    assertThat(undone.send("go").kind()).isEqualTo("failed");
  }

  @Test
  void a_chart_that_listens_hears_that_nobody_has_an_address() {
    Chart chart =
        Chart.compile(
                ChartBuilder.chart(
                    "chart",
                    c ->
                        noting(c, "error.communication")
                            .state("a", s -> s.on("go", t -> t.does(sendTo("x", "nobody", "s"))))))
            .get();
    Interpreter interpreter =
        Interpreter.of(chart, Policy.NONE).withRecipients((from, to) -> to.equals("somebody"));
    Snapshot begun = interpreter.start("i-1", Map.of(), Instant.EPOCH).snapshot();
    Step step = interpreter.step(begun, new Input.Event("go"), Instant.EPOCH);
    assertThat(step.snapshot().data().get("meta")).isEqualTo(meta("platform", null, "s", null));
    assertThat(step.outcome().trace().effects())
        .as("the host is told, too")
        .containsExactly(new Effect.Send("x", Map.of(), "nobody", "s"));
  }

  @Test
  void a_chart_that_does_not_listen_by_name_is_not_disturbed() {
    Chart chart =
        Chart.compile(
                ChartBuilder.chart(
                    "chart",
                    c ->
                        c.state("a", s -> s.on("go", t -> t.does(sendTo("x", "nobody", "s"))))
                            .state("b", s -> s.on("error.communication", "a"))
                            .on("*", "b")))
            .get();
    Interpreter interpreter =
        Interpreter.of(chart, Policy.NONE).withRecipients((from, to) -> false);
    Snapshot begun = interpreter.start("i-1", Map.of(), Instant.EPOCH).snapshot();
    Step step = interpreter.step(begun, new Input.Event("go"), Instant.EPOCH);
    assertThat(step.outcome().kind()).isEqualTo("taken");
    assertThat(step.snapshot().configuration()).containsExactly("a");
  }
}
