package dev.statute.bench.step;

import dev.statute.bench.Cpu;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Prints the table: per row and library the processor time of an event as a multiple of what the
 * switch took in the same round, what an event allocates, what making an instance takes.
 */
public final class StepTable {
  private static final int ROUNDS = Integer.getInteger("rounds", 3);

  private StepTable() {}

  public static void main(String[] args) throws RunnerException {
    List<Row> rows = args.length == 0 ? Rows.ALL : List.of(args).stream().map(Rows::named).toList();
    Map<String, List<Figures>> measured = new LinkedHashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
      System.out.printf(Locale.ROOT, "round %d of %d, load %.1f%n", round + 1, ROUNDS, load);
      for (Row row : rows) {
        round(row, measured);
      }
    }
    System.out.println();
    System.out.printf(
        "%-4s %-26s %-18s %9s %9s %9s %10s%n",
        "row", "chart", "library", "ns/event", "× switch", "B/event", "ns/create");
    for (Row row : rows) {
      for (Library library : Library.ALL) {
        List<Figures> rounds = measured.get(row.name() + library.name());
        if (rounds != null) {
          print(row, library, rounds);
        }
      }
    }
  }

  /** What one round gave. */
  private record Figures(double event, double times, double bytes, double create) {}

  private static void round(Row row, Map<String, List<Figures>> measured) throws RunnerException {
    double base = 0;
    for (Library library : Library.ALL) {
      if (library.can().test(row.plan())) {
        RunResult event = run("event", row, library);
        double time = figure(event, Cpu.NAME);
        base = library.name().equals(Library.SWITCH) ? time : base;
        Figures figures =
            new Figures(
                time,
                time / base,
                figure(event, "gc.alloc.rate.norm"),
                figure(run("create", row, library), Cpu.NAME));
        measured
            .computeIfAbsent(row.name() + library.name(), key -> new ArrayList<>())
            .add(figures);
      }
    }
  }

  private static RunResult run(String benchmark, Row row, Library library) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include("^" + StepBenchmark.class.getName() + "." + benchmark + "$")
            .param("row", row.name())
            .param("library", library.name())
            .addProfiler(Cpu.class)
            .addProfiler(GCProfiler.class)
            .verbosity(VerboseMode.SILENT)
            .build();
    return new Runner(options).runSingle();
  }

  private static double figure(RunResult result, String name) {
    for (String key : result.getSecondaryResults().keySet()) {
      if (key.endsWith(name)) {
        return result.getSecondaryResults().get(key).getScore();
      }
    }
    return Double.NaN;
  }

  private static void print(Row row, Library library, List<Figures> rounds) {
    System.out.printf(
        Locale.ROOT,
        "%-4s %-26s %-18s %9.1f %9.1f %9.0f %10.0f%n",
        row.name(),
        row.title(),
        library.name(),
        median(rounds.stream().mapToDouble(Figures::event).sorted().toArray()),
        median(rounds.stream().mapToDouble(Figures::times).sorted().toArray()),
        median(rounds.stream().mapToDouble(Figures::bytes).sorted().toArray()),
        median(rounds.stream().mapToDouble(Figures::create).sorted().toArray()));
  }

  private static double median(double[] sorted) {
    return sorted[sorted.length / 2];
  }
}
