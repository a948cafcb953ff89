package dev.statute.step.internal.compile;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.check.EffectiveSettings;
import dev.statute.chart.internal.StateContents;
import dev.statute.chart.internal.canonical.ChartHash;
import dev.statute.expr.internal.check.ValueType;
import dev.statute.policy.Settings;
import dev.statute.policy.base.Counter;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Severity;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.CompileOptions;
import dev.statute.step.internal.lint.ChartLints;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.rules.GuardRules;
import dev.statute.step.internal.rules.StructureRules;
import dev.statute.step.internal.scope.ExpressionEnvironments;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compiler of charts.
 *
 * <p>The order is: names, structure, settings, expressions; lints run only on charts without
 * errors. A chart with wrong names or structure is not compiled further, as that would only repeat
 * the problems. Expressions are read twice: once to collect the settings they use, which the check
 * of settings needs, and once to compile them with the checked settings.
 */
public final class ChartCompiler {
  private static final ValueType PROGRESS_TYPE = progressType();

  private ChartCompiler() {}

  /** Compiles a chart, see {@link Chart#compile}. */
  public static Loaded<Chart> compile(ChartDefinition definition, CompileOptions setup) {
    ProblemCollector problems = new ProblemCollector();
    StateContents parts = StateContents.of(definition);
    ModelAssembler assembly = new ModelAssembler(parts, setup.tracking(), problems);
    new NameResolver(parts, problems).checkUniqueStateIds();
    Set<String> granted = setup.grantedGuards();
    boolean ruled = setup.packs() != null && !setup.packs().isEmpty();
    StructureRules.check(parts, ruled ? null : granted, problems);
    Settings settings = settings(definition, assembly, setup, problems);
    CompiledChart model =
        assembly.compile(ExpressionEnvironments.of(parts, settings, PROGRESS_TYPE));
    if (!setup.tracking().isAvailable()) {
      checkUntracked(definition, model, settings, problems);
    }
    if (problems.hasErrors()) {
      return Loaded.of(null, problems);
    }
    ChartLints.check(parts, setup.enteredStates(), problems);
    if (ruled && granted != null) {
      GuardRules.check(parts, granted, Severity.WARNING, problems);
    }
    String hash = ChartHash.of(definition);
    String revision = ChartHash.revision(hash, packSources(setup), settings.all());
    return Loaded.of(new Chart(definition, settings, hash, revision, model), problems);
  }

  /** Returns the variables and types of the expressions of a chart. */
  public static ExpressionEnvironments expressionTypes(Chart chart) {
    return ExpressionEnvironments.of(
        StateContents.of(chart.definition(), chart.model().index()),
        chart.settings(),
        PROGRESS_TYPE);
  }

  private static Settings settings(
      ChartDefinition definition,
      ModelAssembler assembly,
      CompileOptions setup,
      ProblemCollector problems) {
    Set<String> read = new LinkedHashSet<>(setup.readSettings());
    read.addAll(EffectiveSettings.TRACKER_SETTINGS);
    ModelAssembler.SettingUse use = assembly.settingUse();
    read.addAll(use.read());
    List<Pack> packs = setup.packs();
    if (packs == null) {
      read.addAll(definition.settings().keySet());
      definition.policies().forEach(entry -> read.addAll(entry.settings().keySet()));
      read.addAll(setup.profile().keySet());
      read.addAll(setup.commandLine().keySet());
    }
    return EffectiveSettings.resolve(
        new EffectiveSettings.Sources(
            definition,
            packs == null ? List.of() : packs,
            setup.profile(),
            setup.commandLine(),
            read,
            use.durations(),
            setup.tracking()),
        problems);
  }

  /** Reports a chart that requires a progress tracker if there is none. */
  private static void checkUntracked(
      ChartDefinition definition,
      CompiledChart model,
      Settings settings,
      ProblemCollector problems) {
    Set<String> tracked = new TreeSet<>(settings.all().keySet());
    tracked.retainAll(EffectiveSettings.TRACKER_SETTINGS);
    String needed =
        model.readsProgress()
            ? "reads progress counters"
            : model.namesFamily("record")
                ? "handles records"
                : model.namesFamily("stuck")
                    ? "handles findings"
                    : tracked.isEmpty()
                        ? ""
                        : "has the setting '" + tracked.iterator().next() + "'";
    if (!needed.isEmpty()) {
      problems.error(
          "C361",
          definition.name(),
          "the chart " + needed + ", and no progress tracker is on the class path",
          "add the artifact dev.statute:statute-progress");
    }
  }

  private static Map<String, String> packSources(CompileOptions setup) {
    Map<String, String> sources = new LinkedHashMap<>();
    List<Pack> packs = setup.packs();
    if (packs != null) {
      for (Pack pack : packs) {
        for (Source file : pack.files()) {
          sources.put(pack.name() + "/" + file.file(), file.content());
        }
      }
    }
    return sources;
  }

  private static ValueType progressType() {
    Map<String, ValueType.Field> counters = new LinkedHashMap<>();
    Counter.names().forEach(name -> counters.put(name, ValueType.Field.required(ValueType.INT)));
    return ValueType.closed("progress", counters);
  }
}
