package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.step.Chart;
import dev.statute.step.Input;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Heap use of an instance in memory, as stated in the manual. */
@Tag("long")
class InstanceMemoryTest {
  private static final int INSTANCES = 3_000;
  private static final Chart CHART =
      RuntimeTestCharts.chart("chart: m\nstates: { a: { on: { Go: b } }, b: { on: { Go: a } } }\n");

  private static long used() {
    long least = Long.MAX_VALUE;
    for (int n = 0; n < 6; n++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  private static void play(Engine engine, String id, int events) {
    engine.spawn(id, "m").join();
    for (int n = 0; n < events; n++) {
      engine.instance(id).ask(new Input.Event("Go", Map.of(), "event-" + n));
    }
  }

  @ParameterizedTest(name = "{0} events with ids, {1} kept: at most {2} bytes")
  @CsvSource({"0, 32, 2000", "100, 0, 10000", "100, 32, 40000"})
  void the_heap_of_an_instance_is_as_in_the_manual(int events, int kept, long atMost) {
    try (Engine engine = Engine.builder().sameThread().keptEvents(kept).chart(CHART).build()) {
      play(engine, "first", events);
      long before = used();
      for (int n = 0; n < INSTANCES; n++) {
        play(engine, "i" + n, events);
      }
      long each = (used() - before) / INSTANCES;
      assertThat(each).as("bytes of an instance").isBetween(200L, atMost);
    }
  }
}
