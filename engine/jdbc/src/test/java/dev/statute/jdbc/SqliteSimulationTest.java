package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.jdbc.fixture.SynchronousStore;
import dev.statute.runtime.EngineSimulation;
import dev.statute.store.Durability;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Schedules of the simulation over an SQLite file: handled ids outside its inbox must not be
 * missed. {@code -Dsimulation.schedules=1000} runs more, {@code -Dseed=…} others, {@code
 * -Dsimulation.only=SEED} one again.
 */
@Tag("long")
class SqliteSimulationTest {
  private static final int SCHEDULES = Integer.getInteger("simulation.schedules", 60);
  private static final long SEED = Long.getLong("seed", 5);

  @TempDir Path folder;

  @Test
  void under_faults_nothing_is_lost_or_duplicated() {
    Long only = Long.getLong("simulation.only");
    EngineSimulation.Tally all = new EngineSimulation.Tally();
    for (int i = 0; i < (only == null ? SCHEDULES : 1); i++) {
      long seed = only == null ? SEED * 1_000_003 + i : only;
      Path file = folder.resolve(i + ".db");
      SqliteFiles.open(file).close();
      try (JdbcStore store = JdbcStore.sqlite(file, Durability.MEMORY)) {
        new EngineSimulation(seed, SynchronousStore.of(store), all).run();
        assertThat(store.check()).as("schedule %d", seed).isEmpty();
      }
    }
    if (only == null) {
      assertThat(all.jumped()).as("clocks of single engines set").isGreaterThan(SCHEDULES / 4);
      assertThat(all.lost()).as("commits that were fenced").isPositive();
      assertThat(all.takenOver()).as("instances that changed hands").isGreaterThan(SCHEDULES / 4);
    }
  }
}
