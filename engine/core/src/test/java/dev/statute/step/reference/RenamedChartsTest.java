package dev.statute.step.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.MigrationPlan;
import dev.statute.chart.StateDefinition;
import dev.statute.policy.spi.Policy;
import dev.statute.problem.SourceText;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Migration;
import dev.statute.step.MigrationResult;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Migration to a chart with renamed states: the instance continues as it would have without it.
 * {@code -Dseed=…} tries other charts.
 */
class RenamedChartsTest {
  private static final int CHARTS = Integer.getInteger("renamed", 400);
  private static final long SEED = Long.getLong("seed", 7);

  @Test
  void an_instance_that_was_moved_goes_on_as_it_would_have() {
    System.out.println("renamed charts from seed " + SEED);
    int taken = 0;
    for (int i = 0; i < CHARTS; i++) {
      taken += compare(SEED * 1_000_003 + i);
    }
    assertThat(taken).as("steps taken after a move").isGreaterThan(CHARTS);
  }

  private static int compare(long seed) {
    Chart from = Chart.compile(new RandomChartGenerator(new Random(seed), "s").chart()).get();
    Chart to = Chart.compile(new RandomChartGenerator(new Random(seed), "t").chart()).get();
    Migration migration = Migration.compile(plan(from.definition()), from, to).get();
    Interpreter before = Interpreter.of(from, Policy.NONE);
    Interpreter after = Interpreter.of(to, Policy.NONE);
    Snapshot old = before.start("i", Map.of(), Instant.EPOCH).snapshot();
    Random random = new Random(seed);
    int taken = 0;
    for (int i = 0; i < 6 && old.exists() && !old.isDone(); i++) {
      MigrationResult.Migrated moved =
          (MigrationResult.Migrated) migration.migrate(old, Instant.EPOCH);
      assertThat(moved.notes()).isEmpty();
      assertThat(moved.snapshot().sequence()).isEqualTo(old.sequence() + 1);
      String event =
          RandomChartGenerator.EVENTS.get(random.nextInt(RandomChartGenerator.EVENTS.size()));
      Step there = after.step(moved.snapshot(), new Input.Event(event), Instant.EPOCH);
      Step here = before.step(old, new Input.Event(event), Instant.EPOCH);
      assertThat(words(there.outcome()))
          .as("seed %d, step %d, event %s", seed, i, event)
          .isEqualTo(words(here.outcome()).replaceAll("\\bs(\\d+)\\b", "t$1"));
      taken += here.outcome() instanceof Outcome.Taken ? 1 : 0;
      old = here.snapshot();
    }
    return taken;
  }

  private static String words(Outcome outcome) {
    return outcome.kind()
        + outcome.configuration()
        + outcome.trace().exited()
        + outcome.trace().entered();
  }

  private static MigrationPlan plan(ChartDefinition chart) {
    Map<SourceText, List<SourceText>> states = new LinkedHashMap<>();
    chart.root().states().forEach(state -> add(states, state));
    return new MigrationPlan(chart.name(), states, Map.of(), List.of(), List.of());
  }

  private static void add(Map<SourceText, List<SourceText>> states, StateDefinition state) {
    String renamed = "t" + state.id().value().substring(1);
    states.put(state.id(), List.of(SourceText.of(renamed, state.id().place())));
    state.states().forEach(child -> add(states, child));
  }
}
