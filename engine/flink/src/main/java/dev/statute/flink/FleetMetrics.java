package dev.statute.flink;

import dev.statute.policy.spi.ReportedFinding;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import dev.statute.step.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * Counters of a subtask: decisions by chart, outcome and rule, findings by chart, pattern and
 * level, problems by code. Labels never hold ids of instances, and the number of series is bounded.
 * Confined to one thread.
 */
final class FleetMetrics {
  private static final int MAX_SERIES = 1000;
  private static final String OTHER = "other";
  private static final String NO_RULE = "none";

  private final MetricGroup group;
  private final Map<List<String>, Counter> counters = new HashMap<>();

  FleetMetrics(MetricGroup group) {
    this.group = group.addGroup("statute");
  }

  void step(Step step) {
    Outcome outcome = step.outcome();
    String chart = step.snapshot().chart().name();
    count("decisions", "chart", chart, "outcome", outcome.kind(), "rule", rule(outcome));
    for (ReportedFinding each : outcome.trace().findings()) {
      String pattern = each.finding().pattern();
      count("findings", "chart", chart, "pattern", pattern, "level", each.finding().level());
    }
  }

  void problem(String code) {
    count("problems", "code", code);
  }

  private void count(String name, String... labels) {
    List<String> key = key(name, labels);
    if (counters.size() >= MAX_SERIES && !counters.containsKey(key)) {
      for (int i = 1; i < labels.length; i += 2) {
        labels[i] = OTHER;
      }
      key = key(name, labels);
    }
    counters.computeIfAbsent(key, absent -> register(name, labels)).inc();
  }

  private static List<String> key(String name, String... labels) {
    return List.of(name, String.join("\n", labels));
  }

  private Counter register(String name, String... labels) {
    MetricGroup inner = group;
    for (int i = 0; i < labels.length; i += 2) {
      inner = inner.addGroup(labels[i], labels[i + 1]);
    }
    return inner.counter(name);
  }

  private static String rule(Outcome outcome) {
    if (outcome instanceof Outcome.Denied denied) {
      return denied.rule();
    }
    return outcome.trace().verdicts().stream()
        .filter(RankedVerdict::decisive)
        .findFirst()
        .map(verdict -> verdict.ruling().rule())
        .orElse(NO_RULE);
  }
}
