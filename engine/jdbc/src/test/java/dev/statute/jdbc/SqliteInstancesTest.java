package dev.statute.jdbc;

import dev.statute.store.Durability;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteInstancesTest extends InstanceStoreContract {
  @TempDir Path folder;

  @Override
  protected InstanceStore open() {
    return JdbcStore.sqlite(folder.resolve("store.db"), Durability.POWER_SAFE);
  }

  @Override
  protected InstanceStore reopen(InstanceStore store) {
    store.close();
    return open();
  }
}
