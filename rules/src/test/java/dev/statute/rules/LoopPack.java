package dev.statute.rules;

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
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.policy.spi.RuleVerdicts;
import dev.statute.policy.spi.TrackedRecord;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.yaml.PackFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Pack of {@code loops/} with settings, and its findings in a session. */
final class LoopPack {
  private static final Map<String, Compiled> COMPILED = new ConcurrentHashMap<>();
  private static final Instance NOBODY =
      new Instance("i", "c", 1, List.of(), Values.of(Map.of()), 0, 0, "");

  /** Change of packs before their compilation; see {@link MutantsTest}. */
  private static UnaryOperator<Pack> change = UnaryOperator.identity();

  private final String name;
  private final Map<String, ?> changes;
  private @Nullable Wired wired;

  private record Compiled(DroolsPolicy policy, Map<String, Object> settings) {}

  /** Compiled pack with settings and a tracker. */
  private record Wired(Compiled of, Settings settings, ProgressTracker tracking) {}

  private LoopPack(String name, Map<String, ?> changes) {
    this.name = name;
    this.changes = changes;
  }

  /** Loads a pack with its defaults and some changes. */
  static LoopPack pack(String name, Map<String, ?> changes) {
    return new LoopPack(name, changes);
  }

  /** Sets the change of packs before their compilation. */
  static void change(UnaryOperator<Pack> next) {
    change = next;
    COMPILED.clear();
  }

  private Wired wired() {
    Compiled compiled = COMPILED.computeIfAbsent(name, LoopPack::compile);
    Wired known = wired;
    if (known == null || known.of != compiled) {
      Map<String, Object> all = new LinkedHashMap<>(compiled.settings);
      all.putAll(changes);
      Settings settings = Settings.of(all);
      known = new Wired(compiled, settings, ProgressTrackerFactory.installed().tracker(settings));
      wired = known;
    }
    return known;
  }

  /** Loads the full pack under a profile. */
  static LoopPack profile(String name) {
    Map<String, Object> changes = new LinkedHashMap<>();
    new PackFinder(Path.of(".."), LoopPack.class.getClassLoader())
        .profile(name, null)
        .get()
        .forEach((key, definition) -> changes.put(key, definition.value()));
    return pack("full", changes);
  }

  private static Compiled compile(String name) {
    List<Pack> packs =
        PackFinder.standard().addedPacks(Path.of("loops", name)).get().stream()
            .map(change)
            .toList();
    Map<String, Object> settings = new LinkedHashMap<>();
    for (Pack pack : packs) {
      pack.settings()
          .forEach(
              (key, declared) -> {
                if (declared.initial() != null) {
                  settings.put(key, declared.initial());
                }
              });
    }
    return new Compiled(DroolsPolicies.compile(packs, Vocabulary.NONE).get(), settings);
  }

  ProgressTracker tracking() {
    return wired().tracking;
  }

  Settings settings() {
    return wired().settings;
  }

  /** Counts a record and evaluates the rules. */
  TrackedRecord watch(ProgressState tracker, SessionRecord record, long now) {
    return tracking().record(tracker, record.fields(), now).judgedBy(this::judge);
  }

  /** Evaluates the rules at a later time. */
  TrackedRecord tick(ProgressState tracker, long now) {
    return tracking().tick(tracker, now).judgedBy(this::judge);
  }

  /** Evaluates the rules on an observation. */
  RuleVerdicts judge(Observation observation) {
    Wired now = wired();
    return now.of.policy.judge(
        new Question(NOBODY, now.settings, List.of(), List.of(), observation, List.of()));
  }

  /** Findings, as {@code number:pattern:level}; the first record is 1. */
  List<String> found(List<SessionRecord> records) {
    List<String> found = new ArrayList<>();
    ProgressState tracker = ProgressState.NONE;
    for (int i = 0; i < records.size(); i++) {
      TrackedRecord watched = watch(tracker, records.get(i), 0);
      tracker = watched.state();
      for (ReportedFinding report : watched.reports()) {
        if (report.finding().pattern().equals("rule-error")) {
          throw new AssertionError(report.finding());
        }
        String level = report.finding().level();
        found.add(i + 1 + ":" + report.finding().pattern() + ":" + level);
      }
    }
    return found;
  }

  /** Findings of one pattern. */
  List<String> found(String pattern, List<SessionRecord> records) {
    return found(records).stream()
        .filter(each -> each.contains(":" + pattern + ":"))
        .map(each -> each.replace(":" + pattern + ":", ":"))
        .toList();
  }
}
