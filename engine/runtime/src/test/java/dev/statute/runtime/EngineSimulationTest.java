package dev.statute.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.store.MemoryStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Several engines on one store that fails, die, stall and return, while doorbells are lost and
 * repeated, clocks jump, of all or of one, instances are parked and retried, and old rows are
 * pruned; one thread, every choice drawn from a seed. {@code -Dsimulation.schedules=100000} runs
 * more, {@code -Dseed=…} others, {@code -Dsimulation.only=SEED} one again.
 */
@Tag("long")
class EngineSimulationTest {
  private static final int SCHEDULES = Integer.getInteger("simulation.schedules", 500);
  private static final long SEED = Long.getLong("seed", 5);

  @Test
  void under_faults_nothing_is_lost_or_duplicated() {
    Long only = Long.getLong("simulation.only");
    EngineSimulation.Tally all = new EngineSimulation.Tally();
    if (only != null) {
      new EngineSimulation(only, new MemoryStore(), all).run();
      return;
    }
    for (int i = 0; i < SCHEDULES; i++) {
      new EngineSimulation(SEED * 1_000_003 + i, new MemoryStore(), all).run();
    }
    // Every fault proves that it took effect.
    assertThat(all.lost).as("commits that were fenced").isGreaterThan(SCHEDULES / 100);
    assertThat(all.killed).as("engines that died").isGreaterThan(SCHEDULES / 4);
    assertThat(all.frozen).as("engines that stood still").isGreaterThan(SCHEDULES / 4);
    assertThat(all.failedBefore).as("writes that failed").isGreaterThan(SCHEDULES / 4);
    assertThat(all.failedAfter).as("writes that happened and failed").isGreaterThan(SCHEDULES / 4);
    assertThat(all.takenOver).as("instances that changed hands").isGreaterThan(SCHEDULES / 4);
    assertThat(all.jumped).as("clocks of single engines set").isGreaterThan(SCHEDULES / 4);
    assertThat(all.parked).as("instances set aside").isGreaterThan(SCHEDULES / 4);
    assertThat(all.tasks).as("tasks of the host").isGreaterThan(SCHEDULES / 4);
    assertThat(all.raised).as("children that ended").isGreaterThan(SCHEDULES / 4);
    assertThat(all.left).as("children that were cancelled").isGreaterThan(SCHEDULES / 4);
    assertThat(all.droppedInstances).as("children that were dropped").isPositive();
    assertThat(all.droppedIds).as("ids that were dropped").isGreaterThan(SCHEDULES);
    assertThat(all.droppedEvents).as("events that were dropped").isGreaterThan(SCHEDULES);
    assertThat(all.handled).as("events handled").isGreaterThan(SCHEDULES * 5L);
  }
}
