package dev.statute.jdbc;

import dev.statute.turns.TurnStore;
import dev.statute.turns.TurnStoreContract;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

class PostgresTurnsTest extends TurnStoreContract {
  private static final PostgresSettings SETTINGS = Postgres.settings();
  private @Nullable JdbcStore opened;

  @Override
  protected TurnStore open() {
    Postgres.empty(SETTINGS);
    return again();
  }

  private TurnStore again() {
    JdbcStore store = JdbcStore.postgres(Postgres.url(), SETTINGS);
    opened = store;
    return store.turns();
  }

  @Override
  protected TurnStore reopen(TurnStore store) {
    disconnect();
    return again();
  }

  @AfterEach
  void disconnect() {
    if (opened != null) {
      opened.close();
    }
  }
}
