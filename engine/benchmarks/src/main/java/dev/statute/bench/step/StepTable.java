package dev.statute.bench.step;

import dev.statute.bench.CpuProfiler;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Table per row and library: processor time of an event as a multiple of the switch in the same
 * round, allocation of an event, time to create an instance, and bytes of an idle one; before it,
 * the errors of each library.
 */
public final class StepTable {
  private static final int ROUNDS = Integer.getInteger("rounds", 3);
  private static final String HEAD = "%-4s %-25s %-17s %9s %9s %8s %10s %9s  %s%n";

  private StepTable() {}

  public static void main(String[] args) throws RunnerException {
    List<ChartRow> rows =
        args.length == 0 ? ChartRows.ALL : List.of(args).stream().map(ChartRows::named).toList();
    Map<String, List<String>> wrong = new LinkedHashMap<>();
    rows.forEach(row -> check(row, wrong));
    Map<String, List<Figures>> measured = new LinkedHashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
      System.out.printf(Locale.ROOT, "round %d of %d, load %.1f%n", round + 1, ROUNDS, load);
      for (ChartRow row : rows) {
        round(row, measured);
      }
    }
    System.out.println();
    System.out.printf(
        HEAD,
        "row",
        "chart",
        "library",
        "ns/event",
        "× switch",
        "B/event",
        "ns/create",
        "B/idle",
        "");
    for (ChartRow row : rows) {
      libraries(row).forEach(library -> print(row, library, measured, wrong));
    }
  }

  private static List<LibraryColumn> libraries(ChartRow row) {
    return LibraryColumn.ALL.stream().filter(library -> library.can().test(row.plan())).toList();
  }

  /** Reports differences of a library from the hand-written machine. */
  private static void check(ChartRow row, Map<String, List<String>> wrong) {
    for (LibraryColumn library : libraries(row)) {
      List<String> differences = MachineAgreement.differences(row, library);
      wrong.put(row.name() + library.name(), differences);
      differences.forEach(
          each -> System.out.println(row.name() + " " + library.name() + ": " + each));
    }
  }

  /** Results of one round. */
  private record Figures(double event, double times, double bytes, double create) {}

  private static void round(ChartRow row, Map<String, List<Figures>> measured)
      throws RunnerException {
    double base = 0;
    for (LibraryColumn library : libraries(row)) {
      RunResult event = run("event", row, library);
      double time = figure(event, CpuProfiler.NAME);
      base = library.name().equals(LibraryColumn.SWITCH) ? time : base;
      double bytes = figure(event, "gc.alloc.rate.norm");
      double create = figure(run("create", row, library), CpuProfiler.NAME);
      measured
          .computeIfAbsent(row.name() + library.name(), key -> new ArrayList<>())
          .add(new Figures(time, time / base, bytes, create));
    }
  }

  private static RunResult run(String benchmark, ChartRow row, LibraryColumn library)
      throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include("^" + StepBenchmark.class.getName() + "." + benchmark + "$")
            .param("row", row.name())
            .param("library", library.name())
            .addProfiler(CpuProfiler.class)
            .addProfiler(GCProfiler.class)
            .verbosity(VerboseMode.SILENT)
            .build();
    return new Runner(options).runSingle();
  }

  /** Median of the iterations. */
  private static double figure(RunResult result, String name) {
    for (String key : result.getSecondaryResults().keySet()) {
      if (key.endsWith(name)) {
        return result.getSecondaryResults().get(key).getStatistics().getPercentile(50);
      }
    }
    return Double.NaN;
  }

  private static void print(
      ChartRow row,
      LibraryColumn library,
      Map<String, List<Figures>> measured,
      Map<String, List<String>> wrong) {
    String key = row.name() + library.name();
    List<Figures> rounds = measured.getOrDefault(key, List.of());
    System.out.printf(
        HEAD,
        row.name(),
        row.title(),
        library.name(),
        median("%.1f", rounds, Figures::event),
        median("%.1f", rounds, Figures::times),
        median("%.0f", rounds, Figures::bytes),
        median("%.0f", rounds, Figures::create),
        InstanceFootprint.bytes(row, library),
        wrong.getOrDefault(key, List.of()).isEmpty() ? "" : "wrong");
  }

  private static String median(
      String format, List<Figures> rounds, ToDoubleFunction<Figures> figure) {
    double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
    return String.format(Locale.ROOT, format, sorted[sorted.length / 2]);
  }
}
