package dev.statute.step.internal.compile;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.DataDefinition;
import dev.statute.chart.check.FieldTypes;
import dev.statute.chart.internal.StateContents;
import dev.statute.expr.DurationFormat;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.policy.Settings;
import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.problem.ProblemCollector;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledField;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTemplate;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.EventIds;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.scope.ExpressionEnvironments;
import dev.statute.step.internal.scope.VariableSlots;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Assembly of a model from the parts that the other classes compile. */
final class ModelAssembler {
  private final StateContents parts;
  private final ChartDefinition definition;
  private final ProgressTrackerFactory tracking;
  private final ProblemCollector problems;

  ModelAssembler(StateContents parts, ProgressTrackerFactory tracking, ProblemCollector problems) {
    this.parts = parts;
    this.definition = parts.chart();
    this.tracking = tracking;
    this.problems = problems;
  }

  /**
   * Use of settings by expressions, including faulty ones.
   *
   * @param read names of the settings that some expression reads
   * @param durations names of the settings used as durations
   */
  record SettingUse(Set<String> read, Set<String> durations) {}

  SettingUse settingUse() {
    ExpressionCompiler expressions = ExpressionCompiler.collectingSettings();
    ExpressionEnvironments open =
        ExpressionEnvironments.of(parts, Settings.of(Map.of()), ValueType.DYN);
    assemble(open, expressions, new ProblemCollector());
    return new SettingUse(
        expressions.settings(), memberNames(expressions.durations(), "settings."));
  }

  /** Returns the names of the members of a variable that are themselves among the paths. */
  private static Set<String> memberNames(Set<String> paths, String variable) {
    return paths.stream()
        .filter(path -> path.startsWith(variable))
        .map(path -> path.substring(variable.length()))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Checks the initial values of data used as durations. A number is valid, in milliseconds, but
   * rarely intended in a chart.
   */
  private void checkDurations(ExpressionCompiler expressions, Map<String, DataDefinition> data) {
    for (String name : memberNames(expressions.durations(), "data.")) {
      DataDefinition item = data.get(name);
      Object initial = item == null || item.type() != null ? null : item.initial();
      boolean isDuration = initial instanceof String text && DurationFormat.parse(text) != null;
      if (item == null || initial == null || isDuration) {
        continue;
      }
      String what = "'" + name + "' is taken for a duration, and begins with ";
      if (!(initial instanceof Number number)) {
        problems.error(
            "E110",
            item.name(),
            what + FieldTypes.describe(initial),
            DurationFormat.suggestFix(initial));
      } else if (number.doubleValue() != 0) {
        problems.warning(
            "E110",
            item.name(),
            what + initial + ", so many milliseconds",
            DurationFormat.suggestFix(initial)
                + "; milliseconds are { type: int, initial: "
                + initial
                + " }");
      }
    }
  }

  CompiledChart compile(ExpressionEnvironments environments) {
    return assemble(environments, ExpressionCompiler.withProblems(problems), problems);
  }

  private CompiledChart assemble(
      ExpressionEnvironments environments,
      ExpressionCompiler expressions,
      ProblemCollector reported) {
    NameResolver names = new NameResolver(parts, reported);
    Map<String, DataDefinition> data = definition.data() == null ? Map.of() : definition.data();
    AssignmentCompiler changes = new AssignmentCompiler(expressions, data);
    ActionCompiler actions =
        new ActionCompiler(expressions, changes, names, environments::payloadType);
    List<CompiledState> nodes =
        new StateCompiler(parts, names, expressions, actions, environments).compile();
    List<NamedTimer> timers =
        new TimerCompiler(names, expressions, environments.forAnyEvent()).compile(definition);
    Map<String, CompiledField> fields = fields(expressions, environments);
    if (reported == problems) {
      checkDurations(expressions, data);
    }
    return new CompiledChart(
        new CompiledChart.ChartParts(
            definition,
            parts.index(),
            nodes,
            timers,
            fields,
            new EventIds(eventDescriptors(nodes), nodes.size()),
            Math.max(VariableSlots.FIRST_FREE + 1, actions.localSlots()),
            expressions.counters(),
            tracking));
  }

  private Map<String, CompiledField> fields(
      ExpressionCompiler expressions, ExpressionEnvironments environments) {
    Map<String, CompiledField> fields = new LinkedHashMap<>();
    definition
        .fields()
        .forEach(
            (name, field) -> {
              CompiledTemplate prompt =
                  expressions.template(field.prompt(), environments.forAnyEvent());
              fields.put(
                  name,
                  new CompiledField(
                      name,
                      prompt == null ? scope -> "" : prompt,
                      field.required(),
                      expressions.condition(field.check(), environments.forFieldCheck()),
                      expressions.template(field.message(), environments.forFieldCheck())));
            });
    return Collections.unmodifiableMap(fields);
  }

  private static List<String> eventDescriptors(List<CompiledState> nodes) {
    List<String> words = new ArrayList<>();
    for (CompiledState node : nodes) {
      for (CompiledTransition transition : node.on()) {
        words.addAll(transition.descriptors().words());
      }
      words.addAll(node.defer().words());
    }
    return words;
  }
}
