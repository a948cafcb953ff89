package dev.statute.flink;

import dev.statute.json.JsonText;
import dev.statute.json.OutputLines;
import dev.statute.json.StoreJson;
import dev.statute.problem.Problem;
import dev.statute.step.Effect;
import dev.statute.step.ReportedFinding;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/** Outputs of one input or timer of an instance. Confined to one thread. */
final class InstanceOutput {
  private final KeyedBroadcastProcessFunction<?, ?, ?, FleetOutput>.ReadOnlyContext context;
  private final Collector<FleetOutput> out;
  private final String instance;
  private final @Nullable FleetLine line;
  private @Nullable LoadedRules rules;
  private int position;

  InstanceOutput(
      KeyedBroadcastProcessFunction<?, ?, ?, FleetOutput>.ReadOnlyContext context,
      Collector<FleetOutput> out,
      String instance,
      @Nullable FleetLine line) {
    this.context = context;
    this.out = out;
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
    context.output(
        ChartFunction.PROBLEMS,
        new FleetOutput(instance, 0, position++, problem.code(), ProblemText.of(problem, line)));
  }

  /** Puts out steps with their effects and findings; returns the snapshot after the last one. */
  Snapshot steps(List<Step> steps, Instant now) {
    for (Step step : steps) {
      step(step, now);
    }
    return steps.get(steps.size() - 1).snapshot();
  }

  private void step(Step step, Instant now) {
    long sequence = step.snapshot().sequence();
    String json = OutputLines.step(sequence, 0, now, step);
    String text = rules == null ? json : rules.withoutFolder(json);
    out.collect(new FleetOutput(instance, sequence, position++, step.outcome().kind(), text));
    for (Effect effect : step.outcome().trace().effects()) {
      if (!(effect instanceof Effect.StateChanged)) {
        String kind = effect.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        context.output(
            ChartFunction.EFFECTS,
            new FleetOutput(instance, sequence, position++, kind, StoreJson.effect(effect)));
      }
    }
    for (ReportedFinding each : step.outcome().trace().findings()) {
      Map<String, Object> finding = new LinkedHashMap<>();
      finding.put("at", now.toString());
      finding.put("pattern", each.finding().pattern());
      finding.put("level", each.finding().level());
      finding.put("rule", each.rule());
      finding.put("reason", each.finding().reason());
      context.output(
          ChartFunction.FINDINGS,
          new FleetOutput(
              instance, sequence, position++, each.finding().pattern(), JsonText.write(finding)));
    }
  }
}
