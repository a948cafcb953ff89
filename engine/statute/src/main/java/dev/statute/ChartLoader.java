package dev.statute;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.PackReference;
import dev.statute.chart.SettingDefinition;
import dev.statute.chart.check.ChartVocabulary;
import dev.statute.chart.check.EffectiveSettings;
import dev.statute.drools.RuleListener;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Policy;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.step.Interpreter;
import dev.statute.yaml.PackFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts a chart file, its rule packs and its settings together to something that runs. The rule
 * engine is loaded only if there are rules. Thread-safe.
 *
 * @param finder finds the packs and the profile
 * @param rules paths of packs on top of those that a chart names; the place of each says who names
 *     it, such as an option
 * @param onlyRules whether {@code rules} stand in for what the chart names
 * @param profile name of a profile of settings, or null
 * @param set settings from the command line, as text; they win
 * @param listener is told what rules do
 */
public record ChartLoader(
    PackFinder finder,
    List<SourceText> rules,
    boolean onlyRules,
    @Nullable String profile,
    Map<String, String> set,
    RuleListener listener) {

  /** Nothing on top of what charts say. */
  public static ChartLoader plain() {
    return new ChartLoader(
        PackFinder.standard(), List.of(), false, null, Map.of(), RuleListener.NONE);
  }

  /** The same with a listener. */
  public ChartLoader listener(RuleListener other) {
    return new ChartLoader(finder, rules, onlyRules, profile, set, other);
  }

  /** Loads a chart with everything it needs; all problems of all files at once. */
  public Loaded<Interpreter> open(Path file) {
    return open(file, null);
  }

  /**
   * Loads everything that a chart needs.
   *
   * @param pinned an older version of the chart, to be put together with the rules as they are now;
   *     null = the chart as it is in the file
   */
  public Loaded<Interpreter> open(Path file, @Nullable ChartDefinition pinned) {
    ProblemCollector problems = new ProblemCollector();
    ChartWithRules chart =
        pinned == null ? prepare(file, problems) : prepare(file, pinned, problems);
    if (chart == null) {
      return Loaded.of(null, problems);
    }
    return Loaded.of(chart.with(Map.of()).getOrReport(problems), problems);
  }

  /** The same of a file's chart and of those that stand inside it, in that order. */
  public Loaded<List<Interpreter>> openAll(Path file) {
    ProblemCollector problems = new ProblemCollector();
    List<ChartDefinition> charts = ChartFile.loadAll(file).getOrReport(problems);
    List<Interpreter> all = new ArrayList<>();
    for (ChartDefinition chart : charts == null ? List.<ChartDefinition>of() : charts) {
      Interpreter made = prepare(file, chart, problems).with(Map.of()).getOrReport(problems);
      if (made != null) {
        all.add(made);
      }
    }
    return Loaded.of(all, problems);
  }

  /** What is wrong with the rules of a path, which no chart need use. */
  public List<Problem> check(Path rulePath) {
    ProblemCollector problems = new ProblemCollector();
    List<Pack> packs = keep(finder.teamPacks(rulePath), problems, List.of());
    if (!packs.isEmpty()) {
      problems.addAll(RuleCompilation.compile(packs, Vocabulary.NONE, listener).problems());
    }
    return problems.sorted();
  }

  /** The packs that charts may name; {@code profile} is where one of their profiles stands. */
  public List<Pack> known(Path profile) {
    List<Pack> packs = finder.all(profile).value();
    return packs == null ? List.of() : packs;
  }

  /**
   * What is wrong with {@code rules/profiles/NAME.yaml}, which no chart need use.
   *
   * @param packs as {@link #known} has them: the same for all profiles of a folder
   */
  public List<Problem> checkProfile(Path file, List<Pack> packs) {
    String name = String.valueOf(file.getFileName());
    ProblemCollector problems = new ProblemCollector();
    Map<String, SettingDefinition> profile =
        keep(finder.profile(name.substring(0, name.lastIndexOf('.')), file), problems, Map.of());
    problems.addAll(EffectiveSettings.checkProfile(profile, packs));
    return problems.sorted();
  }

  /** Loads a chart and compiles its rules, which do not depend on settings. */
  public @Nullable ChartWithRules prepare(Path file, ProblemCollector problems) {
    ChartDefinition definition = ChartFile.load(file).getOrReport(problems);
    return definition == null ? null : prepare(file, definition, problems);
  }

  private ChartWithRules prepare(Path file, ChartDefinition definition, ProblemCollector problems) {
    List<Pack> packs = new ArrayList<>();
    if (!onlyRules) {
      for (PackReference each :
          definition.policies()) { // one that is missing hides no other's faults
        packs.addAll(keep(finder.find(List.of(each), file), problems, List.of()));
      }
    }
    for (SourceText path : rules) {
      packs.addAll(keep(finder.teamPacks(path), problems, List.of()));
    }
    Map<String, SettingDefinition> chosen =
        profile == null ? Map.of() : keep(finder.profile(profile, file), problems, Map.of());
    boolean found = !problems.hasErrors();
    @Nullable Policy none = definition.policies().isEmpty() ? Policy.NONE : null;
    Policy policy = packs.isEmpty() ? none : compile(definition, packs, problems);
    Set<String> spare = onlyRules ? settings(definition, chosen) : Set.of();
    return new ChartWithRules(
        definition,
        List.copyOf(packs),
        policy == null ? Policy.none("the rules that it names cannot be loaded") : policy,
        chosen,
        set,
        spare,
        found && policy != null);
  }

  private static Set<String> settings(
      ChartDefinition definition, Map<String, SettingDefinition> profile) {
    Set<String> all = new LinkedHashSet<>(definition.settings().keySet());
    definition.policies().forEach(entry -> all.addAll(entry.settings().keySet()));
    all.addAll(profile.keySet());
    return all;
  }

  /**
   * The rules, or null if some do not compile. To switch off a rule that there is not is an error
   * that leaves open nothing of those that there are: it hides no fault of settings and chart.
   */
  private @Nullable Policy compile(
      ChartDefinition definition, List<Pack> packs, ProblemCollector problems) {
    Vocabulary words = ChartVocabulary.of(definition);
    Loaded<? extends Policy> compiled = RuleCompilation.compile(packs, words, listener);
    Policy policy = compiled.getOrReport(problems);
    List<Pack> rest = RuleCompilation.withoutMisnamed(packs, compiled.problems());
    return policy != null || rest.equals(packs)
        ? policy
        : RuleCompilation.compile(rest, words, listener).getOrReport(problems);
  }

  private static <T> T keep(Loaded<? extends T> loaded, ProblemCollector problems, T otherwise) {
    T value = loaded.getOrReport(problems);
    return value == null ? otherwise : value;
  }
}
