package dev.statute.jdbc.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.store.Durability;
import dev.statute.store.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Size of the numbers of removed instances, which must never be reused. */
class StoredIdsTest {
  private static final Worker ANN = new Worker("ann", "ann-1");
  private static final int IDS = 3_000;

  @TempDir Path folder;

  @Test
  void an_id_that_is_gone_takes_some_two_hundred_bytes() throws IOException, SQLException {
    Path file = folder.resolve("store.db");
    SqliteFiles.open(file).close();
    SqliteFiles.execute(file, "VACUUM");
    long empty = Files.size(file);
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.MEMORY)) {
      List<CompletableFuture<?>> all = new ArrayList<>();
      for (int n = 0; n < IDS; n++) {
        all.add(
            CounterInstances.write(
                store, CounterInstances.start("order-" + (100_000 + n)), 0, 0, ANN));
      }
      all.forEach(CompletableFuture::join);
      for (int n = 0; n < IDS; n++) {
        store.remove("order-" + (100_000 + n));
      }
      store.prune(CounterInstances.NOW.plusSeconds(1));
      store.prune(CounterInstances.NOW.plusSeconds(1));
    }
    SqliteFiles.execute(file, "VACUUM");
    long each = (Files.size(file) - empty) / IDS;
    assertThat(each).isBetween(100L, 300L);
  }
}
