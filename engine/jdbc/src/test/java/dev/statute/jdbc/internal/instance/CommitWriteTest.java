package dev.statute.jdbc.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.Worker;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of an instance's row in a commit: as few as possible, and never fewer. */
class CommitWriteTest {
  private static final Worker ANN = new Worker("ann", "ann-1");
  private static final Worker BOB = new Worker("bob", "bob-1");

  /** Records every commit that writes the whole row. */
  private static final String[] NOTING = {
    "CREATE TABLE whole(instance_id TEXT)",
    "CREATE TRIGGER tr_whole AFTER UPDATE OF chart_hash ON instances BEGIN"
        + " INSERT INTO whole VALUES (new.instance_id); END"
  };

  @TempDir Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = folder.resolve("store.db");
  }

  /** Starts an instance and makes ten steps; the next commit expects revision 11. */
  private Snapshot steps(JdbcStore store) throws SQLException {
    Snapshot snapshot = CounterInstances.start("i");
    commit(store, snapshot, 1, ANN);
    SqliteFiles.execute(file, NOTING);
    for (int revision = 2; revision <= 11; revision++) {
      snapshot = CounterInstances.next(snapshot);
      commit(store, snapshot, revision, ANN);
    }
    return snapshot;
  }

  private static void commit(JdbcStore store, Snapshot snapshot, long revision, Worker worker) {
    long epoch = revision == 1 ? 0 : 1;
    assertThat(CounterInstances.write(store, snapshot, epoch, revision - 1, worker).join())
        .isEqualTo(Committed.DONE);
  }

  private long whole() throws SQLException {
    return SqliteFiles.queryNumber(file, "SELECT COUNT(*) FROM whole");
  }

  private long live(String holder) throws SQLException {
    return SqliteFiles.queryNumber(
        file,
        "SELECT COUNT(*) FROM instances WHERE status = 'live' AND reason IS NULL AND holder = '"
            + holder
            + "' AND session = '"
            + holder
            + "-1'");
  }

  @Test
  void a_step_leaves_what_stays_as_it_is() throws SQLException {
    try (JdbcStore store = SqliteFiles.open(file)) {
      steps(store);
      assertThat(whole()).isZero();
      CounterInstances.check(store, "i", 11);
    }
    try (JdbcStore store = SqliteFiles.open(file)) {
      CounterInstances.check(store, "i", 11);
    }
  }

  private interface Interference {
    void happens(JdbcStore store) throws SQLException;
  }

  /** Commits revision 12 after a change that left epoch and revision unchanged. */
  private void mustBeWhole(Interference interference, Worker committer) throws SQLException {
    try (JdbcStore store = SqliteFiles.open(file)) {
      Snapshot snapshot = steps(store);
      interference.happens(store);
      commit(store, CounterInstances.next(snapshot), 12, committer);
      assertThat(live(committer.name())).isEqualTo(1);
      assertThat(whole()).isEqualTo(1);
      CounterInstances.check(store, "i", 12);
    }
  }

  @Test
  void a_released_instance_is_held_again_after_a_commit() throws SQLException {
    mustBeWhole(
        store -> {
          store.release("i", ANN);
          assertThat(live("ann")).isZero();
        },
        ANN);
  }

  @Test
  void an_instance_that_was_set_aside_lives_again_with_a_commit() throws SQLException {
    mustBeWhole(
        store ->
            SqliteFiles.execute(
                file,
                "UPDATE instances SET status = 'quarantined', reason = 'a test', holder = NULL,"
                    + " session = NULL"),
        ANN);
  }

  @Test
  void another_worker_takes_the_row() throws SQLException {
    mustBeWhole(store -> {}, BOB);
  }

  @Test
  void nothing_is_written_after_a_conflicting_write() throws SQLException {
    try (JdbcStore store = SqliteFiles.open(file);
        JdbcStore other = SqliteFiles.open(file)) {
      Snapshot snapshot = CounterInstances.next(steps(store));
      commit(other, snapshot, 12, BOB);
      assertThat(CounterInstances.write(store, snapshot, 1, 11, ANN).join())
          .isEqualTo(Committed.LOST);
      assertThat(live("bob")).isEqualTo(1);
      CounterInstances.check(store, "i", 12);
    }
  }
}
