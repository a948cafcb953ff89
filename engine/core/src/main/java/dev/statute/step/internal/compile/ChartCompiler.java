package dev.statute.step.internal.compile;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartIndex;
import dev.statute.chart.check.ChartHash;
import dev.statute.chart.check.EffectiveSettings;
import dev.statute.chart.internal.rules.ChartLints;
import dev.statute.chart.internal.rules.ExpressionTypes;
import dev.statute.chart.internal.rules.StructureRules;
import dev.statute.expr.Type;
import dev.statute.policy.Pack;
import dev.statute.policy.Progress;
import dev.statute.policy.Settings;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problems;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.CompileOptions;
import dev.statute.step.internal.model.CompiledChart;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks a chart and makes it run.
 *
 * <p>In this order: names, structure, settings, expressions; the lints only look at what is good. A
 * chart whose names or structure are wrong is not compiled further, as that would only report the
 * same again. The settings have to be known before expressions can be checked, and who reads which
 * setting before the settings can: so expressions are read twice.
 */
public final class ChartCompiler {
  private static final Type PROGRESS = progress();

  private ChartCompiler() {}

  /** See {@link Chart#compile}. */
  public static Loaded<Chart> compile(ChartDefinition definition, CompileOptions setup) {
    Problems problems = new Problems();
    ChartIndex index = ChartIndex.of(definition);
    ModelAssembler assembly = new ModelAssembler(definition, index, problems);
    assembly.names();
    Set<String> granted = setup.granted();
    boolean ruled = setup.packs() != null && !setup.packs().isEmpty();
    StructureRules.check(definition, index, ruled ? null : granted, problems);
    Settings settings = settings(definition, assembly, setup, problems);
    CompiledChart model =
        assembly.compile(ExpressionTypes.of(definition, index, settings, PROGRESS));
    if (problems.hasErrors()) {
      return Loaded.of(null, problems);
    }
    ChartLints.check(definition, index, setup.entered(), problems);
    if (ruled && granted != null) {
      ChartLints.guards(definition, index, granted, problems);
    }
    String hash = ChartHash.of(definition);
    String revision = ChartHash.revision(hash, sources(setup), settings.all());
    return Loaded.of(new Chart(definition, settings, hash, revision, model), problems);
  }

  /** What the expressions of a chart may name. */
  static ExpressionTypes environments(Chart chart) {
    return ExpressionTypes.of(
        chart.definition(), chart.model().index(), chart.settings(), PROGRESS);
  }

  private static Settings settings(
      ChartDefinition definition,
      ModelAssembler assembly,
      CompileOptions setup,
      Problems problems) {
    Set<String> read = new LinkedHashSet<>(setup.read());
    read.addAll(EffectiveSettings.TRACKED);
    ModelAssembler.SettingUse use = assembly.settings();
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
            use.durations()),
        problems);
  }

  private static Map<String, String> sources(CompileOptions setup) {
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

  private static Type progress() {
    Map<String, Type.Field> counters = new LinkedHashMap<>();
    Progress.names().forEach(name -> counters.put(name, Type.Field.required(Type.INT)));
    return Type.closed("progress", counters);
  }
}
