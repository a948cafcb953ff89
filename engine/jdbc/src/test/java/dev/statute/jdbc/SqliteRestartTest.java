package dev.statute.jdbc;

import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.jdbc.fixture.SynchronousStore;
import dev.statute.runtime.RestartContract;
import dev.statute.store.InstanceStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteRestartTest extends RestartContract {
  @TempDir Path folder;
  private int files;

  @Override
  protected InstanceStore open() {
    files++;
    return again();
  }

  @Override
  protected InstanceStore reopen(InstanceStore store) {
    store.close();
    return again();
  }

  private InstanceStore again() {
    return SynchronousStore.of(SqliteFiles.open(folder.resolve(files + ".db")));
  }

  @Override
  protected int charts() {
    return 12;
  }
}
