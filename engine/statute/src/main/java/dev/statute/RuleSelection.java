package dev.statute;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.ChartVocabulary;
import dev.statute.chart.PackReference;
import dev.statute.chart.SettingDefinition;
import dev.statute.drools.RuleListener;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.yaml.PackFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selection of the rules and the profile that apply to a chart.
 *
 * @param layers paths of packs on top of those that a chart names, each a layer above those before
 * @param onlyLayers whether the layers replace the packs that a chart names
 * @param profile name of a profile of settings, or null
 */
record RuleSelection(
    PackFinder finder, List<SourceText> layers, boolean onlyLayers, @Nullable String profile) {

  /** Finds and compiles the rules of a chart. */
  ChartWithRules prepare(
      Path file,
      ChartDefinition definition,
      Map<String, String> settings,
      RuleListener listener,
      ProblemCollector problems) {
    List<Pack> packs = packs(file, definition, problems);
    Map<String, SettingDefinition> chosen =
        profile == null ? Map.of() : valueOr(finder.profile(profile, file), Map.of(), problems);
    boolean found = !problems.hasErrors();
    @Nullable Policy none = definition.policies().isEmpty() ? Policy.NONE : null;
    Policy policy = packs.isEmpty() ? none : compile(definition, packs, listener, problems);
    Set<String> spare = onlyLayers ? settings(definition, chosen) : Set.of();
    return new ChartWithRules(
        definition,
        packs,
        policy == null ? Policy.none("the rules that it names cannot be loaded") : policy,
        chosen,
        settings,
        spare,
        found && policy != null);
  }

  /** Finds the packs one by one, so that a missing one does not hide problems of the others. */
  private List<Pack> packs(Path file, ChartDefinition definition, ProblemCollector problems) {
    List<Pack> packs = new ArrayList<>();
    if (!onlyLayers) {
      for (PackReference reference : definition.policies()) {
        packs.addAll(valueOr(finder.find(List.of(reference), file), List.of(), problems));
      }
    }
    packs.addAll(valueOr(finder.addedPacks(layers), List.of(), problems));
    return List.copyOf(packs);
  }

  private static Set<String> settings(
      ChartDefinition definition, Map<String, SettingDefinition> profile) {
    Set<String> all = new LinkedHashSet<>(definition.settings().keySet());
    definition.policies().forEach(entry -> all.addAll(entry.settings().keySet()));
    all.addAll(profile.keySet());
    return all;
  }

  /**
   * Compiles the rules; null if they have errors. Rules that are disabled but do not exist are an
   * error of the reference only: the rest is compiled, so that its problems are reported too.
   */
  private static @Nullable Policy compile(
      ChartDefinition definition,
      List<Pack> packs,
      RuleListener listener,
      ProblemCollector problems) {
    Vocabulary words = ChartVocabulary.of(definition);
    Loaded<? extends Policy> compiled = RuleCompilation.compile(packs, words, listener);
    Policy policy = compiled.getOrReport(problems);
    List<Pack> rest = RuleCompilation.withoutMisnamed(packs, compiled.problems());
    return policy != null || rest.equals(packs)
        ? policy
        : RuleCompilation.compile(rest, words, listener).getOrReport(problems);
  }

  private static <T> T valueOr(Loaded<? extends T> loaded, T otherwise, ProblemCollector problems) {
    T value = loaded.getOrReport(problems);
    return value == null ? otherwise : value;
  }
}
