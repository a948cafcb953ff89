package dev.statute.bench.track;

import dev.statute.chart.PackReference;
import dev.statute.drools.DroolsPolicies;
import dev.statute.drools.DroolsPolicy;
import dev.statute.policy.Instance;
import dev.statute.policy.Settings;
import dev.statute.policy.base.Values;
import dev.statute.policy.spi.Observation;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.ProgressState;
import dev.statute.policy.spi.ProgressTracker;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.policy.spi.Question;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.SourceText;
import dev.statute.yaml.PackFinder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.openjdk.jol.info.GraphLayout;

/** Table of the cost of tracked agents: {@code bench track [AGENTS]}. */
public final class TrackerTable {
  private static final int FULL = 400;
  private static final int DRAWN = 10_000;
  private static final Instance NOBODY =
      new Instance("i", "c", 1, List.of(), Values.of(Map.of()), 0, 0, "");
  private final DroolsPolicy policy;
  private final Settings settings;
  private final ProgressTracker tracking;

  private TrackerTable() {
    List<Pack> packs =
        PackFinder.standard()
            .find(
                List.of(
                    new PackReference(
                        SourceText.synthetic("loops/full", "bench"), List.of(), Map.of())),
                null)
            .get();
    Map<String, Object> values = new LinkedHashMap<>();
    for (Pack pack : packs) {
      pack.settings().forEach((name, setting) -> put(values, name, setting.initial()));
    }
    settings = Settings.of(values);
    policy = DroolsPolicies.compile(packs, Vocabulary.NONE).get();
    tracking =
        ProgressTrackerFactory.installed()
            .tracker(settings, policy::readsFact, policy::readsCounter, policy.readsArguments());
  }

  private static void put(
      Map<String, Object> values, String name, @org.jspecify.annotations.Nullable Object value) {
    if (value != null) {
      values.put(name, value);
    }
  }

  public static void main(String[] args) {
    TrackerTable table = new TrackerTable();
    table.time("three short lines", false);
    table.time("as recorded, 460 characters", true);
    table.bytes(args.length == 0 ? 100_000 : Integer.parseInt(args[0]));
  }

  /** Measures the heap of agents with full windows, without shared parts. */
  private void bytes(int agents) {
    System.out.printf("%-34s %12s%n", "bytes per agent, full windows", "B");
    int many = 64;
    List<Object> resting = new ArrayList<>();
    List<Object> working = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      ProgressState followed = followed(i);
      working.add(followed);
      resting.add(ProgressTrackerFactory.installed().restore(followed.toMap()));
    }
    System.out.printf("%-34s %12d%n", "each of 64 at rest (JOL)", each(resting));
    System.out.printf("%-34s %12d%n", "each of 64 at work (JOL)", each(working));
    List<Map<String, Object>> saved =
        working.stream().map(each -> ((ProgressState) each).toMap()).toList();
    working.clear();
    resting.clear();
    Map<String, Object> last = new AgentRecords(0, false).records(1).get(0);
    long before = used();
    Object[] all = new Object[agents];
    for (int i = 0; i < agents; i++) {
      all[i] =
          tracking
              .record(ProgressTrackerFactory.installed().restore(saved.get(i % many)), last, 0)
              .judgedBy(seen -> RuleVerdicts.NONE)
              .state();
    }
    long after = used();
    System.out.printf(
        "%-34s %12d%n", "each of " + all.length + " (heap)", (after - before) / agents);
    if (all[agents - 1] == null) {
      throw new IllegalStateException("nobody was followed");
    }
  }

  private ProgressState followed(int seed) {
    ProgressState tracker = ProgressState.NONE;
    for (Map<String, Object> record : new AgentRecords(seed, false).records(FULL)) {
      tracker = judged(tracker, record);
    }
    return tracker;
  }

  /** Size of each object, without common parts. */
  private static long each(List<Object> some) {
    return (size(some) - size(some.subList(0, 1))) / (some.size() - 1);
  }

  private static long size(List<Object> objects) {
    return GraphLayout.parseInstance(objects.toArray()).totalSize();
  }

  private static long used() {
    for (int i = 0; i < 5; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private void time(String outputs, boolean wordy) {
    System.out.printf("outputs: %s%n", outputs);
    System.out.printf(
        "%-34s %10s %10s %10s %10s%n", "per record", "counting", "counters", "with pack", "bytes");
    for (int length : new int[] {100, 1_000, 10_000}) {
      time("a session of " + length, sessions(length, wordy), 1);
    }
    time(
        "100 each of 3000 agents in turn", List.of(new AgentRecords(7, wordy).records(100)), 3_000);
  }

  /**
   * Creates different sessions with the same total number of records for any length: a processor
   * learns the branches of a short repeated session, which halves the measured time.
   */
  private static List<List<Map<String, Object>>> sessions(int length, boolean wordy) {
    List<List<Map<String, Object>>> all = new ArrayList<>();
    for (int i = 0; i < DRAWN / length; i++) {
      all.add(new AgentRecords(7 + i, wordy).records(length));
    }
    return all;
  }

  /** Measures counting of records with keys, then parsing as well, then rules as well. */
  private void time(String row, List<List<Map<String, Object>>> sessions, int agents) {
    List<List<Map<String, Object>>> keyed =
        sessions.stream().map(session -> KeyedRecords.of(session, tracking)).toList();
    ThreadMeter counting = new ThreadMeter();
    ThreadMeter counters = new ThreadMeter();
    ThreadMeter pack = new ThreadMeter();
    for (int round = 0; round < (agents == 1 ? 7 : 3); round++) {
      follow(keyed, agents, this::counted, counting);
      follow(sessions, agents, this::counted, counters);
      follow(sessions, agents, this::judged, pack);
    }
    System.out.printf(
        "%-34s %7.2f µs %7.2f µs %7.2f µs %10d%n",
        row, counting.micros(), counters.micros(), pack.micros(), pack.bytes());
  }

  private static void follow(
      List<List<Map<String, Object>>> drawn,
      int agents,
      BiFunction<ProgressState, Map<String, Object>, ProgressState> next,
      ThreadMeter meter) {
    int length = drawn.get(0).size();
    int sessions = Math.max(1, 40_000 / length / agents);
    meter.start();
    for (int i = 0; i < sessions; i++) {
      ProgressState[] all = new ProgressState[agents];
      Arrays.fill(all, ProgressState.NONE);
      for (Map<String, Object> record : drawn.get(i % drawn.size())) {
        for (int agent = 0; agent < agents; agent++) {
          all[agent] = next.apply(all[agent], record);
        }
      }
    }
    meter.stop((long) sessions * length * agents);
  }

  private ProgressState counted(ProgressState tracker, Map<String, Object> record) {
    return tracking.record(tracker, record, 0).judgedBy(seen -> RuleVerdicts.NONE).state();
  }

  private ProgressState judged(ProgressState tracker, Map<String, Object> record) {
    return tracking.record(tracker, record, 0).judgedBy(this::judge).state();
  }

  private RuleVerdicts judge(Observation observation) {
    return policy.judge(
        new Question(NOBODY, settings, List.of(), List.of(), observation, List.of()));
  }
}
