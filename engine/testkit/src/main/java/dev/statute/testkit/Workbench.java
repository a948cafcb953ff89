package dev.statute.testkit;

import dev.statute.chart.ChartDefinition;
import dev.statute.drools.RuleListener;
import dev.statute.policy.Pack;
import dev.statute.policy.Policy;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problems;
import dev.statute.step.Interpreter;
import dev.statute.yaml.PackFinder;
import dev.statute.yaml.YamlCharts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Puts a chart file, its rule packs and its settings together to something that runs. The rule
 * engine is loaded only if there are rules. Thread-safe.
 *
 * @param finder finds the packs that a chart names
 * @param rules paths of packs on top of those
 * @param onlyRules whether {@code rules} stand in for what the chart names
 * @param settings values from outside, by name; they win
 * @param listener is told what rules do
 */
public record Workbench(
    PackFinder finder,
    List<Path> rules,
    boolean onlyRules,
    Map<String, ?> settings,
    RuleListener listener) {

  /** Nothing on top of what charts say. */
  public static Workbench plain() {
    return new Workbench(PackFinder.standard(), List.of(), false, Map.of(), RuleListener.NONE);
  }

  /** The same with a listener. */
  public Workbench listener(RuleListener other) {
    return new Workbench(finder, rules, onlyRules, settings, other);
  }

  /** Loads a chart with everything it needs; all problems of all files at once. */
  public Loaded<Interpreter> open(Path file) {
    Problems problems = new Problems();
    ChartWithRules chart = prepare(file, problems);
    if (chart == null) {
      return Loaded.of(null, problems);
    }
    Loaded<Interpreter> made = chart.with(settings);
    problems.addAll(made.problems());
    return Loaded.of(made.value(), problems);
  }

  /** Loads a chart and compiles its rules, which do not depend on settings. */
  @org.jspecify.annotations.Nullable ChartWithRules prepare(Path file, Problems problems) {
    Loaded<ChartDefinition> loaded = YamlCharts.load(file);
    problems.addAll(loaded.problems());
    ChartDefinition definition = loaded.value();
    if (definition == null) {
      return null;
    }
    List<Pack> packs = new ArrayList<>();
    if (!onlyRules) {
      packs.addAll(keep(finder.find(definition.policies(), file), problems));
    }
    for (Path path : rules) {
      packs.addAll(keep(finder.team(path), problems));
    }
    Policy policy = packs.isEmpty() ? Policy.NONE : compile(definition, packs, problems);
    return new ChartWithRules(definition, List.copyOf(packs), policy);
  }

  private Policy compile(ChartDefinition definition, List<Pack> packs, Problems problems) {
    Loaded<? extends Policy> compiled = Rules.compile(packs, Words.of(definition), listener);
    problems.addAll(compiled.problems());
    Policy policy = compiled.value();
    return policy == null ? Policy.NONE : policy;
  }

  private static <T> List<T> keep(Loaded<List<T>> loaded, Problems problems) {
    problems.addAll(loaded.problems());
    List<T> value = loaded.value();
    return value == null ? List.of() : value;
  }
}
