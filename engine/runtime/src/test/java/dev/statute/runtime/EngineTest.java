package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.runtime.RuntimeTestCharts.ListenerLog;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EngineTest {
  private final ManualClock clock = new ManualClock();
  private final ListenerLog log = new ListenerLog();

  private EngineBuilder builder() {
    return Engine.builder().clock(clock).sameThread().listener(log);
  }

  private static final String LAMP =
      """
      chart: lamp
      data: { uses: 0 }
      states:
        off:
          on: { Press: { to: on, reason: pressed } }
        on:
          entry: [ { assign: { uses: data.uses + 1 } }, { emit: { lit: { uses: data.uses } } } ]
          on: { Press: off, Break: broken }
          after: { 10m: off }
        broken: { final: true }
      """;

  private Engine lamp() {
    Engine engine = builder().chart(RuntimeTestCharts.chart(LAMP)).build();
    assertThat(engine.spawn("l", "lamp").join()).isInstanceOf(Outcome.Started.class);
    log.clear();
    return engine;
  }

  @Test
  void an_event_gets_its_outcome_and_listeners_are_notified() {
    Engine engine = lamp();
    Outcome outcome = engine.instance("l").ask("Press");
    assertThat(outcome.kind()).isEqualTo("taken");
    assertThat(outcome.configuration()).containsExactly("on");
    assertThat(log.all())
        .containsExactlyInAnyOrder("l taken", "l off -> on (pressed)", "l lit{uses=1}");
    assertThat(log.all().get(0)).isEqualTo("l taken");
  }

  @Test
  void a_timer_fires_at_its_time() {
    Engine engine = lamp();
    engine.instance("l").ask("Press");
    log.clear();
    clock.advance(Duration.ofMinutes(9));
    assertThat(log.all()).isEmpty();
    clock.advance(Duration.ofMinutes(1));
    assertThat(log.all()).containsExactly("l taken", "l on -> off");
  }

  @Test
  void unknown_and_finished_instances_reject_events() {
    Engine engine = lamp();
    assertThat(engine.instance("nobody").ask("Press"))
        .isEqualTo(new Outcome.Rejected(List.of(), "no-instance", "there is no instance 'nobody'"));
    engine.instance("l").ask("Press");
    engine.instance("l").ask("Break");
    assertThat(engine.instance("l").ask("Press").code()).isEqualTo("finished");
  }

  @Test
  void a_living_instance_is_not_replaced_and_a_finished_one_is() {
    Engine engine = lamp();
    assertThat(engine.spawn("l", "lamp").join().code()).isEqualTo("exists");
    engine.instance("l").ask("Press");
    engine.instance("l").ask("Break");
    assertThat(log.all()).endsWith("l on -> broken", "l finished [broken]");
    assertThat(engine.spawn("l", "lamp").join().kind()).isEqualTo("started");
    assertThat(engine.instance("l").ask("Press").kind()).isEqualTo("taken");
  }

  @Test
  void a_misspelt_chart_is_met_with_the_right_one() {
    assertThatThrownBy(() -> lamp().spawn("x", "lmap"))
        .hasMessage("no chart 'lmap' is registered; did you mean 'lamp'?");
  }

  @Test
  void the_same_id_twice_is_one_event() {
    Engine engine = lamp();
    InstanceHandle lamp = engine.instance("l");
    assertThat(lamp.ask(new Input.Event("Press", null, "e1")).kind()).isEqualTo("taken");
    log.clear();
    assertThat(lamp.ask(new Input.Event("Press", null, "e1")).kind()).isEqualTo("duplicate");
    assertThat(log.all()).containsExactly("l duplicate");
    assertThat(lamp.snapshot().configuration()).containsExactly("on");
  }

  @Test
  void questions_change_nothing() {
    Engine engine = lamp();
    InstanceHandle lamp = engine.instance("l");
    Snapshot before = lamp.snapshot();
    assertThat(lamp.can(new Input.Event("Press")).kind()).isEqualTo("taken");
    assertThat(lamp.enabled()).extracting(answer -> answer.outcome().kind()).contains("taken");
    assertThat(lamp.snapshot()).isSameAs(before);
    assertThat(log.all()).isEmpty();
  }

  @Test
  void a_listener_that_throws_affects_neither_the_instance_nor_the_others() {
    Engine engine =
        Engine.builder()
            .clock(clock)
            .sameThread()
            .listener(
                new Listener() {
                  @Override
                  public void onStateChanged(String i, String from, String to, String reason) {
                    throw new IllegalStateException("no");
                  }
                })
            .listener(log)
            .chart(RuntimeTestCharts.chart(LAMP))
            .build();
    engine.spawn("l", "lamp");
    assertThat(engine.instance("l").ask("Press").kind()).isEqualTo("taken");
    assertThat(log.all()).contains("l off -> on (pressed)");
  }

  @Test
  void a_listener_may_send_but_not_ask() {
    List<String> said = new ArrayList<>();
    Engine[] engine = new Engine[1];
    engine[0] =
        builder()
            .listener(
                new Listener() {
                  @Override
                  public void onEmit(String instance, String type, Map<String, ?> data) {
                    if (!said.isEmpty()) {
                      return; // each press emits again: one is enough
                    }
                    engine[0].instance(instance).send("Press");
                    try {
                      engine[0].instance(instance).ask("Press");
                    } catch (IllegalStateException e) {
                      said.add(e.getMessage());
                    }
                  }
                })
            .chart(RuntimeTestCharts.chart(LAMP))
            .build();
    engine[0].spawn("l", "lamp");
    engine[0].instance("l").ask("Press");
    assertThat(said)
        .contains("asking 'l' here would wait for ever: steps run on this thread; use send");
    assertThat(log.all()).contains("l on -> off");
  }

  @Test
  void several_versions_stand_side_by_side_and_an_instance_stays_on_its_own() {
    Engine engine = lamp();
    engine.register(
        RuntimeTestCharts.chart(
            LAMP.replace("chart: lamp", "chart: lamp\nversion: 2").replace("to: on", "to: broken")),
        dev.statute.policy.spi.Policy.NONE);
    engine.spawn("new", "lamp");
    assertThat(engine.instance("l").ask("Press").configuration()).containsExactly("on");
    assertThat(engine.instance("new").ask("Press").configuration()).containsExactly("broken");
  }

  @Test
  void a_restored_snapshot_continues_and_due_timers_fire_at_once() {
    Engine engine = lamp();
    engine.instance("l").ask("Press");
    Snapshot snapshot = engine.instance("l").snapshot();
    engine.close();
    log.clear();
    ManualClock later = new ManualClock(Instant.EPOCH.plus(Duration.ofDays(3)));
    Engine other =
        Engine.builder()
            .clock(later)
            .sameThread()
            .listener(log)
            .chart(RuntimeTestCharts.chart(LAMP))
            .build();
    assertThat(other.restore(snapshot).join().kind()).isEqualTo("started");
    assertThat(log.all()).contains("l on -> off");
    assertThat(other.restore(snapshot).join().code()).isEqualTo("exists");
  }

  @Test
  void a_closed_engine_rejects_events() {
    Engine engine = lamp();
    engine.close();
    assertThat(engine.instance("l").ask("Press").code()).isEqualTo("stopped");
    assertThat(engine.spawn("m", "lamp").join().code()).isEqualTo("stopped");
    clock.advance(Duration.ofHours(1));
    assertThat(log.all()).isEmpty();
  }

  @Test
  void a_full_mailbox_rejects_and_names_the_number_of_waiting_inputs() {
    List<Runnable> held = new ArrayList<>();
    Engine engine =
        Engine.builder()
            .clock(clock)
            .executor(held::add)
            .handlerExecutor(Runnable::run)
            .mailboxCapacity(2)
            .chart(RuntimeTestCharts.chart(LAMP))
            .build();
    CompletableFuture<Outcome> started = engine.spawn("l", "lamp");
    InstanceHandle lamp = engine.instance("l");
    CompletableFuture<Outcome> first = lamp.send("Press");
    CompletableFuture<Outcome> second = lamp.send("Press");
    assertThat(second.join())
        .isEqualTo(
            new Outcome.Rejected(
                List.of(), "mailbox-full", "2 inputs are waiting for 'l'; try again later"));
    while (!held.isEmpty()) {
      held.remove(0).run();
    }
    assertThat(started.join().kind()).isEqualTo("started");
    assertThat(first.join().kind()).isEqualTo("taken");
  }

  @Test
  void a_step_that_is_rolled_back_leaves_no_effect() {
    Engine engine = builder().chart(RuntimeTestCharts.counter()).build();
    engine.spawn("c", "counter");
    log.clear();
    Snapshot before = engine.instance("c").snapshot();
    assertThat(engine.instance("c").ask("Boom").kind()).isEqualTo("failed");
    assertThat(engine.instance("c").snapshot().data()).isEqualTo(before.data());
    assertThat(log.all()).containsExactly("c failed");
  }

  @Test
  void an_instance_that_is_forgotten_never_was() {
    Engine engine = lamp();
    assertThat(engine.forget("l").join()).isTrue();
    assertThat(engine.forget("l").join()).isFalse();
    assertThat(engine.instance("l").ask("Press").code()).isEqualTo("no-instance");
    assertThat(engine.spawn("l", "lamp").join().kind()).isEqualTo("started");
  }

  @Test
  void a_subscriber_sees_the_stream_numbered_without_gaps_and_goes_on_where_it_was() {
    Engine engine = lamp();
    List<String> seen = new ArrayList<>();
    InstanceHandle lamp = engine.instance("l");
    Subscription first = lamp.subscribe(0, event -> seen.add(event.number() + " " + event.type()));
    lamp.ask("Press");
    first.close();
    lamp.ask("Press");
    assertThat(seen.get(seen.size() - 1)).startsWith(seen.size() + " ");
    int before = seen.size();
    lamp.subscribe(before, event -> seen.add(event.number() + " " + event.type()));
    assertThat(seen.get(before)).isEqualTo((before + 1) + " state_changed");
  }
}
