package dev.statute.jdbc;

import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteInstancesTest extends InstanceStoreContract {
  @TempDir Path folder;

  @Override
  protected InstanceStore open() {
    return SqliteFiles.open(folder.resolve("store.db"));
  }

  @Override
  protected InstanceStore reopen(InstanceStore store) {
    store.close();
    return open();
  }
}
