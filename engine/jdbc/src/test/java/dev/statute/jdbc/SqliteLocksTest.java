package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.store.Durability;
import dev.statute.store.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Locks of a process. It loses all its locks on a file when it closes any handle of it, in any part
 * of the program. Another process then takes a file in use for unused, and removes its log.
 */
class SqliteLocksTest {
  private static final Path LOCKS = Path.of("/proc/locks");

  @TempDir Path folder;

  /**
   * Returns the locks of this process on a file, as listed by the system, without their position.
   */
  private static List<String> locks(Path file) throws IOException {
    String process = " " + ProcessHandle.current().pid() + " ";
    String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
    try (var lines = Files.lines(LOCKS)) {
      return lines
          .filter(line -> line.contains(process) && line.contains(inode))
          .map(line -> line.substring(line.indexOf(':')))
          .toList();
    }
  }

  @Test
  void to_open_a_file_once_more_in_one_process_takes_no_lock_from_who_uses_it() throws IOException {
    assumeTrue(Files.isReadable(LOCKS), "the system does not list its locks");
    Path file = folder.resolve("store.db");
    try (JdbcStore store = SqliteFiles.open(file)) {
      CounterInstances.write(store, CounterInstances.start("i"), 0, 0, new Worker("ann", "ann-1"))
          .join();
      List<String> locks = locks(file);
      assertThat(locks).isNotEmpty();
      try (JdbcStore again = JdbcStore.sqlite(file, Durability.POWER_SAFE)) {
        assertThat(locks(file)).isEqualTo(locks);
        assertThat(again.check()).isEmpty();
      }
      assertThat(locks(file)).isEqualTo(locks);
    }
  }
}
