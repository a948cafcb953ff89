package dev.statute.step;

import static dev.statute.chart.ActionFixtures.assign;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.chart.ChartBuilder;
import dev.statute.policy.spi.Policy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Mutable instances, and events by handles. */
class LiveInstanceTest {
  private static final Chart DOOR = door("door");

  private static Chart door(String name) {
    return Chart.compile(
            ChartBuilder.chart(
                name,
                c ->
                    c.data("opened", 0L)
                        .state(
                            "closed",
                            s ->
                                s.on("open", t -> t.to("open").when("event.key == 'right'"))
                                    .on("slam.*", t -> t.does(assign("opened", "-1"))))
                        .state("open", s -> s.on("close", "closed"))))
        .get();
  }

  private static LiveInstance live(Chart chart) {
    Interpreter interpreter = Interpreter.of(chart, Policy.NONE);
    return interpreter.live(interpreter.start("i", Map.of(), Instant.EPOCH).snapshot());
  }

  @Test
  void a_handle_gives_what_the_name_gives_known_or_not() {
    LiveInstance named = live(DOOR);
    LiveInstance handled = live(door("door"));
    Chart chart = handled.snapshot().chart();
    for (int round = 0; round < 3; round++) {
      for (String event : List.of("open", "open", "close", "slam.hard", "slam", "nothing", "")) {
        for (String key : List.of("wrong", "right")) {
          Map<String, ?> data = Map.of("key", key);
          assertThat(handled.send(chart.event(event), data, Instant.EPOCH))
              .as("%s with the %s key", event, key)
              .isEqualTo(named.send(event, data, Instant.EPOCH));
          assertThat(handled.configuration()).isEqualTo(named.configuration());
          assertThat(handled.snapshot().toMap()).isEqualTo(named.snapshot().toMap());
        }
      }
    }
    assertThat(handled.snapshot().data().get("opened")).isEqualTo(-1L);
  }

  @Test
  void a_handle_of_another_chart_is_refused_with_both_their_names() {
    LiveInstance live = live(DOOR);
    EventHandle foreign = door("gate").event("open");
    assertThatThrownBy(() -> live.send(foreign, Map.of(), Instant.EPOCH))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the event 'open' was asked of the chart gate 1; ask the chart door 1 for it, as this"
                + " instance runs that one");
    assertThat(live.snapshot().sequence()).isEqualTo(1);
  }

  @Test
  void a_handle_says_what_it_stands_for() {
    EventHandle open = DOOR.event("open");
    assertThat(open.name()).isEqualTo("open");
    assertThat(open).hasToString("open");
    assertThat(open.chart()).isSameAs(DOOR);
  }

  @Test
  void who_observes_is_told_of_known_steps_as_well() {
    LiveInstance live = live(DOOR);
    EventHandle open = DOOR.event("open");
    EventHandle close = DOOR.event("close");
    Map<String, ?> key = Map.of("key", "right");
    for (int i = 0; i < 3; i++) {
      live.send(open, key, Instant.EPOCH);
      live.send(close, Map.of(), Instant.EPOCH);
    }
    List<Step> steps = new ArrayList<>();
    live.observe(steps::add);
    live.send(open, key, Instant.EPOCH);
    live.send(close, Map.of(), Instant.EPOCH);
    assertThat(steps)
        .extracting(step -> step.snapshot().configuration().get(0))
        .containsExactly("open", "closed");
    assertThat(steps).extracting(step -> step.snapshot().sequence()).containsExactly(8L, 9L);
  }

  @Test
  void an_observer_that_throws_loses_no_step() {
    Chart chart =
        Chart.compile(
                ChartBuilder.chart(
                    "c",
                    c ->
                        c.state("a", s -> s.defer("later").on("go", "b"))
                            .state("b", s -> s.on("later", "d").on("go", "a"))
                            .state("d", s -> s.on("go", "a"))))
            .get();
    LiveInstance live = live(chart);
    live.handle(new Input.Event("later"), Instant.EPOCH);
    live.observe(
        step -> {
          throw new IllegalStateException("no");
        });
    assertThatThrownBy(() -> live.send("go", Map.of(), Instant.EPOCH)).hasMessage("no");
    assertThat(live.configuration()).containsExactly("d");
    assertThatThrownBy(() -> live.send("go", Map.of(), Instant.EPOCH)).hasMessage("no");
    assertThat(live.configuration()).containsExactly("a");
    assertThat(live.snapshot().sequence()).isEqualTo(5);
  }
}
