package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.step.Input;
import dev.statute.store.InstanceStore;
import dev.statute.store.MemoryStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sender of events between instances. */
class EventSenderTest {
  private static final String PARENT =
      """
      chart: parent
      data: { heard: [] }
      states:
        idle: { on: { Go: waiting } }
        waiting:
          invoke:
            chart: child
            id: kid
            finalize: [ { append: { heard: "'finalized ' + event_name" } } ]
          on:
            Answer: { do: [ { append: { heard: event_meta } } ] }
            Ask: { do: [ { send: { event: Question, to: "#kid", id: q1 } } ] }
            done.invoke.kid: { to: idle, do: [ { append: { heard: event_meta } } ] }
      """;

  private static final String CHILD =
      """
      chart: child
      states:
        working:
          on:
            Question:
              do: [ { send: { event: Answer, to: "${event_meta.origin}", id: "a1" } } ]
            Finish: finished
        finished: { final: true }
      """;

  private static Map<String, @Nullable Object> meta(
      String type, @Nullable String origin, @Nullable String sendid) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("type", type);
    all.put("origin", origin);
    all.put("sendid", sendid);
    all.put("invokeid", "kid");
    return all;
  }

  private static EngineBuilder builder(ManualClock clock, String... charts) {
    EngineBuilder builder = Engine.builder().clock(clock).sameThread();
    for (String chart : charts) {
      builder.chart(RuntimeTestCharts.chart(chart));
    }
    return builder;
  }

  @Test
  void a_child_answers_the_sender_of_a_request() {
    ManualClock clock = new ManualClock();
    try (Engine engine = builder(clock, PARENT, CHILD).build()) {
      engine.spawn("p", "parent").join();
      engine.instance("p").ask("Go");
      String kid = "p/kid#" + engine.instance("p").snapshot().invocations().get("kid");
      engine.instance("p").ask("Ask");
      engine.instance(kid).ask("Finish");
      assertThat(engine.instance("p").snapshot().data().get("heard"))
          .isEqualTo(
              List.of(
                  "finalized Answer",
                  meta("external", kid, "a1"),
                  "finalized done.invoke.kid",
                  meta("platform", kid, null)));
    }
  }

  @Test
  void the_inbox_keeps_the_sender_of_an_event_over_a_crash() {
    ManualClock clock = new ManualClock();
    MemoryStore store = new MemoryStore();
    Engine first = builder(clock, PARENT, CHILD).store(store).build();
    first.spawn("p", "parent").join();
    first.instance("p").ask("Go");
    String kid = "p/kid#" + first.instance("p").snapshot().invocations().get("kid");
    first.close();
    Input asked = new Input.Event("Question", null, "e-1", new Input.Sender("p", "q1", null));
    store.accept(new InstanceStore.Entry(kid, "e-1", asked, clock.now()));
    try (Engine second = builder(clock, PARENT, CHILD).store(store).build()) {
      clock.advance(Duration.ofSeconds(20));
      assertThat(second.instance("p").snapshot().data().get("heard"))
          .isEqualTo(List.of("finalized Answer", meta("external", kid, "a1")));
    }
  }

  @Test
  void with_scxml_errors_the_answer_of_an_ended_child_arrives_after_its_state_was_left() {
    String parent =
        """
        chart: parent
        on_error: drop
        states:
          waiting:
            invoke: { chart: child, id: kid }
            on: { Last: left, done.invoke.kid: wrong }
          left: { on: { done.invoke.kid: over } }
          wrong: {}
          over: {}
        """;
    String child =
        """
        chart: child
        states:
          finished: { final: true, exit: [ { send: { event: Last, to: "#parent" } } ] }
        """;
    assertThat(end(parent, child)).containsExactly("over");
    assertThat(end(parent.replace("on_error: drop\n", ""), child))
        .as("elsewhere nobody asks any more")
        .containsExactly("left");
  }

  private static List<String> end(String parent, String child) {
    ManualClock clock = new ManualClock();
    try (Engine engine = builder(clock, parent, child).build()) {
      engine.spawn("p", "parent").join();
      return engine.instance("p").snapshot().configuration();
    }
  }

  @Test
  void a_forwarded_event_reaches_the_child_even_if_the_parent_ignores_it() {
    String parent =
        """
        chart: parent
        states:
          waiting:
            invoke: { chart: child, id: kid, autoforward: true }
            on: { Never: waiting, done.invoke.kid: over }
          over: {}
        """;
    String child =
        """
        chart: child
        data: { meta: null }
        states:
          working: { on: { Told: { to: done, when: event_meta.sendid == 's' } } }
          done: { final: true }
        """;
    ManualClock clock = new ManualClock();
    try (Engine engine = builder(clock, parent, child).build()) {
      engine.spawn("p", "parent").join();
      Input.Sender sender = new Input.Sender("x", "s", null);
      Input told = new Input.Event("Told", null, null, sender);
      assertThat(engine.instance("p").ask(told).kind()).isEqualTo("ignored");
      assertThat(engine.instance("p").snapshot().configuration()).containsExactly("over");
    }
  }

  @Test
  void a_chart_receives_an_error_at_once_if_a_target_does_not_exist() {
    String sending =
        """
        chart: sending
        states:
          a: { on: { Go: { do: [ { send: { event: X, to: "${event.to}" } } ] } } }
          lost: {}
        on: { error.communication: lost }
        """;
    ManualClock clock = new ManualClock();
    try (Engine engine = builder(clock, sending).build()) {
      engine.spawn("s", "sending").join();
      engine.spawn("t", "sending").join();
      engine.instance("s").ask("Go", Map.of("to", "t"));
      assertThat(engine.instance("s").snapshot().configuration()).containsExactly("a");
      engine.instance("s").ask("Go", Map.of("to", "#parent"));
      assertThat(engine.instance("s").snapshot().configuration()).containsExactly("lost");
      engine.instance("t").ask("Go", Map.of("to", "nobody"));
      assertThat(engine.instance("t").snapshot().configuration()).containsExactly("lost");
    }
  }
}
