package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Deny;
import dev.statute.policy.Permit;
import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.problem.Place;
import dev.statute.step.Input;
import dev.statute.store.MemoryStore;
import dev.statute.store.StreamEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Causes of stream events, as a store keeps them. */
class EventCauseTest {
  private static final String CHART =
      """
      chart: expense
      states:
        open:
          after: { 1h: stale }
          on:
            look: { do: [ { emit: { looked: { at: "'it'" } } } ] }
            approve: approved
            keep: kept
        stale: {}
        kept: { defer: [ approve ], on: { reopen: open } }
        approved: { final: true }
      """;

  /** Permits everything, except an approval by bob. */
  private static final Policy RULES =
      question ->
          new RuleVerdicts(
              question.transitions().stream()
                  .map(
                      each -> {
                        Verdict verdict =
                            each.payload().text("by").equals("bob")
                                ? new Deny(each, "not he")
                                : new Permit(each, "why not");
                        Place place = new Place("desk.drl", 7, 1);
                        return new RuleVerdict(verdict, "desk#r", place, Layer.CHART, List.of());
                      })
                  .toList(),
              null);

  private final MemoryStore store = new MemoryStore();
  private final ManualClock clock = new ManualClock();

  private Engine engine(Policy policy) {
    return Engine.builder()
        .store(store)
        .clock(clock)
        .sameThread()
        .chart(RuntimeTestCharts.chart(CHART), policy)
        .build();
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** Returns type and cause of each event. */
  private List<String> causes() {
    List<String> all = new ArrayList<>();
    store.events("c1", 0, 100).forEach(each -> all.add(each.type() + " " + each.cause()));
    return all;
  }

  @Test
  void the_stream_tells_that_a_rule_refused_the_answer_of_a_handler() {
    Policy rules =
        question ->
            new RuleVerdicts(
                question.transitions().stream()
                    .filter(each -> each.event().equals("done.call.work"))
                    .map(
                        each ->
                            new RuleVerdict(
                                new Deny(each, "not yet"),
                                "desk#r",
                                new Place("desk.drl", 7, 1),
                                Layer.CHART,
                                List.of()))
                    .toList(),
                null);
    String chart =
        """
        chart: agent
        states:
          busy:
            entry: [ { call: work } ]
            on: { done.call.work: waiting }
          waiting: {}
        """;
    try (Engine engine =
        Engine.builder()
            .store(store)
            .clock(clock)
            .sameThread()
            .handler("work", call -> Reply.status("awaiting_user", "which file?"))
            .chart(RuntimeTestCharts.chart(chart), rules)
            .build()) {
      engine.spawn("c1", "agent").join();
      assertThat(engine.instance("c1").snapshot().configuration()).containsExactly("busy");
    }
    StreamEvent refused = store.events("c1", 0, 100).get(0);
    assertThat(refused.type()).isEqualTo("refused");
    assertThat(refused.data().toString())
        .isEqualTo(
            "{event=done.call.work, status=awaiting_user, message=which file?, reason=not yet,"
                + " rule=desk#r}");
  }

  @Test
  void the_stream_tells_who_approved_by_which_event_rule_and_line() {
    try (Engine engine = engine(RULES)) {
      engine.spawn("c1", "expense").join();
      InstanceHandle expense = engine.instance("c1");
      assertThat(expense.ask("approve", Map.of("by", "bob")).kind()).isEqualTo("denied");
      expense.send(new Input.Event("approve", Map.of("by", "ann"), "e7")).join();
    }
    String cause = "{event=approve, id=e7, by=ann, rule=desk#r, place=test.yaml:7:16}";
    assertThat(causes()).containsExactly("state_changed " + cause, "finished " + cause);
    assertThat(store.events("c1", 0, 1).get(0).data().toString())
        .isEqualTo("{from_state=open, to_state=approved, reason=null}");
  }

  @Test
  void an_emit_has_the_cause_of_its_step_and_a_sender_counts_as_actor() {
    try (Engine engine = engine(Policy.NONE)) {
      engine.spawn("c1", "expense").join();
      Input.Sender sender = new Input.Sender("desk-1", null, null);
      engine.instance("c1").send(new Input.Event("look", Map.of(), null, sender)).join();
      engine.instance("c1").send(new Input.Event("look", Map.of("by", "eve"), null, sender)).join();
    }
    assertThat(causes())
        .containsExactly(
            "looked {event=look, by=desk-1, place=test.yaml:6:13}",
            "looked {event=look, by=eve, place=test.yaml:6:13}");
  }

  @Test
  void a_timer_and_a_recalled_event_are_causes() {
    try (Engine engine = engine(Policy.NONE)) {
      engine.spawn("c1", "expense").join();
      engine.instance("c1").ask("keep");
      engine.instance("c1").send(new Input.Event("approve", Map.of("by", "ann"), "e8")).join();
      engine.instance("c1").ask("reopen");
      engine.spawn("c2", "expense").join();
      clock.advance(Duration.ofHours(1));
    }
    String recalled = "{event=approve, id=e8, by=ann, place=test.yaml:7:16}";
    assertThat(causes())
        .containsExactly(
            "state_changed {event=keep, place=test.yaml:8:13}",
            "state_changed {event=reopen, place=test.yaml:10:45}",
            "state_changed " + recalled,
            "finished " + recalled);
    StreamEvent stale = store.events("c2", 0, 1).get(0);
    assertThat(stale.cause().toString())
        .isEqualTo("{event=timer open.after.1h, place=test.yaml:4:18}");
  }
}
