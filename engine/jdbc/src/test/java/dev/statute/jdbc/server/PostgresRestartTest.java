package dev.statute.jdbc.server;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.fixture.PostgresServer;
import dev.statute.jdbc.fixture.SynchronousStore;
import dev.statute.runtime.RestartContract;
import dev.statute.store.InstanceStore;

class PostgresRestartTest extends RestartContract {
  private static final PostgresSettings SETTINGS = PostgresServer.newSchema();

  @Override
  protected InstanceStore open() {
    PostgresServer.clear(SETTINGS);
    return again();
  }

  @Override
  protected InstanceStore reopen(InstanceStore store) {
    store.close();
    return again();
  }

  private static InstanceStore again() {
    return SynchronousStore.of(JdbcStore.postgres(PostgresServer.url(), SETTINGS));
  }

  @Override
  protected int charts() {
    return 8;
  }
}
