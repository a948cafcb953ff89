package dev.statute.step.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.policy.spi.Policy;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.LiveInstance;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Comparison of the interpreter with a naive implementation on random charts and events. {@code
 * -Dstatute.long=true} tries 20,000 charts, {@code -Dcharts=1000000} more, {@code -Dseed=…} others.
 */
@Tag("long")
class ReferenceInterpreterTest {
  private static final int CHARTS =
      Integer.getInteger("charts", Boolean.getBoolean("statute.long") ? 20_000 : 5_000);
  private static final long SEED = Long.getLong("seed", 7);

  @Test
  void random_charts_step_as_the_algorithm_says() {
    System.out.println("random charts from seed " + SEED);
    int moved =
        IntStream.range(0, CHARTS)
            .parallel()
            .map(
                i -> {
                  long seed = SEED * 1_000_003 + i;
                  Random random = new Random(seed);
                  ChartDefinition definition = new RandomChartGenerator(random).chart();
                  return compare(seed, random, definition, Chart.compile(definition).get());
                })
            .sum();
    assertThat(moved).as("steps that moved").isGreaterThan(CHARTS * 2);
  }

  private static int compare(long seed, Random random, ChartDefinition definition, Chart chart) {
    ReferenceInterpreter reference = new ReferenceInterpreter(definition);
    Interpreter interpreter = Interpreter.of(chart, Policy.NONE);
    Step step = interpreter.start("i", Map.of(), Instant.EPOCH);
    List<String> events = new ArrayList<>();
    int moved = 0;
    try {
      reference.start();
      same(seed, events, reference, step);
      LiveInstance live = interpreter.live(step.snapshot());
      for (int i = 0; i < 8; i++) {
        Snapshot snapshot = step.snapshot();
        String event =
            RandomChartGenerator.EVENTS.get(random.nextInt(RandomChartGenerator.EVENTS.size()));
        events.add(event);
        String origin =
            random.nextInt(3) > 0
                ? null
                : RandomChartGenerator.ORIGINS.get(
                    random.nextInt(RandomChartGenerator.ORIGINS.size()));
        Input.Sender sender = origin == null ? null : new Input.Sender(origin, null, null);
        Input.Event input = new Input.Event(event, null, null, sender);
        step = interpreter.step(snapshot, input, Instant.EPOCH);
        reference.event(event, origin);
        same(seed, events, reference, step);
        if (sender != null) {
          live.handle(input, Instant.EPOCH);
        } else if (i % 2 == 0) {
          live.send(event, Map.of(), Instant.EPOCH);
        } else {
          live.send(chart.event(event), Map.of(), Instant.EPOCH);
        }
        assertThat(live.snapshot().toMap()).isEqualTo(step.snapshot().toMap());
        moved += step.snapshot() == snapshot ? 0 : 1;
      }
    } catch (ReferenceInterpreter.Livelock livelock) {
      // A step of so many microsteps is an endless loop, or nearly one, and is not compared.
      return moved;
    }
    return moved;
  }

  private static void same(
      long seed, List<String> events, ReferenceInterpreter reference, Step step) {
    List<Object> found =
        List.of(
            step.outcome().trace().exited(),
            step.outcome().trace().entered(),
            step.outcome().configuration(),
            step.snapshot().isDone());
    List<Object> expected =
        List.of(
            List.copyOf(reference.exited),
            List.copyOf(reference.entered),
            reference.configuration(),
            reference.isDone());
    assertThat(found).as("seed %d, after %s: %s", seed, events, step.outcome()).isEqualTo(expected);
  }
}
