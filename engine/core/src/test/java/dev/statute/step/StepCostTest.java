package dev.statute.step;

import static dev.statute.chart.ActionFixtures.assign;
import static dev.statute.chart.ActionFixtures.emit;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.statute.chart.ChartBuilder;
import dev.statute.policy.spi.Policy;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepCostTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void an_idle_instance_without_data_is_a_few_words() {
    Chart chart = Chart.compile(ChartBuilder.chart("c", StepCostTest::flat)).get();
    Interpreter interpreter = Interpreter.of(chart, Policy.NONE);
    Snapshot first = interpreter.start("i", Map.of(), Instant.EPOCH).snapshot();
    Object[] kept = new Object[10_000];
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < kept.length; i++) {
      kept[i] = first.advanceTo(first.activeConfiguration(), 1);
    }
    long each = (THREADS.getCurrentThreadAllocatedBytes() - before) / kept.length;
    assertThat(each).isLessThanOrEqualTo(96);
    assertThat(kept).doesNotContainNull();
  }

  @Test
  void an_event_that_nobody_observes_allocates_nothing_once_it_is_known() {
    Chart chart = Chart.compile(ChartBuilder.chart("c", StepCostTest::flat)).get();
    Interpreter interpreter = Interpreter.of(chart, Policy.NONE);
    LiveInstance live =
        interpreter.live(interpreter.start("i", Map.of(), Instant.EPOCH).snapshot());
    rally(live, 20_000);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    rally(live, 20_000);
    long all = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(all / 40_000.0).isLessThan(1);
    assertThat(live.snapshot().sequence()).isEqualTo(1 + 80_000);
  }

  @Test
  void what_is_known_is_what_the_long_way_gives() {
    Chart chart = Chart.compile(ChartBuilder.chart("c", StepCostTest::flat)).get();
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
  void an_event_that_several_regions_hear_becomes_known_for_each_choice_of_transitions() {
    for (boolean left : List.of(true, false, true)) {
      for (boolean right : List.of(false, true, false, true)) {
        Map<String, Object> data = Map.of("left", left, "right", right);
        assertThat(steps(regions(), data)).isEqualTo(steps(REGIONS, data));
      }
    }
    Interpreter interpreter = Interpreter.of(REGIONS, Policy.NONE);
    LiveInstance live =
        interpreter.live(interpreter.start("i", Map.of(), Instant.EPOCH).snapshot());
    Map<String, Object> both = Map.of("left", true, "right", true);
    long bytes = allocated(() -> live.send("go", both, Instant.EPOCH), live);
    assertThat(bytes / 20_000.0).isLessThan(1);
  }

  @Test
  void an_event_that_the_chart_does_not_name_allocates_nothing() {
    Interpreter interpreter = Interpreter.of(REGIONS, Policy.NONE);
    LiveInstance live =
        interpreter.live(interpreter.start("i", Map.of(), Instant.EPOCH).snapshot());
    long bytes = allocated(() -> live.send("unknown", Map.of(), Instant.EPOCH), live);
    assertThat(bytes / 20_000.0).isLessThan(1);
    assertThat(live.send("record", Map.of(), Instant.EPOCH).kind()).isEqualTo("rejected");
  }

  @Test
  void an_event_by_its_handle_allocates_nothing_once_it_is_known() {
    Interpreter interpreter = Interpreter.of(REGIONS, Policy.NONE);
    LiveInstance live =
        interpreter.live(interpreter.start("i", Map.of(), Instant.EPOCH).snapshot());
    EventHandle go = REGIONS.event("go");
    Map<String, Object> left = Map.of("left", true, "right", false);
    long bytes = allocated(() -> live.send(go, left, Instant.EPOCH), live);
    assertThat(bytes / 20_000.0).isLessThan(1);
  }

  @Test
  void a_known_step_of_an_event_with_an_id_is_made_once() {
    Interpreter interpreter = Interpreter.of(REGIONS, Policy.NONE);
    Snapshot snapshot = interpreter.start("i", Map.of(), Instant.EPOCH).snapshot();
    for (int i = 0; i < 3; i++) {
      String id = "e" + i;
      Input.Event event = new Input.Event("go", Map.of("left", true, "right", true), id);
      Snapshot before = snapshot;
      snapshot = interpreter.step(before, event, Instant.EPOCH).snapshot();
      assertThat(snapshot.sequence()).isEqualTo(before.sequence() + 1);
      assertThat(interpreter.step(snapshot, event, Instant.EPOCH).outcome())
          .isEqualTo(new Outcome.Duplicate(snapshot.configuration(), "taken", 2 + i));
    }
  }

  private static final Chart REGIONS = regions();

  /** Builds two regions that wait for the same event, each with a condition on its payload. */
  private static Chart regions() {
    return Chart.compile(
            ChartBuilder.chart(
                "c",
                c ->
                    c.state(
                        "both",
                        s ->
                            s.parallel()
                                .state("l", l -> region(l, "left"))
                                .state("r", r -> region(r, "right")))))
        .get();
  }

  private static ChartBuilder.State region(ChartBuilder.State region, String name) {
    return region
        .state(name + "1", s -> s.on("go", t -> t.to(name + "2").when("event." + name)))
        .state(name + "2", s -> s.on("go", t -> t.to(name + "1").when("event." + name)));
  }

  private static List<Outcome> steps(Chart chart, Map<String, Object> data) {
    Interpreter interpreter = Interpreter.of(chart, Policy.NONE);
    Snapshot snapshot = interpreter.start("i", Map.of(), Instant.EPOCH).snapshot();
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Step step = interpreter.step(snapshot, new Input.Event("go", data), Instant.EPOCH);
      outcomes.add(step.outcome());
      snapshot = step.snapshot();
    }
    return outcomes;
  }

  private static long allocated(Runnable send, LiveInstance live) {
    for (int i = 0; i < 20_000; i++) {
      send.run();
    }
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 20_000; i++) {
      send.run();
    }
    long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(live.configuration()).isNotEmpty();
    return bytes;
  }

  @Test
  void a_step_that_does_something_is_made_each_time() {
    Chart chart =
        Chart.compile(
                ChartBuilder.chart(
                    "c",
                    c ->
                        c.data("n", 0L)
                            .state(
                                "a",
                                s -> s.on("go", t -> t.to("b").does(assign("n", "data.n + 1"))))
                            .state("b", s -> s.entry(emit("x")).on("go", "a"))))
            .get();
    Interpreter interpreter = Interpreter.of(chart, Policy.NONE);
    LiveInstance live =
        interpreter.live(interpreter.start("i", Map.of(), Instant.EPOCH).snapshot());
    List<Step> seen = new ArrayList<>();
    live.observe(seen::add);
    for (int i = 0; i < 10; i++) {
      live.send("go", Map.of(), Instant.EPOCH);
    }
    assertThat(live.snapshot().data().get("n")).isEqualTo(5L);
    assertThat(seen).hasSize(10);
    assertThat(live.configuration()).containsExactly("a");
  }

  private static void rally(LiveInstance live, int times) {
    for (int i = 0; i < times; i++) {
      live.send("go", Map.of(), Instant.EPOCH);
      live.send("back", Map.of(), Instant.EPOCH);
    }
  }

  private static ChartBuilder flat(ChartBuilder c) {
    return c.data("open", true)
        .state("a", s -> s.on("go", t -> t.to("b").when("data.open")))
        .state("b", s -> s.on("back", "a"));
  }
}
