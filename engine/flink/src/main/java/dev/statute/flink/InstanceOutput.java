package dev.statute.flink;

import dev.statute.json.JsonText;
import dev.statute.json.OutputLines;
import dev.statute.json.StoreJson;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.problem.Problem;
import dev.statute.step.Effect;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/** Outputs of one input or timer of an instance. Confined to one thread. */
final class InstanceOutput {
  private final KeyedBroadcastProcessFunction<?, ?, ?, FleetOutput>.ReadOnlyContext context;
  private final Collector<FleetOutput> out;
  private final FleetMetrics metrics;
  private final String instance;
  private final @Nullable FleetLine line;
  private @Nullable LoadedRules rules;
  private int problems;

  InstanceOutput(
      KeyedBroadcastProcessFunction<?, ?, ?, FleetOutput>.ReadOnlyContext context,
      Collector<FleetOutput> out,
      FleetMetrics metrics,
      String instance,
      @Nullable FleetLine line) {
    this.context = context;
    this.out = out;
    this.metrics = metrics;
    this.instance = instance;
    this.line = line;
  }

  /** Sets the rules whose places the outputs name. */
  void use(LoadedRules current) {
    rules = current;
  }

  String instance() {
    return instance;
  }

  void problem(Problem problem) {
    metrics.problem(problem.code());
    context.output(
        ChartFunction.PROBLEMS, FleetOutput.ofProblem(instance, problems++, problem, line));
  }

  /** Puts out steps with their effects and findings; returns the snapshot after the last one. */
  Snapshot steps(List<Step> steps, Instant now) {
    for (Step step : steps) {
      step(step, now);
    }
    return steps.get(steps.size() - 1).snapshot();
  }

  /** Puts out one step; positions count from 0, so that they do not depend on other steps. */
  private void step(Step step, Instant now) {
    metrics.step(step);
    long at = now.toEpochMilli();
    long sequence = step.snapshot().sequence();
    int position = 0;
    String json = OutputLines.step(sequence, 0, now, step);
    String text = rules == null ? json : rules.withoutFolder(json);
    out.collect(new FleetOutput(instance, at, sequence, position++, step.outcome().kind(), text));
    for (Effect effect : step.outcome().trace().effects()) {
      if (!(effect instanceof Effect.StateChanged)) {
        String kind = effect.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        context.output(
            tag(effect),
            new FleetOutput(instance, at, sequence, position++, kind, StoreJson.effect(effect)));
      }
    }
    for (ReportedFinding each : step.outcome().trace().findings()) {
      String pattern = each.finding().pattern();
      context.output(
          ChartFunction.FINDINGS,
          new FleetOutput(instance, at, sequence, position++, pattern, text(each, now)));
    }
  }

  private static OutputTag<FleetOutput> tag(Effect effect) {
    if (effect instanceof Effect.Call) {
      return ChartFunction.CALLS;
    }
    if (effect instanceof Effect.Send) {
      return ChartFunction.SENDS;
    }
    return effect instanceof Effect.Emit || effect instanceof Effect.Log
        ? ChartFunction.EMITS
        : ChartFunction.INVOCATIONS;
  }

  private static String text(ReportedFinding reported, Instant now) {
    Map<String, Object> finding = new LinkedHashMap<>();
    finding.put("at", now.toString());
    finding.put("pattern", reported.finding().pattern());
    finding.put("level", reported.finding().level());
    finding.put("rule", reported.rule());
    finding.put("reason", reported.finding().reason());
    return JsonText.write(finding);
  }
}
