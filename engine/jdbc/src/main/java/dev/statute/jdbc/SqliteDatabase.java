package dev.statute.jdbc;

import dev.statute.store.Durability;
import dev.statute.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.Pragma;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteDataSource;

/** A file. One connection writes; SQLite itself keeps other processes out for as long. */
final class SqliteDatabase implements Database {
  /** "STAT": tells our files from those of other applications. */
  static final int APPLICATION = 0x53544154;

  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER = 100;

  private final Path file;
  private final Durability durability;
  private final int busyMillis;

  SqliteDatabase(Path file, Durability durability, int busyMillis) {
    this.file = file.toAbsolutePath();
    this.durability = durability;
    this.busyMillis = busyMillis;
  }

  /** Looks whether the file is one of ours, and makes the tables that it lacks. */
  void open() {
    checkPlace();
    int version;
    try (Connection connection = connect(config())) {
      version = ours(connection) ? Schema.version(connection) : 0;
    } catch (SQLException e) {
      throw explain("opening it", e);
    }
    Schema.migrate(this, version, null);
  }

  private void checkPlace() {
    Path folder = file.getParent();
    if (Files.isDirectory(file)) {
      throw unreachable("is a folder, not a file");
    }
    if (!Files.exists(file)) {
      if (folder == null || !Files.isDirectory(folder)) {
        throw unreachable("cannot be made: there is no folder " + folder);
      }
      return;
    }
    if (!Files.isReadable(file) || !Files.isWritable(file)) {
      throw unreachable("must be readable and writable for this user");
    }
    try (var in = Files.newInputStream(file)) {
      byte[] head = in.readNBytes(HEADER);
      if (head.length > 0 && !Arrays.equals(Arrays.copyOf(head, MAGIC.length), MAGIC)) {
        throw foreign("is no SQLite file");
      }
      if (head.length > 0 && head.length < HEADER) {
        throw new StoreException("corrupted", file + " is cut off within its header", null);
      }
    } catch (IOException e) {
      throw new StoreException("unreachable", file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private StoreException unreachable(String what) {
    return new StoreException("unreachable", file + " " + what, null);
  }

  private StoreException foreign(String what) {
    return new StoreException(
        "foreign", file + " " + what + "; give the path of a store, or of a file to be made", null);
  }

  /** Whether it has our tables; false if it is empty, and then marked as ours. */
  private boolean ours(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int application = number(statement, "PRAGMA application_id");
      int tables = number(statement, "SELECT COUNT(*) FROM sqlite_master");
      boolean known =
          number(statement, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'statute_schema'") > 0;
      if (!known && (tables > 0 || (application != 0 && application != APPLICATION))) {
        throw foreign("is an SQLite file of another application");
      }
      if (application == 0) {
        statement.execute("PRAGMA application_id = " + APPLICATION);
      }
      return known;
    }
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
    config.setTransactionMode(TransactionMode.IMMEDIATE);
    config.setPragma(Pragma.CACHE_SIZE, "-16384");
    return config;
  }

  private Connection connect(SQLiteConfig config) throws SQLException {
    return config.createConnection("jdbc:sqlite:" + file);
  }

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public Connection writer() throws SQLException {
    Connection connection = connect(config());
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA cell_size_check = ON");
      if (durability == Durability.POWER_SAFE) {
        // where a plain flush stays in the disk's cache (macOS); no effect elsewhere
        statement.execute("PRAGMA fullfsync = ON");
        statement.execute("PRAGMA checkpoint_fullfsync = ON");
      }
    }
    connection.setAutoCommit(false);
    return connection;
  }

  @Override
  public Connection reader() throws SQLException {
    SQLiteConfig config = config();
    config.setTransactionMode(TransactionMode.DEFERRED);
    Connection connection = connect(config);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA query_only = ON");
      statement.execute("PRAGMA cell_size_check = ON");
    }
    connection.setAutoCommit(false);
    return connection;
  }

  @Override
  public DataSource migrating() {
    SQLiteDataSource source = new SQLiteDataSource(config());
    source.setUrl("jdbc:sqlite:" + file);
    return source;
  }

  @Override
  public int writers() {
    return 1;
  }

  @Override
  public int readers() {
    return 4;
  }

  /** As it is: SQLite compares bytes. */
  @Override
  public String ordered(String column) {
    return column;
  }

  /** Nothing: a transaction that writes has the file to itself. */
  @Override
  public String locking() {
    return "";
  }

  @Override
  public StoreException explain(String doing, SQLException fault) {
    return SqliteFaults.explain(name(), doing, fault);
  }

  @Override
  public boolean isOfOne(SQLException fault) {
    return SqliteFaults.isOfOne(fault);
  }

  @Override
  public boolean isPassing(SQLException fault) {
    return false;
  }

  @Override
  public boolean isLost(SQLException fault) {
    return SqliteFaults.isLost(fault);
  }
}
