package dev.statute.bench.durable;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * PostgreSQL server of the benchmark with fsync on. It counts transactions, including those that
 * only read, by {@code pg_stat_database}, flushes of its log by {@code pg_stat_io}, and the
 * processor time of all its processes by the operating system (Linux).
 */
final class MeteredPostgres implements DatabaseMeter, AutoCloseable {
  private static final double NANOS_PER_TICK = 10_000_000;

  private final EmbeddedPostgres server;
  private final long process;

  private MeteredPostgres(EmbeddedPostgres server, long process) {
    this.server = server;
    this.process = process;
  }

  static MeteredPostgres start(Path folder) throws IOException {
    Path data = folder.resolve("postgres");
    EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setServerConfig("fsync", "on")
            .setServerConfig("full_page_writes", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("max_connections", "300")
            .start();
    List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
    return new MeteredPostgres(server, Long.parseLong(lines.get(0)));
  }

  String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  DataSource source() {
    return server.getPostgresDatabase();
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = source().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Reads the counters; call it after the counted sessions have ended, because the work of a
   * session is added at its end.
   */
  @Override
  public Counts read() throws Exception {
    try (Connection connection = source().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_stat_force_next_flush()");
      double commits =
          number(
              statement,
              "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()");
      double flushes = number(statement, "SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal'");
      return new Counts(commits, flushes);
    }
  }

  private static double number(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getDouble(1);
    }
  }

  @Override
  public double cpu() throws IOException {
    double ticks = ticks(process, true);
    ProcessHandle own = ProcessHandle.of(process).orElseThrow();
    try (Stream<ProcessHandle> children = own.children()) {
      for (ProcessHandle child : children.toList()) {
        ticks += ticks(child.pid(), false);
      }
    }
    return ticks * NANOS_PER_TICK;
  }

  /** User and system time of a process and of its ended children. */
  private static double ticks(long pid, boolean ended) throws IOException {
    Path stat = Path.of("/proc/" + pid + "/stat");
    if (!Files.exists(stat)) {
      return 0;
    }
    String text = Files.readString(stat);
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
    double ticks = Double.parseDouble(fields[11]) + Double.parseDouble(fields[12]);
    return ended ? ticks + Double.parseDouble(fields[13]) + Double.parseDouble(fields[14]) : ticks;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
