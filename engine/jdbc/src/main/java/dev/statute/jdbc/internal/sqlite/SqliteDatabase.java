package dev.statute.jdbc.internal.sqlite;

import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.DriverCheck;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.StoreSchema;
import dev.statute.store.Durability;
import dev.statute.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.Pragma;
import org.sqlite.SQLiteConfig.SynchronousMode;

/** SQLite file. One connection writes; SQLite itself excludes other processes during that. */
public final class SqliteDatabase implements DatabaseDialect {
  /** "STAT": distinguishes these files from those of other applications. */
  public static final int APPLICATION = 0x53544154;

  /** Files up to this size are checked when opened; it takes about 0.1 s. */
  private static final long MAX_CHECKED_SIZE = 64L << 20;

  /**
   * Bytes of a page of a new file. An event changes one page of several trees, selected by its key
   * and not shared with other events; whole pages are summed and written, to the log and then to
   * the file. Hence they are smaller than SQLite's default of 4 KiB.
   */
  public static final int PAGE_SIZE = 2048;

  /**
   * Number of pages that gather in the log before a checkpoint (16 MiB): a page that changes
   * repeatedly is written to the file once.
   */
  private static final int CHECKPOINT_PAGES = 8192;

  private final SqliteFile file;
  private final Durability durability;
  private final int busyMillis;

  public SqliteDatabase(Path file, Durability durability, int busyMillis) {
    this.file = new SqliteFile(file.toAbsolutePath());
    this.durability = durability;
    this.busyMillis = busyMillis;
  }

  /**
   * Checks that the file belongs to this program, and creates missing tables. Reads it through
   * SQLite only: a process that closes any handle of a file loses all its locks on it, and other
   * processes would take the file for unused.
   *
   * <p>Several processes may open a new file at once: a process that finds no tables checks again
   * under the write lock, and creates all of them in one transaction.
   */
  public void open() {
    DriverCheck.require("SQLite", "statute-sqlite", List.of("org.sqlite.SQLiteConfig"));
    NativeLibrary.useSharedCopy();
    file.check();
    try {
      // without our settings, which would change a foreign file
      patiently(
          () -> {
            try (Connection connection = connect(new SQLiteConfig())) {
              prepare(connection);
            }
          });
      patiently(
          () -> {
            try (Connection connection = connect(config())) {
              if (file.size() <= MAX_CHECKED_SIZE) {
                SqliteCheck.check(name(), connection);
              }
            }
          });
    } catch (SQLException e) {
      throw explain("opening it", e);
    } catch (IOException e) {
      throw file.unreadable(e);
    }
    file.remember();
  }

  private interface Opening {
    void run() throws SQLException, IOException;
  }

  /**
   * Repeats an action while other processes prevent it: SQLite itself does not wait where a
   * deadlock is possible, such as at the creation of the log of a new file.
   */
  private void patiently(Opening opening) throws SQLException, IOException {
    long end = System.nanoTime() + Duration.ofMillis(busyMillis).toNanos();
    while (true) {
      try {
        opening.run();
        return;
      } catch (SQLException e) {
        if (!SqliteFaults.isBusy(e) || System.nanoTime() - end > 0) {
          throw e;
        }
        LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
      }
    }
  }

  /** Makes the tables, unless those of this version exist. */
  private void prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = " + busyMillis);
      // no effect on an existing file
      statement.execute("PRAGMA page_size = " + PAGE_SIZE);
      if (isReady(connection, statement, "BEGIN")) {
        return;
      }
      boolean unused = isReady(connection, statement, "BEGIN IMMEDIATE");
    }
  }

  /** Checks in one transaction, and writes missing parts if that may write. */
  private boolean isReady(Connection connection, Statement statement, String begin)
      throws SQLException {
    statement.execute(begin);
    boolean done = false;
    try {
      boolean ready = checkOurs(connection, statement);
      if (!ready && !begin.equals("BEGIN")) {
        statement.execute("PRAGMA application_id = " + APPLICATION);
        int version = isKnown(statement) ? StoreSchema.version(connection) : 0;
        if (version < StoreSchema.VERSION) {
          StoreSchema.migrate(this, connection, version);
        }
      }
      statement.execute("COMMIT");
      done = true;
      return ready;
    } finally {
      if (!done) {
        statement.execute("ROLLBACK");
      }
    }
  }

  /**
   * Tests for a file without missing parts; within a transaction, so that no other process writes.
   */
  private boolean checkOurs(Connection connection, Statement statement) throws SQLException {
    int tables;
    try {
      tables = number(statement, "SELECT COUNT(*) FROM sqlite_master");
    } catch (SQLException e) {
      if (SqliteFaults.isCorrupt(e) && file.isTruncated(SqliteFile.MIN_PAGE_SIZE)) {
        throw file.truncated();
      }
      throw e;
    }
    if (file.isTruncated(number(statement, "PRAGMA page_size"))) {
      throw file.truncated();
    }
    int application = number(statement, "PRAGMA application_id");
    if (!isKnown(statement)) {
      if (tables > 0 || (application != 0 && application != APPLICATION)) {
        throw file.foreign("is an SQLite file of another application");
      }
      return false;
    }
    int version = StoreSchema.version(connection);
    StoreSchema.requireVersion(this, version);
    return application == APPLICATION && version == StoreSchema.VERSION;
  }

  private static boolean isKnown(Statement statement) throws SQLException {
    return number(statement, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'statute_schema'")
        > 0;
  }

  private static int number(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getInt(1) : 0;
    }
  }

  private SQLiteConfig config() {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(
        switch (durability) {
          case POWER_SAFE -> SynchronousMode.FULL;
          case PROCESS_SAFE -> SynchronousMode.NORMAL;
          case MEMORY -> SynchronousMode.OFF;
        });
    config.setBusyTimeout(busyMillis);
    config.setPragma(Pragma.CACHE_SIZE, "-16384");
    return config;
  }

  private Connection connect(SQLiteConfig config) throws SQLException {
    return config.createConnection("jdbc:sqlite:" + file.path());
  }

  @Override
  public void checkPresent() throws SQLException {
    file.checkPresent();
  }

  @Override
  public String name() {
    return file.path().toString();
  }

  /**
   * Opens a session that begins explicitly: without auto-commit the driver begins a transaction as
   * soon as the last one ended, and a writing one would exclude all other processes for ever.
   */
  @Override
  public JdbcSession session(boolean writes) throws SQLException {
    return writes
        ? new JdbcSession(writer(), "BEGIN IMMEDIATE", false, "")
        : new JdbcSession(reader(), "BEGIN", false, "");
  }

  private Connection writer() throws SQLException {
    List<String> pragmas = new ArrayList<>();
    pragmas.add("wal_autocheckpoint = " + CHECKPOINT_PAGES);
    if (durability == Durability.POWER_SAFE) {
      // for systems with a plain flush to the disk's cache (macOS); no effect elsewhere
      pragmas.add("fullfsync = ON");
      pragmas.add("checkpoint_fullfsync = ON");
    }
    return connect(pragmas);
  }

  private Connection reader() throws SQLException {
    return connect(List.of("query_only = ON"));
  }

  /** Connects to the opened file; closes the connection if a pragma fails. */
  private Connection connect(List<String> pragmas) throws SQLException {
    file.checkPresent(); // SQLite would create another one
    Connection connection = connect(config());
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA cell_size_check = ON");
      for (String pragma : pragmas) {
        statement.execute("PRAGMA " + pragma);
      }
      return connection;
    } catch (SQLException | RuntimeException | Error e) {
      try (connection) {
        throw e;
      }
    }
  }

  @Override
  public int writerCount() {
    return 1;
  }

  @Override
  public int readerCount() {
    return 4;
  }

  /** Unchanged: SQLite compares bytes. */
  @Override
  public String inBinaryOrder(String column) {
    return column;
  }

  /** Empty: a writing transaction has the file to itself. */
  @Override
  public String lockClause() {
    return "";
  }

  @Override
  public String skipLockedClause() {
    return "";
  }

  @Override
  public Duration lockTimeout() {
    return Duration.ofMillis(busyMillis);
  }

  @Override
  public StoreException explain(String doing, SQLException fault) {
    return SqliteFaults.explain(name(), doing, fault);
  }

  @Override
  public boolean isSingleWriteFault(SQLException fault) {
    return SqliteFaults.isSingleWriteFault(fault);
  }

  @Override
  public boolean isTransient(SQLException fault) {
    return false;
  }

  @Override
  public boolean isConnectionLost(SQLException fault) {
    return SqliteFaults.isConnectionLost(fault);
  }
}
