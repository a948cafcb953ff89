package dev.statute.jdbc.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.jdbc.internal.sqlite.SqliteDatabase;
import dev.statute.json.SnapshotJson;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Storage of recently handled ids, and messages about their loss. */
class HandledIdsTest {
  private static final Worker ANN = new Worker("ann", "ann-1");

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = folder.resolve("store.db");
  }

  private static void write(JdbcStore store, Snapshot snapshot, long revision) {
    assertThat(CounterInstances.write(store, snapshot, revision == 0 ? 0 : 1, revision, ANN).join())
        .isEqualTo(Committed.DONE);
  }

  /** Starts an instance and writes so many steps, each with an id. */
  private static Snapshot fill(JdbcStore store, int steps) {
    Snapshot snapshot = CounterInstances.start("i");
    write(store, snapshot, 0);
    for (int n = 1; n <= steps; n++) {
      snapshot = CounterInstances.next(snapshot, "e" + n);
      write(store, snapshot, n);
    }
    return snapshot;
  }

  private static Stored load(JdbcStore store) {
    return Objects.requireNonNull(store.load("i", CounterInstances::chartOf));
  }

  @Test
  void most_of_them_are_not_written_with_every_step() throws SQLException {
    try (JdbcStore store = SqliteFiles.open(file)) {
      Snapshot after = fill(store, 100);
      assertThat(SnapshotJson.write(after)).contains("\"e37\"", "\"e100\"");
      assertThat(SqliteFiles.queryNumber(file, "SELECT rev FROM handled_ids")).isBetween(84L, 101L);
      assertThat(SqliteFiles.queryNumber(file, "SELECT instr(snapshot, 'e80') FROM instances"))
          .isZero();
      assertThat(SqliteFiles.queryNumber(file, "SELECT instr(snapshot, '\"e100\"') FROM instances"))
          .isPositive();
      assertThat(load(store).snapshot().toMap()).isEqualTo(after.toMap());
    }
  }

  @Test
  void an_instance_with_few_has_no_row() throws SQLException {
    try (JdbcStore store = SqliteFiles.open(file)) {
      fill(store, 16);
      assertThat(SqliteFiles.queryNumber(file, "SELECT COUNT(*) FROM handled_ids")).isZero();
    }
  }

  @Test
  void two_processes_that_write_in_turn_know_what_the_other_one_wrote() {
    try (JdbcStore one = SqliteFiles.open(file);
        JdbcStore two = SqliteFiles.open(file)) {
      Snapshot snapshot = fill(one, 40);
      for (int n = 41; n <= 300; n++) {
        // alternately a few each: rows are rewritten in between
        JdbcStore store = n / 5 % 2 == 0 ? one : two;
        snapshot = CounterInstances.next(snapshot, "e" + n);
        write(store, snapshot, n);
        assertThat(load(n % 2 == 0 ? one : two).snapshot().toMap()).isEqualTo(snapshot.toMap());
      }
    }
  }

  @Test
  void a_row_that_is_gone_or_of_another_revision_sets_the_instance_aside() throws SQLException {
    for (String damage :
        new String[] {
          "DELETE FROM handled_ids",
          "UPDATE handled_ids SET rev = rev + 1",
          "UPDATE handled_ids SET ids = replace(ids, 'e3', 'e4')",
        }) {
      try (JdbcStore store = SqliteFiles.open(file)) {
        fill(store, 30);
        assertThat(SqliteFiles.execute(file, damage)).isEqualTo(1);
        assertThatThrownBy(() -> load(store))
            .as(damage)
            .isInstanceOf(StoreException.class)
            .hasMessageContainingAll("row 'i' of table handled_ids", "backup")
            .satisfies(e -> assertThat(((StoreException) e).code()).isEqualTo("corrupted"));
        assertThat(store.claim("i", ANN, CounterInstances.NOW, CounterInstances::chartOf))
            .isInstanceOf(Claim.Parked.class);
      }
      file = folder.resolve("store" + damage.length() + ".db");
    }
  }

  @Test
  void a_new_file_has_small_pages() throws SQLException {
    SqliteFiles.open(file).close();
    assertThat(SqliteFiles.queryNumber(file, "PRAGMA page_size"))
        .isEqualTo(SqliteDatabase.PAGE_SIZE);
    assertThat(SqliteFiles.queryNumber(file, "PRAGMA application_id"))
        .isEqualTo(SqliteDatabase.APPLICATION);
  }
}
