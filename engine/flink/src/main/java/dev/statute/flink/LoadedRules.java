package dev.statute.flink;

import dev.statute.ChartLoader;
import dev.statute.Statute;
import dev.statute.chart.MigrationPlan;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.step.Migration;
import dev.statute.yaml.MigrationYaml;
import dev.statute.yaml.PackFinder;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compiled charts, rules and migrations of one update. Immutable, thread-safe. */
final class LoadedRules {
  /** No charts: rules of a state that do not compile. */
  static final LoadedRules NONE = new LoadedRules(List.of(), "");

  private static final String SETTINGS = "settings.properties";

  private final Map<String, Interpreter> byHash = new LinkedHashMap<>();
  private final Map<String, Interpreter> newest = new HashMap<>();
  private final Map<String, Migration> migrations = new HashMap<>();

  private final String folder;

  private LoadedRules(List<Interpreter> charts, String folder) {
    this.folder = folder;
    for (Interpreter each : charts) {
      byHash.put(each.chart().hash(), each);
      newest.merge(
          each.chart().name(),
          each,
          (one, other) -> other.chart().version() > one.chart().version() ? other : one);
    }
  }

  /** Compiles an update, or reports all problems of all files with their relative paths. */
  static Loaded<LoadedRules> load(RulesUpdate update) {
    try {
      Path folder = Files.createTempDirectory("statute-rules");
      try {
        Loaded<LoadedRules> loaded = load(update, folder);
        return new Loaded<>(
            loaded.value(),
            loaded.problems().stream().map(each -> relative(each, folder + "/")).toList());
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      return new Loaded<>(
          null,
          List.of(
              Problem.error(
                  "F104",
                  new Place("update", 1, 1),
                  "the files cannot be written: " + e.getMessage(),
                  "make room in the folder for temporary files of the task manager")));
    }
  }

  private static Loaded<LoadedRules> load(RulesUpdate update, Path folder) throws IOException {
    if (update.files().isEmpty()) {
      return new Loaded<>(NONE, List.of());
    }
    ProblemCollector problems = new ProblemCollector();
    for (Map.Entry<String, String> each : update.files().entrySet()) {
      Path file = folder.resolve(each.getKey()).normalize();
      if (!file.startsWith(folder) || file.equals(folder)) {
        problems.add(
            Problem.error(
                "F104",
                new Place(each.getKey(), 1, 1),
                "the path leads out of the update",
                "name files below charts/ and rules/"));
        return Loaded.of(null, problems);
      }
      Files.createDirectories(file.resolveSibling(""));
      Files.writeString(file, each.getValue());
    }
    Files.createDirectories(folder.resolve("charts"));
    ChartLoader loader;
    try {
      loader = loader(update, folder);
    } catch (IllegalArgumentException e) {
      problems.add(
          Problem.error(
              "F104",
              new Place(SETTINGS, 1, 1),
              "a line cannot be read: " + e.getMessage(),
              "write a backslash twice"));
      return Loaded.of(null, problems);
    }
    LoadedRules rules;
    try (Statute statute = loader.tryLoad(folder.resolve("charts")).getOrReport(problems)) {
      if (statute == null) {
        return Loaded.of(null, problems);
      }
      rules = new LoadedRules(statute.charts(), folder + "/");
    }
    update
        .files()
        .forEach(
            (name, text) -> {
              if (name.matches(".*\\.migration\\.ya?ml")) {
                rules.addPlan(new Source(name, text), problems);
              }
            });
    return Loaded.of(rules, problems);
  }

  /**
   * Creates a loader that finds packs in the update, then on the class path of the job.
   *
   * @throws IllegalArgumentException if the settings have a wrong escape sequence
   */
  private static ChartLoader loader(RulesUpdate update, Path folder) throws IOException {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    ClassLoader classPath = context == null ? LoadedRules.class.getClassLoader() : context;
    Properties settings = new Properties();
    settings.load(new StringReader(update.files().getOrDefault(SETTINGS, "")));
    ChartLoader loader = ChartLoader.standard().finder(new PackFinder(folder, classPath));
    for (String name : new TreeSet<>(settings.stringPropertyNames())) {
      String value = settings.getProperty(name);
      loader = name.equals("profile") ? loader.profile(value) : loader.setting(name, value);
    }
    return loader;
  }

  /** Removes the temporary folder from a problem: it is the same on any host. */
  private static Problem relative(Problem problem, String folder) {
    Place place = problem.place();
    return new Problem(
        problem.severity(),
        problem.code(),
        new Place(place.file().replace(folder, ""), place.line(), place.column()),
        problem.message().replace(folder, ""),
        problem.fix().replace(folder, ""),
        problem.line(),
        problem.width());
  }

  /** Compiles a plan for each older version of its chart; it must fit one of them. */
  private void addPlan(Source source, ProblemCollector problems) {
    MigrationPlan plan = MigrationYaml.load(source).getOrReport(problems);
    Interpreter target = plan == null ? null : newest.get(plan.chart().value());
    if (plan == null || target == null) {
      return;
    }
    for (Interpreter from : byHash.values()) {
      if (from != target && from.chart().name().equals(target.chart().name())) {
        Loaded<Migration> compiled = Migration.compile(plan, from.chart(), target.chart());
        Migration migration = compiled.getOrReport(problems);
        if (migration != null) {
          migrations.put(from.chart().hash(), migration);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /** Removes the temporary folder from the places of a text: outputs are the same on any host. */
  String withoutFolder(String text) {
    return folder.isEmpty() ? text : text.replace(folder, "");
  }

  @Nullable Chart chart(String hash) {
    Interpreter known = byHash.get(hash);
    return known == null ? null : known.chart();
  }

  /** Returns the interpreter of a chart of {@link #chart}. */
  Interpreter interpreter(Chart chart) {
    return Objects.requireNonNull(byHash.get(chart.hash()));
  }

  /** Returns the newest version of a chart, or null. */
  @Nullable Interpreter newest(String name) {
    return newest.get(name);
  }

  /** Returns the migration of instances of an older chart, or null. */
  @Nullable Migration migration(Chart from) {
    return migrations.get(from.hash());
  }
}
