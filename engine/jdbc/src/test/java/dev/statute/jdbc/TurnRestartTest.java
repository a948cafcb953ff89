package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.store.Durability;
import dev.statute.turns.ScheduleTranscript;
import dev.statute.turns.store.MemoryTurnStore;
import dev.statute.turns.store.TurnStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Schedules of the simulation of turns over a database that is closed and opened again after every
 * transaction, compared with a memory store. {@code -Drestart.schedules=100} runs more, {@code
 * -Dseed=N} others.
 */
@Tag("long")
class TurnRestartTest {
  private static final long SEED = Long.getLong("seed", 0);

  @TempDir Path folder;

  /**
   * Store with transactions that are complete when the call returns, and restarted after each,
   * unless it stays open.
   */
  private static final class Restarted implements AutoCloseable {
    private final Supplier<JdbcStore> opening;
    private final boolean closes;
    private JdbcStore open;
    private long restarts;

    Restarted(Supplier<JdbcStore> opening, boolean closes) {
      this.opening = opening;
      this.closes = closes;
      open = opening.get();
    }

    TurnStore turns() {
      return (TurnStore)
          Proxy.newProxyInstance(
              Restarted.class.getClassLoader(),
              new Class<?>[] {TurnStore.class},
              (proxy, method, arguments) -> {
                Object answer;
                try {
                  answer = method.invoke(open.turns(), arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
                if (answer instanceof CompletionStage<?> stage) {
                  try {
                    stage.toCompletableFuture().join();
                    if (closes) {
                      restart();
                    }
                  } catch (CompletionException e) {
                    // the caller examines the answer
                  }
                }
                return answer;
              });
    }

    private void restart() {
      open.close();
      open = opening.get();
      restarts++;
    }

    @Override
    public void close() {
      open.close();
    }
  }

  private static void play(int schedules, Supplier<JdbcStore> opening, Runnable empty) {
    int number = Integer.getInteger("restart.schedules", schedules);
    for (long seed = SEED; seed < SEED + number; seed++) {
      List<String> expected = ScheduleTranscript.by(seed, new MemoryTurnStore());
      empty.run();
      try (Restarted store = new Restarted(opening, true)) {
        assertThat(ScheduleTranscript.by(seed, store.turns()))
            .as("seed %d", seed)
            .isEqualTo(expected);
        assertThat(store.restarts).isGreaterThan(10);
      }
    }
  }

  @Test
  void sqlite_equals_memory_over_restarts() {
    Path[] file = {folder};
    play(
        4,
        () -> JdbcStore.sqlite(file[0], Durability.MEMORY),
        () -> file[0] = folder.resolve(System.nanoTime() + ".db"));
  }

  @Test
  void what_is_remembered_of_agents_while_old_rows_are_dropped_changes_nothing() {
    for (long seed = SEED; seed < SEED + 20; seed++) {
      Path file = folder.resolve("open-" + seed + ".db");
      try (Restarted store =
          new Restarted(() -> JdbcStore.sqlite(file, Durability.MEMORY), false)) {
        assertThat(ScheduleTranscript.by(seed, store.turns()))
            .as("seed %d", seed)
            .isEqualTo(ScheduleTranscript.by(seed, new MemoryTurnStore()));
      }
    }
  }

  @Test
  void postgres_equals_memory_over_restarts() {
    PostgresSettings settings = PostgresServer.newSchema();
    play(
        2,
        () -> JdbcStore.postgres(PostgresServer.url(), settings),
        () -> PostgresServer.clear(settings));
  }
}
