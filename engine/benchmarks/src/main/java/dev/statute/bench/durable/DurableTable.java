package dev.statute.bench.durable;

import dev.statute.bench.durable.DatabaseMeter.Counts;
import dev.statute.bench.durable.SecondStatistics.Second;
import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.PostgresSettings;
import dev.statute.store.Durability;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Table of durable events per second, and the cost of each: flushes, commits, processor time;
 * beside the capacity of the disk in the same seconds.
 */
public final class DurableTable {
  private static final List<Integer> IN_FLIGHT =
      Stream.of(System.getProperty("inflight", "1,16,64,256").split(",", -1))
          .map(Integer::valueOf)
          .toList();
  private static final long SECONDS = Long.getLong("seconds", 10);

  /** Time budget of the store for an event by the model, in nanoseconds. */
  private static final double MODEL_NANOS = 25_000;

  /** Folder with charts and rules. */
  private static final Path ROOT = Path.of(System.getProperty("statute.root", "."));

  private DurableTable() {}

  public static void main(String[] args) throws Exception {
    List<String> asked = args.length == 0 ? List.of("sqlite", "postgres", "dbos") : List.of(args);
    System.out.printf(
        "%-16s %9s %8s %8s %9s %9s %9s %9s %10s %9s %9s %7s %7s %5s%n",
        "what",
        "in flight",
        "per s",
        "best",
        "flushes",
        "commits",
        "store µs",
        "least",
        "process µs",
        "server µs",
        "flush µs",
        "× model",
        "by cost",
        "load");
    Path folder = Files.createTempDirectory("statute-bench");
    try {
      if (asked.contains("sqlite")) {
        for (int inFlight : IN_FLIGHT) {
          sqlite(folder, inFlight);
        }
      }
      if (asked.contains("postgres") || asked.contains("dbos")) {
        postgres(folder, asked);
      }
    } finally {
      delete(folder);
    }
  }

  private static void sqlite(Path folder, int inFlight) throws Exception {
    Path first = folder.resolve("events-" + inFlight + ".db");
    DurableWorkload events =
        new EventWorkload(JdbcStore.sqlite(first, Durability.POWER_SAFE), inFlight);
    sqlite("sqlite events", folder, first, inFlight, events);
    Path hand = folder.resolve("by-hand-" + inFlight + ".db");
    sqlite("sqlite by hand", folder, hand, inFlight, new HandWrittenSqlite(hand, inFlight));
    Path second = folder.resolve("turns-" + inFlight + ".db");
    JdbcStore store = JdbcStore.sqlite(second, Durability.POWER_SAFE);
    sqlite("sqlite turns", folder, second, inFlight, new StatuteTurns(store, ROOT, inFlight));
  }

  private static void sqlite(
      String what, Path folder, Path file, int inFlight, DurableWorkload work) throws Exception {
    SecondStatistics.warm(work);
    DatabaseMeter meter =
        new SqliteMeter(file); // SQLite creates the log with the first transaction
    long done = work.done();
    Counts before = meter.read();
    SecondStatistics seconds = SecondStatistics.measure(work, meter, SECONDS);
    Counts counts = meter.read().minus(before);
    print(what, inFlight, seconds, counts, work.done() - done, DiskProbe.flush(folder));
    work.end();
  }

  private static void postgres(Path folder, List<String> asked) throws Exception {
    try (MeteredPostgres server = MeteredPostgres.start(folder)) {
      for (int inFlight : IN_FLIGHT) {
        if (asked.contains("postgres")) {
          PostgresSettings settings = PostgresSettings.DEFAULT.withSchema("bench_" + inFlight);
          JdbcStore.postgres(server.url(), settings).close();
          Counts before = server.read();
          DurableWorkload events =
              new EventWorkload(JdbcStore.postgres(server.url(), settings), inFlight);
          postgres("postgres events", folder, server, inFlight, events, before);
          before = server.read();
          JdbcStore store = JdbcStore.postgres(server.url(), settings);
          DurableWorkload turns = new StatuteTurns(store, ROOT, inFlight);
          postgres("postgres turns", folder, server, inFlight, turns, before);
        }
        if (asked.contains("dbos")) {
          DurableWorkload turns = new DbosTurns(server, inFlight);
          postgres("dbos turns", folder, server, inFlight, turns, server.read());
        }
      }
    }
  }

  /** PostgreSQL adds the work of a session at its end, so the warm-up is counted too. */
  private static void postgres(
      String what,
      Path folder,
      MeteredPostgres server,
      int inFlight,
      DurableWorkload work,
      Counts before)
      throws Exception {
    SecondStatistics.warm(work);
    SecondStatistics seconds = SecondStatistics.measure(work, server, SECONDS);
    work.end();
    Counts counts = server.read().minus(before);
    print(what, inFlight, seconds, counts, work.done(), DiskProbe.flush(folder));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }

  /**
   * Prints a row.
   *
   * @param counted number of operations in {@code counts}
   * @param flush duration of a flush of the disk itself, in nanoseconds
   */
  private static void print(
      String what,
      int inFlight,
      SecondStatistics seconds,
      Counts counts,
      long counted,
      long flush) {
    boolean hasModel = what.endsWith("events");
    double rate = seconds.median(Second::rate);
    double store = seconds.median(Second::store);
    double server = seconds.median(Second::server);
    double flushes = counts.flushes() / counted;
    double model = (double) flush / inFlight + MODEL_NANOS;
    double cost = flushes * flush + store + server;
    System.out.printf(
        Locale.ROOT,
        "%-16s %9d %8.0f %8.0f %9.4f %9.4f %9.1f %9.1f %10.1f %9.1f %9.0f %7s %7s %5.1f%n",
        what,
        inFlight,
        rate,
        seconds.most(Second::rate),
        flushes,
        counts.commits() / counted,
        store / 1e3,
        seconds.least(Second::store) / 1e3,
        seconds.median(Second::process) / 1e3,
        server / 1e3,
        flush / 1e3,
        hasModel ? String.format(Locale.ROOT, "%.2f", rate * model / 1e9) : "",
        hasModel ? String.format(Locale.ROOT, "%.2f", model / cost) : "",
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }
}
