package dev.statute.step.internal.compile;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.DataDefinition;
import dev.statute.chart.check.FieldTypes;
import dev.statute.chart.internal.rules.ExpressionTypes;
import dev.statute.chart.internal.rules.VariableSlots;
import dev.statute.expr.Durations;
import dev.statute.expr.Type;
import dev.statute.policy.Settings;
import dev.statute.problem.Problems;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledField;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTemplate;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.EventIds;
import dev.statute.step.internal.model.NamedTimer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts a model together from the parts that the other classes compile. */
final class ModelAssembler {
  private final ChartDefinition definition;
  private final ChartIndex index;
  private final Problems problems;

  ModelAssembler(ChartDefinition definition, ChartIndex index, Problems problems) {
    this.definition = definition;
    this.index = index;
    this.problems = problems;
  }

  /** Reports states of one id. */
  void names() {
    new NameResolver(definition, index, problems).unique();
  }

  /**
   * What expressions ask of settings, whatever else is wrong with them.
   *
   * @param read names of the settings that some expression reads
   * @param durations names of those whose value is taken for a duration
   */
  record SettingUse(Set<String> read, Set<String> durations) {}

  SettingUse settings() {
    ExpressionCompiler phrases = ExpressionCompiler.reading();
    ExpressionTypes open = ExpressionTypes.of(definition, index, Settings.of(Map.of()), Type.DYN);
    model(open, phrases, new Problems());
    return new SettingUse(phrases.settings(), members(phrases.durations(), "settings."));
  }

  /** Names of the members of a variable that are themselves among the paths. */
  private static Set<String> members(Set<String> paths, String variable) {
    return paths.stream()
        .filter(path -> path.startsWith(variable))
        .map(path -> path.substring(variable.length()))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Data that begin with something else than a duration, and are taken for one. A number is one, of
   * milliseconds, but hardly where a person wrote it.
   */
  private void durations(ExpressionCompiler phrases, Map<String, DataDefinition> data) {
    for (String name : members(phrases.durations(), "data.")) {
      DataDefinition item = data.get(name);
      Object initial = item == null || item.type() != null ? null : item.initial();
      boolean isDuration = initial instanceof String text && Durations.parse(text) != null;
      if (item == null || initial == null || isDuration) {
        continue;
      }
      String what = "'" + name + "' is taken for a duration, and begins with ";
      if (!(initial instanceof Number number)) {
        problems.error(
            "E110", item.name(), what + FieldTypes.shown(initial), Durations.fix(initial));
      } else if (number.doubleValue() != 0) {
        problems.warning(
            "E110",
            item.name(),
            what + initial + ", so many milliseconds",
            Durations.fix(initial) + "; milliseconds are { type: int, initial: " + initial + " }");
      }
    }
  }

  CompiledChart compile(ExpressionTypes environments) {
    return model(environments, ExpressionCompiler.checking(problems), problems);
  }

  private CompiledChart model(
      ExpressionTypes environments, ExpressionCompiler phrases, Problems reported) {
    NameResolver names = new NameResolver(definition, index, reported);
    Map<String, DataDefinition> data = definition.data() == null ? Map.of() : definition.data();
    AssignmentCompiler changes = new AssignmentCompiler(phrases, data);
    ActionCompiler actions = new ActionCompiler(phrases, changes, names, environments::payload);
    List<CompiledState> nodes =
        new StateCompiler(definition, index, names, phrases, actions, environments).compile();
    List<NamedTimer> timers =
        new TimerCompiler(names, phrases, environments.dynamic()).compile(definition);
    Map<String, CompiledField> fields = fields(phrases, environments);
    if (reported == problems) {
      durations(phrases, data);
    }
    return new CompiledChart(
        new CompiledChart.Parts(
            definition,
            index,
            nodes,
            timers,
            fields,
            new EventIds(words(nodes), index.size()),
            Math.max(VariableSlots.FREE + 1, actions.locals()),
            phrases.progress()));
  }

  private Map<String, CompiledField> fields(
      ExpressionCompiler phrases, ExpressionTypes environments) {
    Map<String, CompiledField> fields = new LinkedHashMap<>();
    definition
        .fields()
        .forEach(
            (name, field) -> {
              CompiledTemplate prompt = phrases.wording(field.prompt(), environments.dynamic());
              fields.put(
                  name,
                  new CompiledField(
                      name,
                      prompt == null ? scope -> "" : prompt,
                      field.required(),
                      phrases.condition(field.check(), environments.fieldCheck()),
                      phrases.wording(field.message(), environments.fieldCheck())));
            });
    return Collections.unmodifiableMap(fields);
  }

  private static List<String> words(List<CompiledState> nodes) {
    List<String> words = new ArrayList<>();
    for (CompiledState node : nodes) {
      for (CompiledTransition arrow : node.on()) {
        words.addAll(arrow.descriptors().words());
      }
      words.addAll(node.defer().words());
    }
    return words;
  }
}
