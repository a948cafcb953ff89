package dev.statute.bench.durable;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The rows written by hand must fit the tables of the store, which change with it. */
class HandWrittenSqliteTest {
  @TempDir private Path folder;

  @Test
  @Timeout(60)
  void its_rows_fit_the_tables_of_the_store() throws Exception {
    HandWrittenSqlite rows = new HandWrittenSqlite(folder.resolve("rows.db"), 2);
    while (rows.done() < 40) { // ids leave the snapshot after seventeen events
      Thread.onSpinWait();
    }
    rows.end();
    assertThat(rows.done()).isGreaterThanOrEqualTo(40);
  }
}
