package dev.statute.bench.decide;

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
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Table of the cost of a decision and of the first start with rules, beside Drools alone in the
 * same round: {@code bench decide [decision] [start]}.
 */
public final class DecideTable {
  private static final int ROUNDS = Integer.getInteger("rounds", 3);
  private static final List<String> WHO = List.of("drools", "statute");
  private static final String MEDIAN = "·p0.50";
  private static final String BYTES = "gc.alloc.rate.norm";

  private DecideTable() {}

  /** Results of one round. */
  private record Round(double drools, double statute) {
    double times() {
      return statute / drools;
    }
  }

  public static void main(String[] args) throws RunnerException {
    List<String> asked = List.of(args);
    if (asked.isEmpty() || asked.contains("decision")) {
      decisions();
    }
    if (asked.isEmpty() || asked.contains("start")) {
      starts();
    }
  }

  private static void decisions() throws RunnerException {
    Map<String, List<Round>> figures = new LinkedHashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      announce(round);
      for (RuleSet set : RuleSet.ALL) {
        for (String instances : List.of("1", "10000")) {
          RunResult[] both = new RunResult[2];
          for (String who : WHO) {
            both[WHO.indexOf(who)] =
                run(
                    options(DecideBenchmark.class, who)
                        .warmupTime(TimeValue.milliseconds(200L * set.warmSeconds()))
                        .param("rules", set.name())
                        .param("instances", instances));
          }
          String what = set.name() + " rules, instances " + instances + ", ";
          put(figures, what + "p50 ns", both, MEDIAN);
          put(figures, what + "processor ns", both, CpuProfiler.NAME);
          put(figures, what + "bytes", both, BYTES);
        }
      }
    }
    print("a decision", "%.0f", figures);
  }

  private static void starts() throws RunnerException {
    Map<String, List<Round>> figures = new LinkedHashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      announce(round);
      for (String rules : List.of("guards/strict", "loops/full", "20", "1000")) {
        RunResult[] both = new RunResult[2];
        for (String who : WHO) {
          both[WHO.indexOf(who)] = run(options(StartBenchmark.class, who).param("rules", rules));
        }
        put(figures, rules + ", processor ms", both, CpuProfiler.NAME);
        put(figures, rules + ", ms", both, "");
      }
    }
    print("first start", "%.0f", figures);
  }

  private static void announce(int round) {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    System.out.printf(Locale.ROOT, "round %d of %d, load %.1f%n", round + 1, ROUNDS, load);
  }

  private static ChainedOptionsBuilder options(Class<?> benchmark, String who) {
    return new OptionsBuilder()
        .include("^" + benchmark.getName() + ".")
        .param("who", who)
        .addProfiler(CpuProfiler.class)
        .addProfiler(GCProfiler.class)
        .verbosity(VerboseMode.SILENT);
  }

  private static RunResult run(ChainedOptionsBuilder options) throws RunnerException {
    return new Runner(options.build()).runSingle();
  }

  private static void put(
      Map<String, List<Round>> figures, String what, RunResult[] both, String name) {
    figures
        .computeIfAbsent(what, key -> new ArrayList<>())
        .add(new Round(figure(both[0], name), figure(both[1], name)));
  }

  /** Median of the iterations, or of the samples. */
  @SuppressWarnings("rawtypes") // type of the library
  private static double figure(RunResult result, String name) {
    if (name.isEmpty()) {
      return result.getPrimaryResult().getScore();
    }
    if (name.equals(MEDIAN)) {
      return result.getPrimaryResult().getStatistics().getPercentile(50);
    }
    double figure =
        result.getSecondaryResults().entrySet().stream()
            .filter(each -> each.getKey().endsWith(name))
            .findFirst()
            .orElseThrow()
            .getValue()
            .getStatistics()
            .getPercentile(50);
    return name.equals(CpuProfiler.NAME)
            && result.getPrimaryResult().getScoreUnit().startsWith("ms")
        ? figure / 1e6
        : figure;
  }

  private static void print(String title, String format, Map<String, List<Round>> figures) {
    System.out.printf("%n%-42s %12s %12s %8s%n", title, "drools", "statute", "ratio");
    figures.forEach(
        (what, rounds) ->
            System.out.printf(
                "%-42s %12s %12s %8s%n",
                what,
                median(format, rounds, Round::drools),
                median(format, rounds, Round::statute),
                median("%.2f", rounds, Round::times)));
  }

  private static String median(String format, List<Round> rounds, ToDoubleFunction<Round> figure) {
    double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
    return String.format(Locale.ROOT, format, sorted[sorted.length / 2]);
  }
}
