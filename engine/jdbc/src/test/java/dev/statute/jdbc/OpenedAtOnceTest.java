package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.store.Durability;
import dev.statute.store.Worker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One file of SQLite that is new, or older, and that many open at the same time. */
class OpenedAtOnceTest {
  private static final int PROCESSES = 4;
  private static final int FILES = 4;

  @TempDir Path folder;

  /** Opens files when they are named, all processes at once. */
  static final class Opener {
    private Opener() {}

    public static void main(String[] files) {
      System.out.println("up .");
      Path start = Path.of(files[0]);
      for (String file : List.of(files).subList(1, files.length)) {
        Path begin = Path.of(file + ".go");
        while (!Files.exists(begin)) {
          Child.pause();
        }
        try (JdbcStore store = JdbcStore.sqlite(Path.of(file), Durability.PROCESS_SAFE)) {
          store.enlist(
              new Worker("w" + ProcessHandle.current().pid(), "s"),
              Counters.NOW,
              Counters.NOW.plusSeconds(1));
          System.out.println("opened .");
        } catch (RuntimeException e) {
          System.out.println("failed " + e.getMessage());
        }
      }
      assertThat(start).isNotNull();
    }
  }

  @Test
  void processes_that_open_a_new_file_at_once_all_find_it_whole() throws Exception {
    List<String> arguments = new ArrayList<>(List.of(folder.toString()));
    for (int n = 0; n < FILES; n++) {
      arguments.add(folder.resolve(n + ".db").toString());
    }
    List<Child> children = new ArrayList<>();
    try {
      for (int n = 0; n < PROCESSES; n++) {
        children.add(new Child(Opener.class, arguments, words -> {}));
      }
      children.forEach(child -> child.await("up", 1));
      for (int n = 0; n < FILES; n++) {
        Files.createFile(folder.resolve(n + ".db.go"));
        long opened = n + 1;
        children.forEach(child -> child.await("opened", opened));
      }
    } finally {
      children.forEach(Child::close);
    }
    for (int n = 0; n < FILES; n++) {
      try (JdbcStore store = Sqlite.open(folder.resolve(n + ".db"))) {
        assertThat(store.workers()).hasSize(PROCESSES);
      }
    }
  }

  @Test
  void threads_that_open_a_new_file_at_once_all_find_it_whole() {
    for (int n = 0; n < 8; n++) {
      Path file = folder.resolve("threads-" + n + ".db");
      List<CompletableFuture<Boolean>> all = new ArrayList<>();
      for (int k = 0; k < 8; k++) {
        all.add(
            CompletableFuture.supplyAsync(
                () -> {
                  try (JdbcStore store = JdbcStore.sqlite(file, Durability.PROCESS_SAFE)) {
                    return store.check().isEmpty();
                  }
                }));
      }
      all.forEach(each -> assertThat(each.join()).isTrue());
    }
  }

  @Test
  void an_older_file_is_brought_forward_beside_one_who_writes_without_a_pause()
      throws SQLException {
    Path file = folder.resolve("older.db");
    Sqlite.open(file).close();
    Older.make(file, 7);
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Integer> writer =
        CompletableFuture.supplyAsync(
            () -> {
              int written = 0;
              while (!over.get()) {
                try {
                  written +=
                      Sqlite.execute(
                          file,
                          "PRAGMA busy_timeout = 10000",
                          "BEGIN IMMEDIATE",
                          "INSERT INTO charts(hash, name, version, crc) VALUES ('h"
                              + written
                              + "', 'c', 1, 0)",
                          "COMMIT",
                          "UPDATE charts SET version = 1 WHERE hash = 'h" + written + "'");
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              }
              return written;
            });
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.PROCESS_SAFE)) {
      assertThat(store.workers()).isEmpty();
    } finally {
      over.set(true);
    }
    assertThat(writer.join()).isPositive();
    assertThat(Sqlite.number(file, "SELECT MAX(version) FROM statute_schema")).isEqualTo(9);
  }
}
