package dev.statute.jdbc.internal.sqlite;

import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.EventLayout;
import dev.statute.jdbc.internal.sql.SchemaMigration;
import dev.statute.store.Durability;
import dev.statute.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.Pragma;
import org.sqlite.SQLiteConfig.SynchronousMode;

/** A file. One connection writes; SQLite itself keeps other processes out for as long. */
public final class SqliteDatabase implements DatabaseDialect {
  /** "STAT": tells our files from those of other applications. */
  public static final int APPLICATION = 0x53544154;

  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  private static final String NO_SQLITE = "is no SQLite file";

  /** Bytes of the smallest page that SQLite has: what is shorter has nothing in it. */
  private static final int MIN_PAGE_SIZE = 512;

  /** Files up to this size are looked through when they are opened; it takes about 0.1 s. */
  private static final long MAX_CHECKED_SIZE = 64L << 20;

  /**
   * Bytes of a page of a new file. An event touches a page of each of three trees, which its key
   * chooses and nobody else's event shares; whole pages are summed and written, to the log and then
   * to the file. So they are smaller than SQLite's own 4 KiB.
   */
  public static final int PAGE_SIZE = 2048;

  /**
   * So many pages gather in the log before they are written to the file (16 MiB): a page that is
   * written again and again meanwhile is written there once.
   */
  private static final int CHECKPOINT_PAGES = 8192;

  private final Path file;
  private final Durability durability;
  private final int busyMillis;

  /** What tells the file that was opened from another one of its name; null = nothing does. */
  private volatile @Nullable Object fileKey;

  public SqliteDatabase(Path file, Durability durability, int busyMillis) {
    this.file = file.toAbsolutePath();
    this.durability = durability;
    this.busyMillis = busyMillis;
  }

  /**
   * Looks whether the file is one of ours, and makes the tables that it lacks. It is read by way of
   * SQLite only: a process that closes any handle of a file loses all locks that it has on it, and
   * others would take the file for one that nobody uses.
   *
   * <p>Several processes may open a new file, or an older one, at once: whoever has something to
   * write looks again under the lock that keeps all others from writing, and writes all of it in
   * one transaction.
   */
  public void open() {
    NativeLibrary.useSharedCopy();
    checkFile();
    try {
      // looked at as it is: our settings would change a file that is not ours
      patiently(
          () -> {
            try (Connection connection = connect(new SQLiteConfig())) {
              prepare(connection);
            }
          });
      patiently(
          () -> {
            try (Connection connection = connect(config())) {
              if (Files.size(file) <= MAX_CHECKED_SIZE) {
                SqliteCheck.check(name(), connection);
              }
            }
          });
    } catch (SQLException e) {
      throw explain("opening it", e);
    } catch (IOException e) {
      throw new StoreException("unreachable", file + " cannot be read: " + e.getMessage(), e);
    }
    try {
      fileKey = fileKey();
    } catch (IOException e) {
      throw unreachable("cannot be read: " + e.getMessage());
    }
  }

  private interface Opening {
    void run() throws SQLException, IOException;
  }

  /**
   * Does it again while others keep it from being done: SQLite itself does not wait where a wait
   * might be for ever, as when the log of a new file is made.
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

  /** Makes the tables, unless they are there. */
  private void prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = " + busyMillis);
      // of a file that is there it changes nothing
      statement.execute("PRAGMA page_size = " + PAGE_SIZE);
      if (isReady(connection, statement, "BEGIN")) {
        return;
      }
      boolean unused = isReady(connection, statement, "BEGIN IMMEDIATE");
    }
  }

  /** Looks in one transaction, and writes what is missing if that may write. */
  private boolean isReady(Connection connection, Statement statement, String begin)
      throws SQLException {
    statement.execute(begin);
    boolean done = false;
    try {
      boolean ready = checkOurs(connection, statement);
      if (!ready && !begin.equals("BEGIN")) {
        statement.execute("PRAGMA application_id = " + APPLICATION);
        SchemaMigration.migrateSqlite(
            this, connection, isKnown(statement) ? SchemaMigration.version(connection) : 0);
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

  private @Nullable Object fileKey() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /** A file that was deleted can be written to as long as it is open, and then it is gone. */
  @Override
  public void checkPresent() throws SQLException {
    Object opened = fileKey;
    if (opened == null) {
      return;
    }
    try {
      if (!opened.equals(fileKey())) {
        throw SqliteFaults.fileReplaced("replaced by another one");
      }
    } catch (NoSuchFileException e) {
      throw SqliteFaults.fileReplaced("moved or deleted");
    } catch (IOException e) {
      throw SqliteFaults.fileReplaced("taken away (" + e.getMessage() + ")");
    }
  }

  private void checkFile() {
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
    try {
      long size = Files.size(file);
      if (size > 0 && size < MIN_PAGE_SIZE) {
        throw startsAsOurs() ? truncated() : foreign(NO_SQLITE);
      }
    } catch (IOException e) {
      throw new StoreException("unreachable", file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Only of a file that is too short to be in use. */
  private boolean startsAsOurs() throws IOException {
    byte[] all = Files.readAllBytes(file);
    int length = Math.min(all.length, MAGIC.length);
    return Arrays.equals(all, 0, length, MAGIC, 0, length);
  }

  /** Whether it ends amid a page; what is in the log is not in the file yet. */
  private boolean isTruncated(int page) {
    try {
      return !hasLog() && Files.size(file) % page != 0;
    } catch (IOException e) {
      throw unreachable("cannot be read: " + e.getMessage());
    }
  }

  private boolean hasLog() throws IOException {
    Path log = Path.of(file + "-wal");
    return Files.exists(log) && Files.size(log) > 0;
  }

  private StoreException truncated() {
    return new StoreException("corrupted", file + " is cut off; restore it from a backup", null);
  }

  private StoreException unreachable(String what) {
    return new StoreException("unreachable", file + " " + what, null);
  }

  private StoreException foreign(String what) {
    return new StoreException(
        "foreign", file + " " + what + "; give the path of a store, or of a file to be made", null);
  }

  /** Whether nothing is to be written; within a transaction, so that nobody else writes. */
  private boolean checkOurs(Connection connection, Statement statement) throws SQLException {
    int tables;
    try {
      tables = number(statement, "SELECT COUNT(*) FROM sqlite_master");
    } catch (SQLException e) {
      if (SqliteFaults.isCorrupt(e) && isTruncated(MIN_PAGE_SIZE)) {
        throw truncated();
      }
      throw e;
    }
    if (isTruncated(number(statement, "PRAGMA page_size"))) {
      throw truncated();
    }
    int application = number(statement, "PRAGMA application_id");
    if (!isKnown(statement)) {
      if (tables > 0 || (application != 0 && application != APPLICATION)) {
        throw foreign("is an SQLite file of another application");
      }
      return false;
    }
    int version = SchemaMigration.version(connection);
    SchemaMigration.requireKnown(this, version);
    return version == SchemaMigration.VERSION && application == APPLICATION;
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
    return config.createConnection("jdbc:sqlite:" + file);
  }

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public Connection writer() throws SQLException {
    checkPresent(); // SQLite would make another one
    Connection connection = connect(config());
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA cell_size_check = ON");
      statement.execute("PRAGMA wal_autocheckpoint = " + CHECKPOINT_PAGES);
      if (durability == Durability.POWER_SAFE) {
        // where a plain flush stays in the disk's cache (macOS); no effect elsewhere
        statement.execute("PRAGMA fullfsync = ON");
        statement.execute("PRAGMA checkpoint_fullfsync = ON");
      }
    }
    return connection;
  }

  @Override
  public Connection reader() throws SQLException {
    checkPresent();
    Connection connection = connect(config());
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA query_only = ON");
      statement.execute("PRAGMA cell_size_check = ON");
    }
    return connection;
  }

  /**
   * By hand: without auto-commit the driver begins a transaction as soon as the last one ended, and
   * one that writes would keep all other processes from writing for ever.
   */
  @Override
  public String beginStatement(boolean writes) {
    return writes ? "BEGIN IMMEDIATE" : "BEGIN";
  }

  @Override
  public boolean supportsArrays() {
    return false;
  }

  @Override
  public String resetStatement() {
    return "";
  }

  /**
   * Numbers of rows only rise, as none is ever added but at the end; to tidy up keeps the order.
   */
  @Override
  public EventLayout layout() {
    return EventLayout.CHAINED;
  }

  @Override
  public int writerCount() {
    return 1;
  }

  @Override
  public int readerCount() {
    return 4;
  }

  /** As it is: SQLite compares bytes. */
  @Override
  public String inBinaryOrder(String column) {
    return column;
  }

  /** Nothing: a transaction that writes has the file to itself. */
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
