package dev.statute.jdbc.server;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStoreContract;

class PostgresInstancesTest extends InstanceStoreContract {
  private static final PostgresSettings SETTINGS = PostgresServer.newSchema();

  @Override
  protected InstanceStore open() {
    PostgresServer.clear(SETTINGS);
    return JdbcStore.postgres(PostgresServer.url(), SETTINGS);
  }

  @Override
  protected InstanceStore reopen(InstanceStore store) {
    store.close();
    return JdbcStore.postgres(PostgresServer.url(), SETTINGS);
  }
}
