package dev.statute.jdbc.internal.postgres;

import dev.statute.jdbc.PostgresSettings;
import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.DriverCheck;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.StoreSchema;
import dev.statute.store.Durability;
import dev.statute.store.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** PostgreSQL server. Several connections write, each for its share of the instances. */
public final class PostgresDatabase implements DatabaseDialect {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresDatabase.class);

  /**
   * A process stopped in the middle of a transaction keeps its locks: the server ends such a
   * transaction before a worker's lease expires.
   */
  private static final String LIMITS =
      "SET idle_in_transaction_session_timeout = '5s'; SET lock_timeout = '7s'";

  private static final Duration MAX_LOCK_TIMEOUT = Duration.ofSeconds(7);

  /**
   * Statements find their few rows by keys, so one plan is always good. Without statistics a server
   * takes new tables for small and would scan them; and it would plan statements with lists on each
   * execution, as it cannot know their lengths.
   */
  private static final String KEY_PLANS =
      "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;"
          + " SET plan_cache_mode = force_generic_plan; SET jit = off";

  private static final String RESET =
      "RESET idle_in_transaction_session_timeout; RESET lock_timeout; RESET synchronous_commit;"
          + " RESET enable_seqscan; RESET enable_hashjoin; RESET enable_mergejoin;"
          + " RESET plan_cache_mode; RESET jit";

  private final String name;
  private final DataSource source;
  private final PostgresSettings settings;

  public PostgresDatabase(String name, DataSource source, PostgresSettings settings) {
    this.name = name;
    this.source = source;
    this.settings = settings;
  }

  /** Creates and opens a database. */
  public static PostgresDatabase open(String name, DataSource source, PostgresSettings settings) {
    PostgresDatabase database = new PostgresDatabase(name, source, settings);
    database.open();
    return database;
  }

  /** Checks that the schema belongs to this program, and makes the tables of this version. */
  public void open() {
    DriverCheck.require(
        "PostgreSQL",
        "statute-postgres",
        List.of(
            "org.flywaydb.core.Flyway", "org.flywaydb.database.postgresql.PostgreSQLDatabaseType"));
    boolean ready;
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, timeoutMillis());
      warnFsyncOff(statement);
      ready = hasTables(connection, statement);
    } catch (SQLException e) {
      throw explain("opening it", e);
    }
    if (!ready) {
      TableMigration.run(this, source, settings.schema());
    }
  }

  private void warnFsyncOff(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SHOW fsync")) {
      if (row.next()
          && row.getString(1).equals("off")
          && settings.durability() == Durability.POWER_SAFE) {
        LOG.warn("{} runs with fsync off: a loss of power may take commits back", name);
      }
    }
  }

  /** Tests for the tables of this version; refuses others than this program's. */
  private boolean hasTables(Connection connection, Statement statement) throws SQLException {
    String schema = settings.schema();
    try (ResultSet row =
        statement.executeQuery(
            "SELECT COUNT(*), COUNT(CASE WHEN table_name = 'statute_schema' THEN 1 END)"
                + " FROM information_schema.tables WHERE table_schema = '"
                + schema
                + "'")) {
      row.next();
      if (row.getInt(2) == 0) {
        if (row.getInt(1) > 0) {
          throw new StoreException(
              "foreign",
              "schema '"
                  + schema
                  + "' of "
                  + name
                  + " has tables of another application; name"
                  + " another schema",
              null);
        }
        return false;
      }
    }
    connection.setSchema(schema);
    int version = StoreSchema.version(connection);
    StoreSchema.requireVersion(this, version);
    return version == StoreSchema.VERSION;
  }

  private int timeoutMillis() {
    return (int) Math.min(Integer.MAX_VALUE, settings.timeout().toMillis());
  }

  private Connection connect(boolean writes) throws SQLException {
    Connection connection = source.getConnection();
    try {
      connection.setNetworkTimeout(Runnable::run, timeoutMillis());
      connection.setAutoCommit(true);
      connection.setSchema(settings.schema());
      try (Statement statement = connection.createStatement()) {
        statement.execute(LIMITS);
        if (writes) {
          statement.execute(KEY_PLANS);
        }
        if (settings.durability() == Durability.POWER_SAFE) {
          // overrides the server's default; a stronger one stays
          statement.execute(
              "SELECT set_config('synchronous_commit', 'on', false)"
                  + " WHERE current_setting('synchronous_commit') IN ('off', 'local')");
        } else {
          statement.execute("SET synchronous_commit = off");
        }
      }
      connection.setTransactionIsolation(
          writes ? Connection.TRANSACTION_READ_COMMITTED : Connection.TRANSACTION_REPEATABLE_READ);
      connection.setReadOnly(!writes);
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public JdbcSession session(boolean writes) throws SQLException {
    return new JdbcSession(connect(writes), "", true, RESET);
  }

  @Override
  public int writerCount() {
    return settings.writers();
  }

  @Override
  public int readerCount() {
    return settings.readers();
  }

  @Override
  public String inBinaryOrder(String column) {
    return column + " COLLATE \"C\"";
  }

  @Override
  public String lockClause() {
    return " FOR UPDATE";
  }

  @Override
  public String skipLockedClause() {
    return " FOR UPDATE SKIP LOCKED";
  }

  @Override
  public Duration lockTimeout() {
    return settings.timeout().compareTo(MAX_LOCK_TIMEOUT) < 0
        ? settings.timeout()
        : MAX_LOCK_TIMEOUT;
  }

  @Override
  public StoreException explain(String doing, SQLException fault) {
    return PostgresFaults.explain(name, settings.timeout(), doing, fault);
  }

  @Override
  public boolean isSingleWriteFault(SQLException fault) {
    return PostgresFaults.isSingleWriteFault(fault);
  }

  @Override
  public boolean isTransient(SQLException fault) {
    return PostgresFaults.isTransient(fault);
  }

  @Override
  public boolean isConnectionLost(SQLException fault) {
    return PostgresFaults.isConnectionLost(fault);
  }
}
