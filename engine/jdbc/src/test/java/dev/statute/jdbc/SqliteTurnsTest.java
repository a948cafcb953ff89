package dev.statute.jdbc;

import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnStoreContract;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class SqliteTurnsTest extends TurnStoreContract {
  @TempDir Path folder;
  private @Nullable JdbcStore opened;

  @Override
  protected TurnStore open() {
    JdbcStore store = SqliteFiles.open(folder.resolve("store.db"));
    opened = store;
    return store.turns();
  }

  @Override
  protected TurnStore reopen(TurnStore store) {
    closeFile();
    return open();
  }

  @AfterEach
  void closeFile() {
    if (opened != null) {
      opened.close();
    }
  }
}
