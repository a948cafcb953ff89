package dev.statute.jdbc.internal.postgres;

import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.StoreSchema;
import dev.statute.store.StoreException;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creation and migration of the tables by Flyway, whose lock lets one of several processes run it.
 */
final class TableMigration {
  private static final Logger LOG = LoggerFactory.getLogger(TableMigration.class);

  private TableMigration() {}

  /** Makes the schema and the tables, or migrates them, unless another process does it first. */
  static void run(DatabaseDialect database, DataSource source, String schema) {
    LOG.info("{}: makes tables of version {}", database.name(), StoreSchema.VERSION);
    try {
      Flyway.configure()
          .loggers(FlywayLog.class.getName())
          .dataSource(source)
          .locations("classpath:" + StoreSchema.FOLDER)
          .table("statute_migrations")
          .target(String.valueOf(StoreSchema.VERSION))
          .failOnMissingLocations(true)
          .defaultSchema(schema)
          .schemas(schema)
          .createSchemas(true)
          .load()
          .migrate();
    } catch (FlywayException e) {
      if (e.getCause() instanceof SQLException fault) {
        throw database.explain("making the tables", fault);
      }
      throw new StoreException(
          "failed", "the tables of " + database.name() + " cannot be made: " + e.getMessage(), e);
    }
  }
}
