package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.RuntimeTestCharts.ListenerLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InstanceCommunicationTest {
  private final ManualClock clock = new ManualClock();
  private final ListenerLog log = new ListenerLog();

  private static final String PING =
      """
      chart: ping
      data: { n: 0 }
      states:
        a:
          on:
            Ping:
              do:
                - assign: { n: data.n + 1 }
                - if:
                    - { when: event.left > 0, do: [ { send: { event: Ping, to: "${event.other}", data: { left: event.left - 1, other: instance.id } } } ] }
      """;

  private static final String PARENT =
      """
      chart: parent
      data: { got: null, error: null, heard: 0 }
      states:
        idle:
          on: { Go: waiting }
        waiting:
          invoke: { chart: child, id: helper, with: { n: 20 }, timeout: 1h }
          on:
            done.invoke.helper: { to: done, do: [ { assign: { got: event.value } } ] }
            error.invoke.helper: { to: done, do: [ { assign: { error: event } } ] }
            Heard: { do: [ { assign: { heard: event.n } } ] }
            Cancel: idle
        done: {}
      """;

  private static final String CHILD =
      """
      chart: child
      data: { n: 1 }
      states:
        working:
          entry: [ { send: { event: Heard, to: "#parent", data: { n: data.n } } } ]
          on: { Finish: finished }
        finished: { final: true, output: { n: data.n + 1 } }
      """;

  private Engine engine(String... charts) {
    EngineBuilder builder = Engine.builder().clock(clock).sameThread().listener(log);
    for (String chart : charts) {
      builder.chart(RuntimeTestCharts.chart(chart));
    }
    return builder.build();
  }

  @Test
  void instances_talk_to_each_other_without_end_of_the_stack() {
    Engine engine = engine(PING);
    engine.spawn("x", "ping");
    engine.spawn("y", "ping");
    engine.instance("x").ask("Ping", Map.of("left", 20_000, "other", "y"));
    assertThat(engine.instance("x").snapshot().data().get("n")).isEqualTo(10_001L);
    assertThat(engine.instance("y").snapshot().data().get("n")).isEqualTo(10_000L);
  }

  @Test
  void a_send_without_an_instance_goes_to_the_router_or_is_reported() {
    Engine alone = engine(PING);
    alone.spawn("x", "ping");
    alone.instance("x").ask("Ping", Map.of("left", 1, "other", "nobody"));
    assertThat(log.all()).contains("x could not reach nobody with Ping");
    List<String> routed = new ArrayList<>();
    Engine engine =
        Engine.builder()
            .clock(clock)
            .sameThread()
            .router((from, send, key) -> routed.add(from + ">" + send.to() + " " + send.data()))
            .chart(RuntimeTestCharts.chart(PING))
            .build();
    engine.spawn("x", "ping");
    engine.instance("x").ask("Ping", Map.of("left", 1, "other", "mail:me"));
    assertThat(routed).containsExactly("x>mail:me {left=0, other=x}");
  }

  @Test
  void a_child_chart_reports_to_its_parent_and_its_output_is_the_answer() {
    Engine engine = engine(PARENT, CHILD);
    engine.spawn("p", "parent");
    engine.instance("p").ask("Go");
    long run = engine.instance("p").snapshot().invocations().get("helper");
    InstanceHandle child = engine.instance("p/helper#" + run);
    assertThat(child.snapshot().configuration()).containsExactly("working");
    assertThat(engine.instance("p").snapshot().data().get("heard")).isEqualTo(20L);
    child.ask("Finish");
    assertThat(engine.instance("p").snapshot().configuration()).containsExactly("done");
    assertThat(engine.instance("p").snapshot().data().get("got")).isEqualTo(Map.of("n", 21L));
    assertThat(engine.instance("p").snapshot().invocations()).isEmpty();
  }

  @Test
  void a_child_is_ended_when_its_parent_leaves_the_state() {
    Engine engine = engine(PARENT, CHILD);
    engine.spawn("p", "parent");
    engine.instance("p").ask("Go");
    long run = engine.instance("p").snapshot().invocations().get("helper");
    engine.instance("p").ask("Cancel");
    assertThat(engine.instance("p/helper#" + run).ask("Finish").message())
        .isEqualTo("the instance was cancelled by whoever invoked it");
  }

  @Test
  void a_child_that_takes_too_long_or_does_not_exist_is_an_error_of_its_parent() {
    Engine engine = engine(PARENT, CHILD);
    engine.spawn("p", "parent");
    engine.instance("p").ask("Go");
    clock.advance(Duration.ofHours(1));
    assertThat(engine.instance("p").snapshot().data().get("error").toString())
        .isEqualTo("{code=timeout, message=no answer in time, kind=timeout, attempts=1}");
    Engine without = engine(PARENT);
    without.spawn("p", "parent");
    without.instance("p").ask("Go");
    assertThat(without.instance("p").snapshot().data().get("error").toString())
        .contains("no chart 'child' is registered");
  }
}
