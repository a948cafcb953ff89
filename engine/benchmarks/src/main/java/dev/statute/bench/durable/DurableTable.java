package dev.statute.bench.durable;

import dev.statute.bench.durable.Meter.Counts;
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
 * Prints how many durable events there are in a second, and what each costs: flushes, commits,
 * processor time; beside what the disk itself can do in the same seconds.
 */
public final class DurableTable {
  private static final int[] IN_FLIGHT = {1, 16, 64, 256};
  private static final long WARM_MILLIS = 1_000;
  private static final long MEASURED_MILLIS = Long.getLong("millis", 2_000);

  /** What an event may take of the store's time, in nanoseconds, by the model. */
  private static final double MODEL_NANOS = 25_000;

  private DurableTable() {}

  public static void main(String[] args) throws Exception {
    List<String> asked = args.length == 0 ? List.of("sqlite", "postgres", "dbos") : List.of(args);
    System.out.printf(
        "%-16s %9s %8s %9s %9s %9s %10s %9s %9s %7s %7s %5s%n",
        "what",
        "in flight",
        "per s",
        "flushes",
        "commits",
        "store µs",
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
    Path file = folder.resolve("events-" + inFlight + ".db");
    Events events = new Events(JdbcStore.sqlite(file, Durability.POWER_SAFE), inFlight);
    SqliteMeter meter = new SqliteMeter(file);
    Thread.sleep(WARM_MILLIS);
    Window window = new Window(folder, events::done);
    Counts before = meter.read();
    window.measure();
    Counts counts = meter.read().minus(before);
    window.print("sqlite events", inFlight, counts, window.done, true);
    events.end();
  }

  /** PostgreSQL adds up a session's work when it ends, so all of it is counted, warming too. */
  private static void postgres(Path folder, List<String> asked) throws Exception {
    try (PostgresServer server = PostgresServer.start(folder)) {
      for (int inFlight : IN_FLIGHT) {
        if (asked.contains("postgres")) {
          String schema = "events_" + inFlight;
          PostgresSettings settings = PostgresSettings.DEFAULT.inSchema(schema);
          JdbcStore.postgres(server.url(), settings).close();
          Counts before = server.read();
          Events events = new Events(JdbcStore.postgres(server.url(), settings), inFlight);
          Thread.sleep(WARM_MILLIS);
          Window window = new Window(folder, events::done);
          window.measure();
          events.end();
          Counts counts = server.read().minus(before);
          window.print("postgres events", inFlight, counts, events.done(), true);
        }
        if (asked.contains("dbos")) {
          DbosTurns turns = new DbosTurns(server, inFlight);
          Counts before = server.read();
          long begun = turns.done();
          Thread.sleep(WARM_MILLIS);
          Window window = new Window(folder, turns::done);
          window.measure();
          turns.end();
          Counts counts = server.read().minus(before);
          window.print("dbos turns", inFlight, counts, turns.done() - begun, false);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** A count of what is done. */
  private interface Done {
    long count();
  }

  /** The seconds in which is measured, and the disk's own figure before and after them. */
  private static final class Window {
    private final Path folder;
    private final Done counted;
    private long done;
    private double seconds;
    private double flush;
    private double store;
    private double all;

    Window(Path folder, Done counted) {
      this.folder = folder;
      this.counted = counted;
    }

    void measure() throws Exception {
      long before = counted.count();
      double storeBefore = Threads.cpu("statute-store-");
      double allBefore = Threads.cpu("");
      long start = System.nanoTime();
      Thread.sleep(MEASURED_MILLIS);
      done = counted.count() - before;
      seconds = (System.nanoTime() - start) / 1e9;
      store = Threads.cpu("statute-store-") - storeBefore;
      all = Threads.cpu("") - allBefore;
    }

    void print(String what, int inFlight, Counts counts, long counted, boolean hasModel)
        throws IOException {
      flush = Disk.flush(folder);
      double rate = done / seconds;
      double flushes = counts.flushes() / counted;
      double server = counts.cpu() / counted;
      double model = flush / inFlight + MODEL_NANOS;
      double cost = flushes * flush + store / done + server;
      double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
      System.out.printf(
          Locale.ROOT,
          "%-16s %9d %8.0f %9.4f %9.4f %9.1f %10.1f %9.1f %9.0f %7s %7s %5.1f%n",
          what,
          inFlight,
          rate,
          flushes,
          counts.commits() / counted,
          store / done / 1e3,
          all / done / 1e3,
          server / 1e3,
          flush / 1e3,
          hasModel ? String.format(Locale.ROOT, "%.2f", rate * model / 1e9) : "",
          hasModel ? String.format(Locale.ROOT, "%.2f", model / cost) : "",
          load);
    }
  }
}
