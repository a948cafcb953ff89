package dev.statute.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.PolicyApproximation;
import dev.statute.problem.Loaded;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random runs of the interpreter stay within the state space that the analysis computed. */
@Tag("long")
class OverApproximationTest {
  private static final int CHARTS = 150;
  private static final int STEPS = 40;

  @Test
  void every_resting_configuration_of_a_random_run_is_in_the_state_space() {
    int explored = 0;
    for (long seed = 0; seed < CHARTS; seed++) {
      ChartDefinition definition = RandomDefinitions.chart(seed);
      Loaded<Chart> chart = Chart.compile(definition);
      if (chart.hasValue()) {
        StateSpace space =
            StateSpace.of(
                chart.get(), new SearchLimits(2_000, 500, 1_500), PolicyApproximation.UNKNOWN);
        if (space.isComplete()) {
          explored++;
          run(seed, chart.get(), space, Policy.NONE);
        }
      }
    }
    assertThat(explored).as("charts without mistakes and within the limits").isGreaterThan(60);
  }

  @Test
  void the_same_holds_under_rules_that_veto_permit_redirect_or_ignore() {
    int explored = 0;
    for (long seed = 0; seed < CHARTS; seed++) {
      Loaded<Chart> chart = Chart.compile(RandomDefinitions.chart(seed));
      if (chart.hasValue()) {
        RandomPolicy rules = new RandomPolicy(seed, chart.get().states());
        StateSpace space = StateSpace.of(chart.get(), new SearchLimits(2_000, 500, 2_500), rules);
        if (space.isComplete()) {
          explored++;
          run(seed, chart.get(), space, rules);
        }
      }
    }
    assertThat(explored).as("charts without mistakes and within the limits").isGreaterThan(60);
  }

  private static void run(long seed, Chart chart, StateSpace space, Policy policy) {
    Random random = new Random(seed);
    Interpreter interpreter = Interpreter.of(chart, policy);
    Step step = interpreter.start("i", Map.of(), Instant.EPOCH);
    if (!(step.outcome() instanceof Outcome.Started)) {
      return;
    }
    Snapshot snapshot = step.snapshot();
    List<List<String>> found = space.configurations();
    List<String> unreachable = space.unreachableStates();
    for (int i = 0; i < STEPS && !snapshot.isDone(); i++) {
      List<String> active = snapshot.activeStates();
      assertThat(found).as("seed %d, step %d", seed, i).contains(snapshot.configuration());
      assertThat(unreachable).as("seed %d, step %d", seed, i).noneMatch(active::contains);
      int kind = random.nextInt(10);
      Input input =
          kind == 0
              ? new Input.Move(chart.states().get(random.nextInt(chart.states().size())))
              : new Input.Event(
                  RandomDefinitions.EVENTS.get(random.nextInt(RandomDefinitions.EVENTS.size())));
      snapshot = interpreter.step(snapshot, input, Instant.EPOCH).snapshot();
    }
  }
}
