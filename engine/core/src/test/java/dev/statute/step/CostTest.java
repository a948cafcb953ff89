package dev.statute.step;

import static dev.statute.chart.Actions.assign;
import static dev.statute.chart.Actions.emit;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.statute.chart.Charts;
import dev.statute.policy.Policy;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void an_idle_instance_without_data_is_a_few_words() {
    Chart chart = Chart.compile(Charts.chart("c", CostTest::flat)).get();
    Interpreter interpreter = Interpreter.of(chart, Policy.NONE);
    Snapshot first = interpreter.start("i", Map.of(), Instant.EPOCH).snapshot();
    Object[] kept = new Object[10_000];
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < kept.length; i++) {
      kept[i] = first.moved(first.states(), 1);
    }
    long each = (THREADS.getCurrentThreadAllocatedBytes() - before) / kept.length;
    assertThat(each).isLessThanOrEqualTo(96);
    assertThat(kept).doesNotContainNull();
  }

  @Test
  void an_event_that_nobody_observes_allocates_nothing_once_it_is_known() {
    Chart chart = Chart.compile(Charts.chart("c", CostTest::flat)).get();
    Interpreter interpreter = Interpreter.of(chart, Policy.NONE);
    Live live = interpreter.live(interpreter.start("i", Map.of(), Instant.EPOCH).snapshot());
    rally(live, 20_000);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    rally(live, 20_000);
    long all = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(all / 40_000.0).isLessThan(1);
    assertThat(live.snapshot().sequence()).isEqualTo(1 + 80_000);
  }

  @Test
  void what_is_known_is_what_the_long_way_gives() {
    Chart chart = Chart.compile(Charts.chart("c", CostTest::flat)).get();
    Interpreter interpreter = Interpreter.of(chart, Policy.NONE);
    Snapshot start = interpreter.start("i", Map.of(), Instant.EPOCH).snapshot();
    Outcome computed = interpreter.step(start, new Input.Event("go"), Instant.EPOCH).outcome();
    Outcome known = interpreter.step(start, new Input.Event("go"), Instant.EPOCH).outcome();
    assertThat(known).isSameAs(computed);
    Snapshot closed = interpreter.start("i", Map.of("open", false), Instant.EPOCH).snapshot();
    assertThat(interpreter.step(closed, new Input.Event("go"), Instant.EPOCH).outcome().kind())
        .isEqualTo("blocked");
  }

  @Test
  void a_step_that_does_something_is_made_each_time() {
    Chart chart =
        Chart.compile(
                Charts.chart(
                    "c",
                    c ->
                        c.data("n", 0L)
                            .state(
                                "a",
                                s -> s.on("go", t -> t.to("b").does(assign("n", "data.n + 1"))))
                            .state("b", s -> s.entry(emit("x")).on("go", "a"))))
            .get();
    Interpreter interpreter = Interpreter.of(chart, Policy.NONE);
    Live live = interpreter.live(interpreter.start("i", Map.of(), Instant.EPOCH).snapshot());
    List<Step> seen = new ArrayList<>();
    live.observed(seen::add);
    for (int i = 0; i < 10; i++) {
      live.send("go", Map.of(), Instant.EPOCH);
    }
    assertThat(live.snapshot().data().get("n")).isEqualTo(5L);
    assertThat(seen).hasSize(10);
    assertThat(live.configuration()).containsExactly("a");
  }

  private static void rally(Live live, int times) {
    for (int i = 0; i < times; i++) {
      live.send("go", Map.of(), Instant.EPOCH);
      live.send("back", Map.of(), Instant.EPOCH);
    }
  }

  private static Charts flat(Charts c) {
    return c.data("open", true)
        .state("a", s -> s.on("go", t -> t.to("b").when("data.open")))
        .state("b", s -> s.on("back", "a"));
  }
}
