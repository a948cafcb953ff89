package dev.statute.bench.reload;

import dev.statute.ChartLoader;
import dev.statute.ChartReloader;
import dev.statute.runtime.Engine;
import java.io.IOException;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Table of memory after many reloads: {@code bench reload [RELOADS]}. Each reload changes the
 * rules, every fifth the chart as well; between them instances are judged, an old one on the first
 * chart and a new one.
 */
public final class ReloadTable {
  private static final int ROWS = 10;
  private static final MemoryPoolMXBean METASPACE =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getName().equals("Metaspace"))
          .findFirst()
          .orElseThrow();
  private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

  private final Path folder;
  private final int reloads;

  private ReloadTable(Path folder, int reloads) {
    this.folder = folder;
    this.reloads = reloads;
  }

  public static void main(String[] args) throws IOException {
    int reloads = args.length == 0 ? 1_000 : Integer.parseInt(args[0]);
    Path folder = Files.createTempDirectory("reload");
    try {
      new ReloadTable(folder, reloads).run();
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private void write(int number) throws IOException {
    Files.writeString(
        folder.resolve("gate.yaml"),
        """
        chart: gate
        version: %d
        policies: [gate]
        data: { pushed: 0 }
        states:
          shut: { on: { push: { to: open, do: [ { assign: { pushed: data.pushed + 1 } } ] } } }
          open: { on: { push: shut } }
        """
            .formatted(1 + number / 5));
    StringBuilder rules = new StringBuilder("package gate\nimport dev.statute.policy.*\n");
    for (int i = 0; i < 10; i++) {
      rules.append(
          """
          rule "r%d"
          when
            Instance( data.num("pushed") >= %d )
            $t : Transition( event == "push", to == "open" )
          then
            insert( new Deny($t, "pushed %d times") );
          end
          """
              .formatted(i, 1_000_000 + number, number));
    }
    Files.writeString(folder.resolve("gate.drl"), rules);
  }

  private void run() throws IOException {
    write(0);
    Path chart = folder.resolve("gate.yaml");
    try (Engine engine = Engine.builder().build();
        ChartReloader reloading =
            ChartReloader.of(
                engine,
                pinned -> ChartLoader.standard().open(chart, pinned),
                List.of(folder),
                reloaded -> {})) {
      engine.spawn("old", "gate").join();
      System.out.printf(
          Locale.ROOT, "%8s %14s %10s %10s%n", "reloads", "metaspace MB", "classes", "heap MB");
      List<double[]> rows = new ArrayList<>();
      int every = Math.max(1, reloads / ROWS);
      for (int number = 1; number <= reloads; number++) {
        write(number);
        if (!reloading.reload().hasChanged()) {
          throw new IllegalStateException("reload " + number + " changed nothing");
        }
        use(engine);
        if (number % every == 0) {
          rows.add(row(number));
        }
      }
      double[] early = rows.get(Math.min(1, rows.size() - 1));
      double[] last = rows.get(rows.size() - 1);
      System.out.printf(
          Locale.ROOT,
          "from %.0f to %.0f reloads: metaspace %+.2f MB, classes %+.0f, heap %+.2f MB%n",
          early[0],
          last[0],
          last[1] - early[1],
          last[2] - early[2],
          last[3] - early[3]);
    }
  }

  /** Judges the old instance and a new one, on many threads of the engine. */
  private static void use(Engine engine) {
    // always the same id, because a store keeps the numbers of every id
    String fresh = "fresh";
    engine.spawn(fresh, "gate").join();
    for (int i = 0; i < 20; i++) {
      String kind = engine.instance(i % 2 == 0 ? "old" : fresh).ask("push").kind();
      if (!kind.equals("taken")) {
        throw new IllegalStateException("a push was " + kind);
      }
    }
    engine.forget(fresh).join();
  }

  private static double[] row(int number) {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    double heap = (runtime.totalMemory() - runtime.freeMemory()) / 1e6;
    double metaspace = METASPACE.getUsage().getUsed() / 1e6;
    int classes = CLASSES.getLoadedClassCount();
    System.out.printf(Locale.ROOT, "%8d %14.2f %10d %10.2f%n", number, metaspace, classes, heap);
    return new double[] {number, metaspace, classes, heap};
  }
}
