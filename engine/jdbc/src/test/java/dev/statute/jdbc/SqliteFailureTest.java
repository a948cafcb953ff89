package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.StoreSchema;
import dev.statute.jdbc.internal.sqlite.SqliteDatabase;
import dev.statute.step.Snapshot;
import dev.statute.store.Durability;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Defects of a file, their messages, and recovery. */
class SqliteFailureTest {
  private static final Worker ANN = new Worker("ann", "ann-1");

  @TempDir Path folder;

  private static void refused(ThrowingCallable opening, String code, String... words) {
    assertThatThrownBy(opening)
        .isInstanceOf(StoreException.class)
        .hasMessageContainingAll(words)
        .satisfies(e -> assertThat(((StoreException) e).code()).isEqualTo(code));
  }

  private static void refused(Path file, String code, String... words) {
    refused(() -> JdbcStore.sqlite(file, Durability.POWER_SAFE).close(), code, words);
  }

  @Test
  void a_path_that_cannot_be_a_file_is_unreachable() throws IOException {
    refused(folder, "unreachable", folder.toString(), "folder");
    Path nowhere = folder.resolve("none/store.db");
    refused(nowhere, "unreachable", nowhere.toString(), "no folder");
    Path file = Files.createDirectory(folder.resolve("loop")).resolve("store.db");
    Files.createSymbolicLink(file, file);
    refused(file, "unreachable", file.toString());
  }

  @Test
  void what_is_no_store_is_left_alone() throws IOException, SQLException {
    Path text = Files.writeString(folder.resolve("notes.txt"), "these are my notes\n".repeat(20));
    refused(text, "foreign", text.toString(), "no SQLite file");
    assertThat(text).hasContent("these are my notes\n".repeat(20));
    Path other = folder.resolve("other.db");
    SqliteFiles.execute(other, "CREATE TABLE mine(x)", "PRAGMA application_id = 42");
    byte[] before = Files.readAllBytes(other);
    refused(other, "foreign", other.toString(), "another application");
    assertThat(Files.readAllBytes(other)).isEqualTo(before);
  }

  @Test
  void a_newer_store_is_refused_with_both_versions() throws SQLException {
    Path file = folder.resolve("store.db");
    SqliteFiles.open(file).close();
    SqliteFiles.execute(file, "INSERT INTO statute_schema(version) VALUES (99)");
    refused(file, "newer-schema", "99", String.valueOf(StoreSchema.VERSION));
  }

  @Test
  void a_store_of_before_the_first_version_is_refused() throws SQLException {
    Path file = folder.resolve("store.db");
    SqliteFiles.open(file).close();
    SqliteFiles.execute(file, "INSERT INTO statute_schema(version) VALUES (8), (9)");
    refused(file, "newer-schema", "version 9", "before 0.1 are not read");
    SqliteFiles.execute(file, "UPDATE statute_schema SET version = -version");
    refused(file, "older-schema", "version -1", "version " + StoreSchema.VERSION);
    SqliteFiles.execute(file, "DELETE FROM statute_schema");
    refused(file, "older-schema", "version 0", "version " + StoreSchema.VERSION);
  }

  /** Starts instances until a failure; returns their number. */
  private static int fill(JdbcStore store, int from) {
    for (int n = from; n < from + 10_000; n++) {
      try {
        CounterInstances.write(store, CounterInstances.start("i" + n), 0, 0, ANN).join();
      } catch (CompletionException e) {
        assertThat(e.getCause()).isInstanceOf(StoreException.class);
        assertThat(((StoreException) e.getCause()).code()).isEqualTo("full");
        assertThat(e.getCause()).hasMessageContaining("full").hasMessageContaining("i" + n);
        return n;
      }
    }
    throw new AssertionError("10,000 instances found room where there should be little");
  }

  /** Returns the database of a file whose writers obey a limit of pages. */
  private static DatabaseDialect limited(Path file, AtomicReference<String> limit) {
    SqliteDatabase real = new SqliteDatabase(file, Durability.POWER_SAFE, 1000);
    return (DatabaseDialect)
        Proxy.newProxyInstance(
            DatabaseDialect.class.getClassLoader(),
            new Class<?>[] {DatabaseDialect.class},
            (proxy, method, arguments) -> {
              if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
              }
              try {
                Object result = method.invoke(real, arguments);
                if (result instanceof JdbcSession session && arguments[0].equals(true)) {
                  session.query(limit.get(), row -> row.getLong(1));
                }
                // as after any error of the disk, the file is opened anew
                return method.getName().equals("isConnectionLost") ? true : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void a_disk_that_is_full_at_any_write_loses_nothing() throws SQLException {
    int pages = Integer.getInteger("statute.pages", 25);
    for (int room = 0; room < pages; room++) {
      Path file = folder.resolve("room" + room + ".db");
      SqliteFiles.open(file).close();
      long taken = SqliteFiles.queryNumber(file, "PRAGMA page_count");
      AtomicReference<String> limit =
          new AtomicReference<>("PRAGMA max_page_count = " + (taken + room));
      try (JdbcStore store = new JdbcStore(limited(file, limit))) {
        int began = fill(store, 0);
        limit.set("PRAGMA max_page_count = 100000");
        Snapshot next = CounterInstances.start("i" + began);
        assertThat(CounterInstances.write(store, next, 0, 0, ANN).join()).isEqualTo(Committed.DONE);
        for (int n = 0; n <= began; n++) {
          assertThat(CounterInstances.check(store, "i" + n, 1)).isEqualTo(1);
        }
        assertThat(store.check()).as("%d pages of room", room).isEmpty();
      }
    }
  }

  @Test
  void a_full_disk_is_reported_and_the_store_recovers() throws SQLException {
    Path file = folder.resolve("store.db");
    SqliteFiles.open(file).close();
    AtomicReference<String> limit =
        new AtomicReference<>(
            "PRAGMA max_page_count = " + (SqliteFiles.queryNumber(file, "PRAGMA page_count") + 20));
    try (JdbcStore store = new JdbcStore(limited(file, limit))) {
      int began = fill(store, 0);
      assertThat(began).isPositive();
      assertThat(store.load("i" + began, CounterInstances::chartOf))
          .as("nothing half-written")
          .isNull();
      limit.set("PRAGMA max_page_count = 100000");
      assertThat(
              CounterInstances.write(store, CounterInstances.start("i" + began), 0, 0, ANN).join())
          .isEqualTo(Committed.DONE);
      for (int n = 0; n <= began; n++) {
        CounterInstances.check(store, "i" + n, 1);
      }
      assertThat(store.check()).isEmpty();
    }
  }

  @Test
  void a_file_locked_by_another_process_is_busy_until_released() throws SQLException {
    Path file = folder.resolve("store.db");
    SqliteFiles.open(file).close();
    try (JdbcStore store = new JdbcStore(new SqliteDatabase(file, Durability.POWER_SAFE, 50));
        Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      assertThatThrownBy(
              () -> CounterInstances.write(store, CounterInstances.start("i"), 0, 0, ANN).join())
          .hasCauseInstanceOf(StoreException.class)
          .satisfies(
              e -> {
                assertThat(((StoreException) e.getCause()).code()).isEqualTo("busy");
                assertThat(e.getCause())
                    .hasMessageContainingAll(
                        file.toString(), "another process that does not let go", "instance 'i'");
              });
      statement.execute("ROLLBACK");
      assertThat(CounterInstances.write(store, CounterInstances.start("i"), 0, 0, ANN).join())
          .isEqualTo(Committed.DONE);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS) // Windows does not move an open file
  void a_file_that_is_taken_away_is_missed_and_when_it_is_back_it_goes_on() throws IOException {
    Path file = folder.resolve("store.db");
    try (JdbcStore store = SqliteFiles.open(file)) {
      assertThat(CounterInstances.write(store, CounterInstances.start("i"), 0, 0, ANN).join())
          .isEqualTo(Committed.DONE);
      assertThat(CounterInstances.check(store, "i", 1)).isEqualTo(1);
      Path away = folder.resolve("away.db");
      move(file, away);
      missed(store, file, "moved or deleted");
      assertThat(file).as("none is made in its place").doesNotExist();
      SqliteFiles.open(file).close();
      missed(store, file, "replaced by another one");
      move(file, folder.resolve("other.db"));
      move(away, file);
      assertThat(CounterInstances.write(store, CounterInstances.start("j"), 0, 0, ANN).join())
          .isEqualTo(Committed.DONE);
      assertThat(CounterInstances.check(store, "i", 1)).isEqualTo(1);
      assertThat(store.check()).isEmpty();
    }
    try (JdbcStore store = SqliteFiles.open(file)) {
      assertThat(CounterInstances.check(store, "j", 1)).isEqualTo(1);
    }
  }

  private static void missed(JdbcStore store, Path file, String how) {
    assertThatThrownBy(
            () -> CounterInstances.write(store, CounterInstances.start("j"), 0, 0, ANN).join())
        .hasCauseInstanceOf(StoreException.class)
        .satisfies(
            e -> {
              assertThat(((StoreException) e.getCause()).code()).isEqualTo("unreachable");
              assertThat(e.getCause())
                  .hasMessageContainingAll(file.toString(), how, "'j'", "put the file back");
            });
    refused(() -> store.load("i", CounterInstances::chartOf), "unreachable", file.toString(), how);
  }

  /** Moves a file with its log. */
  private static void move(Path from, Path to) throws IOException {
    for (String part : new String[] {"", "-wal", "-shm"}) {
      Path file = Path.of(from + part);
      if (Files.exists(file)) {
        Files.move(file, Path.of(to + part));
      }
    }
  }

  @Test
  void two_stores_over_one_file_take_turns() {
    Path file = folder.resolve("store.db");
    try (JdbcStore one = SqliteFiles.open(file);
        JdbcStore two = SqliteFiles.open(file)) {
      for (int n = 0; n < 20; n++) {
        JdbcStore store = n % 2 == 0 ? one : two;
        assertThat(CounterInstances.write(store, CounterInstances.start("i" + n), 0, 0, ANN).join())
            .isEqualTo(Committed.DONE);
      }
      assertThat(CounterInstances.check(one, "i19", 1)).isEqualTo(1);
      assertThat(CounterInstances.check(two, "i18", 1)).isEqualTo(1);
    }
  }

  @Test
  void a_closed_store_fails_with_its_code() {
    JdbcStore store = SqliteFiles.open(folder.resolve("store.db"));
    store.close();
    store.close();
    refused(() -> store.load("i", CounterInstances::chartOf), "closed", "closed");
    assertThatThrownBy(
            () -> CounterInstances.write(store, CounterInstances.start("i"), 0, 0, ANN).join())
        .hasCauseInstanceOf(StoreException.class);
  }
}
