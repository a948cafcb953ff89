package dev.statute.jdbc;

import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStoreContract;

class PostgresInstancesTest extends InstanceStoreContract {
  private static final PostgresSettings SETTINGS = Postgres.settings();

  @Override
  protected InstanceStore open() {
    Postgres.empty(SETTINGS);
    return JdbcStore.postgres(Postgres.url(), SETTINGS);
  }

  @Override
  protected InstanceStore reopen(InstanceStore store) {
    store.close();
    return JdbcStore.postgres(Postgres.url(), SETTINGS);
  }
}
