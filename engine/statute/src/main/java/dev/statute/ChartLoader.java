package dev.statute;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.PackReference;
import dev.statute.chart.SettingDefinition;
import dev.statute.chart.check.EffectiveSettings;
import dev.statute.drools.RuleListener;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.step.Interpreter;
import dev.statute.yaml.PackFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads charts with the rule packs that they name, more rules on top, and settings. Packs are found
 * beside the chart, in {@code rules/} and on the class path. Drools is loaded only if there are
 * rules. Immutable, thread-safe.
 */
public final class ChartLoader {
  private static final Logger LOG = LoggerFactory.getLogger(ChartLoader.class);

  private final PackFinder finder;
  private final List<SourceText> rules;
  private final boolean onlyRules;
  private final @Nullable String profile;
  private final Map<String, String> settings;
  private final RuleListener listener;

  private ChartLoader(
      PackFinder finder,
      List<SourceText> rules,
      boolean onlyRules,
      @Nullable String profile,
      Map<String, String> settings,
      RuleListener listener) {
    this.finder = finder;
    this.rules = rules;
    this.onlyRules = onlyRules;
    this.profile = profile;
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * Creates a loader without rules or settings on top. It finds packs in the working folder and by
   * the context class loader of this thread.
   */
  public static ChartLoader standard() {
    return new ChartLoader(
        PackFinder.standard(), List.of(), false, null, Map.of(), RuleListener.NONE);
  }

  /**
   * Adds a layer of rules on top of those that charts name and of the layers before it: a rule
   * file, a pack, or a folder of packs. It outvotes the rules below; its name is that of the path.
   */
  public ChartLoader rules(Path path) {
    return rules(SourceText.synthetic(path.toString(), path.toString()));
  }

  /** Adds rules; the place of the path names its origin, such as an option. */
  public ChartLoader rules(SourceText path) {
    List<SourceText> layers = new ArrayList<>(rules);
    layers.add(path);
    return new ChartLoader(finder, List.copyOf(layers), onlyRules, profile, settings, listener);
  }

  /** Ignores the rules that charts name; the added ones replace them. */
  public ChartLoader onlyRules() {
    return new ChartLoader(finder, rules, true, profile, settings, listener);
  }

  /**
   * Applies the settings of {@code rules/profiles/NAME.yaml}, or of a YAML file, see {@link
   * PackFinder#profile}; null for no profile.
   */
  public ChartLoader profile(@Nullable String name) {
    return new ChartLoader(finder, rules, onlyRules, name, settings, listener);
  }

  /** Overrides a setting; the value is text as on the command line. */
  public ChartLoader setting(String name, String value) {
    return settings(Map.of(name, value));
  }

  /** Overrides settings; the values are text as on the command line. */
  public ChartLoader settings(Map<String, String> values) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.putAll(values);
    return new ChartLoader(
        finder, rules, onlyRules, profile, Collections.unmodifiableMap(all), listener);
  }

  /** Finds packs and profiles elsewhere. */
  public ChartLoader finder(PackFinder other) {
    return new ChartLoader(other, rules, onlyRules, profile, settings, listener);
  }

  /** Notifies a listener of evaluated rules. */
  public ChartLoader listener(RuleListener other) {
    return new ChartLoader(finder, rules, onlyRules, profile, settings, other);
  }

  /** Finder of packs and profiles. */
  public PackFinder finder() {
    return finder;
  }

  /** Paths of added rules, in the order of their addition. */
  public List<SourceText> rules() {
    return rules;
  }

  /** Layers of added rules, the lowest first. */
  public List<Layer> layers() {
    return PackFinder.layers(rules);
  }

  /** Listener of evaluated rules. */
  public RuleListener listener() {
    return listener;
  }

  /**
   * Loads all charts of files and folders.
   *
   * @throws StatuteException with all problems of all files
   */
  public Statute load(Path... paths) {
    return Statute.get(tryLoad(paths));
  }

  /** Loads all charts of files and folders, or reports all problems of all files. */
  public Loaded<Statute> tryLoad(Path... paths) {
    return Statute.load(this, new ChartSources(List.of(paths), null));
  }

  /**
   * Loads all charts of a folder on the class path, or one that is named with its extension.
   *
   * @throws StatuteException with all problems of all files
   */
  public Statute fromClassPath(String name) {
    return Statute.get(Statute.load(this, ClassPathCharts.find(name)));
  }

  /** Loads a chart, compiles its rules, and reports all problems of all files. */
  public Loaded<Interpreter> open(Path file) {
    return open(file, null);
  }

  /**
   * Loads a chart with its rules.
   *
   * @param pinned an older version of the chart, to be judged by the rules as they are now; null =
   *     the chart as it is in the file
   */
  public Loaded<Interpreter> open(Path file, @Nullable ChartDefinition pinned) {
    ProblemCollector problems = new ProblemCollector();
    return Loaded.of(
        read(
            file,
            problems,
            () -> {
              ChartWithRules chart =
                  pinned == null ? prepare(file, problems) : prepare(file, pinned, problems);
              return chart == null ? null : chart.with(Map.of()).getOrReport(problems);
            }),
        problems);
  }

  /**
   * Reads a file; null if that throws. What is thrown becomes a problem of this file, so that it
   * hides nothing of the others.
   */
  private static <T> @Nullable T read(
      Path file, ProblemCollector problems, Supplier<@Nullable T> reader) {
    try {
      return reader.get();
    } catch (RuntimeException | Error e) {
      Place place = new Place(file.toString(), 1, 1);
      LOG.warn("cannot read {}", place, e);
      problems.add(Problem.unexpected(place, e));
      return null;
    }
  }

  /** Loads the chart of a file, followed by the charts inside it. */
  public Loaded<List<Interpreter>> openAll(Path file) {
    ProblemCollector problems = new ProblemCollector();
    return Loaded.of(read(file, problems, () -> openAll(file, problems)), problems);
  }

  private List<Interpreter> openAll(Path file, ProblemCollector problems) {
    List<ChartDefinition> charts = ChartFile.loadAll(file).getOrReport(problems);
    List<Interpreter> all = new ArrayList<>();
    for (ChartDefinition chart : charts == null ? List.<ChartDefinition>of() : charts) {
      Interpreter made = prepare(file, chart, problems).with(Map.of()).getOrReport(problems);
      if (made != null) {
        all.add(made);
      }
    }
    return all;
  }

  /** Loads a chart and compiles its rules, which do not depend on settings. */
  public @Nullable ChartWithRules prepare(Path file, ProblemCollector problems) {
    return read(
        file,
        problems,
        () -> {
          ChartDefinition definition = ChartFile.load(file).getOrReport(problems);
          return definition == null ? null : prepare(file, definition, problems);
        });
  }

  private ChartWithRules prepare(Path file, ChartDefinition definition, ProblemCollector problems) {
    RuleSelection selection = new RuleSelection(finder, rules, onlyRules, profile);
    return selection.prepare(file, definition, settings, listener, problems);
  }

  /** Finds the problems of rules at a path, which no chart needs to name. */
  public List<Problem> check(Path rulePath) {
    ProblemCollector problems = new ProblemCollector();
    read(
        rulePath,
        problems,
        () -> {
          List<Pack> packs = finder.addedPacks(rulePath).getOrReport(problems);
          if (packs != null && !packs.isEmpty()) {
            problems.addAll(RuleCompilation.compile(packs, Vocabulary.NONE, listener).problems());
          }
          return packs;
        });
    return problems.sorted();
  }

  /** Lists the packs that charts may name; {@code profile} is the file of one of their profiles. */
  public List<Pack> known(Path profile) {
    List<Pack> packs = finder.all(profile).value();
    return packs == null ? List.of() : packs;
  }

  /**
   * Finds the problems of {@code rules/profiles/NAME.yaml}, which no chart needs to name.
   *
   * @param packs the result of {@link #known}, which is the same for all profiles of a folder
   */
  public List<Problem> checkProfile(Path file, List<Pack> packs) {
    String name = String.valueOf(file.getFileName());
    ProblemCollector problems = new ProblemCollector();
    Map<String, SettingDefinition> loaded =
        read(
            file,
            problems,
            () ->
                finder
                    .profile(name.substring(0, name.lastIndexOf('.')), file)
                    .getOrReport(problems));
    problems.addAll(EffectiveSettings.checkProfile(loaded == null ? Map.of() : loaded, packs));
    return problems.sorted();
  }

  /** Lists a chart or a rule file with the files that it depends on, as far as they are known. */
  public Set<Path> dependencies(Path file) {
    return ChartDependencies.of(file, finder, rules);
  }

  /** Lists the files of packs that a file names, as far as they are known. */
  public Set<Path> dependencies(List<PackReference> packs, Path file) {
    return ChartDependencies.ofPacks(packs, file, finder);
  }
}
