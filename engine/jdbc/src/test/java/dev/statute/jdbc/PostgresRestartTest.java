package dev.statute.jdbc;

import dev.statute.runtime.RestartContract;
import dev.statute.store.InstanceStore;

class PostgresRestartTest extends RestartContract {
  private static final PostgresSettings SETTINGS = Postgres.settings();

  @Override
  protected InstanceStore open() {
    Postgres.empty(SETTINGS);
    return again();
  }

  @Override
  protected InstanceStore reopen(InstanceStore store) {
    store.close();
    return again();
  }

  private static InstanceStore again() {
    return Joined.of(JdbcStore.postgres(Postgres.url(), SETTINGS));
  }

  @Override
  protected int charts() {
    return 8;
  }
}
