package dev.statute.bench.flink;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Table of a fleet in Flink beside a bare loop: {@code bench flink [EVENTS]}, {@code bench flink
 * instances N [BACKEND…]}. Rates are per second of processor time of the whole process, so that
 * other programs disturb them less.
 */
public final class FlinkTable {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final int FLEET = 100_000;
  private static final List<String> BACKENDS = List.of("hashmap", "rocksdb");

  private final Path folder;

  private FlinkTable(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("bench-flink");
    try {
      FlinkTable table = new FlinkTable(folder);
      if (args.length >= 2 && args[0].equals("instances")) {
        List<String> backends = args.length == 2 ? BACKENDS : List.of(args).subList(2, args.length);
        table.state(Integer.parseInt(args[1]), backends);
      } else {
        table.rates(args.length == 0 ? 4_000_000 : Long.parseLong(args[0]));
      }
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private void rates(long events) throws Exception {
    BareLoop bare = new BareLoop(folder);
    System.out.printf(Locale.ROOT, "%d events of %d instances%n", events, FLEET);
    System.out.printf("%-44s %12s %12s %8s%n", "", "µs/event", "events/s", "of step");
    bare.run(FLEET, events / 4, false);
    bare.run(FLEET, events / 4, true);
    double step = row("bare step", events, 0, () -> bare.run(FLEET, events, false));
    row("bare loop, JSON lines in and out", events, step, () -> bare.run(FLEET, events, true));
    for (String backend : BACKENDS) {
      try (FleetCluster cluster = new FleetCluster(folder, backend, 1)) {
        cluster.run(FLEET, events / 4);
        String name = "Flink, " + backend + ", checkpoints each 5 s";
        row(name, events, step, () -> cluster.run(FLEET, events));
      }
    }
  }

  private static double row(String name, long events, double step, Callable<?> work)
      throws Exception {
    System.gc();
    long began = SYSTEM.getProcessCpuTime();
    work.call();
    double micros = (SYSTEM.getProcessCpuTime() - began) / 1_000.0 / events;
    String share = step == 0 ? "" : "%.0f %%".formatted(100 * step / micros);
    System.out.printf(Locale.ROOT, "%-44s %12.2f %12.0f %8s%n", name, micros, 1e6 / micros, share);
    return micros;
  }

  private void state(int instances, List<String> backends) throws Exception {
    System.out.printf(
        Locale.ROOT,
        "%-10s %12s %14s %16s %12s %12s%n",
        "backend",
        "instances",
        "B/instance",
        "heap B/instance",
        "savepoint s",
        "restore s");
    for (String backend : backends) {
      long before = used();
      try (FleetCluster cluster = new FleetCluster(folder, backend, 2)) {
        DrawnLog.reset();
        cluster.start(instances, null);
        DrawnLog.awaitEnd();
        cluster.awaitRecords(instances);
        long heap = used() - before;
        long began = System.nanoTime();
        Path savepoint = cluster.savepoint();
        double saved = (System.nanoTime() - began) / 1e9;
        long bytes = size(savepoint);
        began = System.nanoTime();
        cluster.start(instances, savepoint);
        double restored = (System.nanoTime() - began) / 1e9;
        System.out.printf(
            Locale.ROOT,
            "%-10s %12d %14d %16d %12.1f %12.1f%n",
            backend,
            instances,
            bytes / instances,
            heap / instances,
            saved,
            restored);
      }
    }
  }

  private static long size(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
