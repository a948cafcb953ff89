package dev.statute.jdbc.server;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.turns.store.TurnStore;
import dev.statute.turns.store.TurnStoreContract;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

class PostgresTurnsTest extends TurnStoreContract {
  private static final PostgresSettings SETTINGS = PostgresServer.newSchema();
  private @Nullable JdbcStore opened;

  @Override
  protected TurnStore open() {
    PostgresServer.clear(SETTINGS);
    return again();
  }

  private TurnStore again() {
    JdbcStore store = JdbcStore.postgres(PostgresServer.url(), SETTINGS);
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
