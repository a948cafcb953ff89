package dev.statute;

import dev.statute.ChartSources.FileChart;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.step.Interpreter;
import dev.statute.turns.Turns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Charts with their rules and settings, loaded from files: the entry for programs that embed an
 * engine. Engines built from it follow its reloads. Thread-safe.
 */
public final class Statute implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Statute.class);

  private final ChartLoader loader;
  private final ChartSources sources;
  private final FileWatcher watcher;
  private final List<Consumer<ReloadResult>> listeners = new CopyOnWriteArrayList<>();
  private final List<EngineCharts> engines = new ArrayList<>();
  private volatile List<FileChart> charts;
  private volatile List<Problem> warnings;

  private Statute(
      ChartLoader loader, ChartSources sources, List<FileChart> charts, List<Problem> warnings) {
    this.loader = loader;
    this.sources = sources;
    this.charts = charts;
    this.warnings = warnings;
    watcher = new FileWatcher(this::files);
  }

  /**
   * Loads all charts of files and folders with the rules that they name.
   *
   * @throws StatuteException with all problems of all files
   */
  public static Statute load(Path... paths) {
    return loader().load(paths);
  }

  /** Loads all charts of files and folders, or reports all problems of all files. */
  public static Loaded<Statute> tryLoad(Path... paths) {
    return loader().tryLoad(paths);
  }

  /**
   * Loads all charts of a folder on the class path, or one that is named with its extension.
   *
   * @throws StatuteException with all problems of all files
   */
  public static Statute fromClassPath(String name) {
    return loader().fromClassPath(name);
  }

  /** Creates a loader, to add layers of rules, a profile, or settings. */
  public static ChartLoader loader() {
    return ChartLoader.standard();
  }

  static Loaded<Statute> load(ChartLoader loader, ChartSources sources) {
    ProblemCollector problems = new ProblemCollector();
    List<FileChart> charts = List.of();
    try {
      charts = sources.load(loader, problems);
    } catch (RuntimeException | Error e) { // of a folder; of a file it is a problem already
      LOG.warn("cannot load {}", sources.place(), e);
      problems.add(Problem.unexpected(sources.place(), e));
    }
    if (problems.hasErrors()) {
      sources.close();
      return Loaded.of(null, problems);
    }
    return Loaded.of(new Statute(loader, sources, charts, problems.sorted()), problems);
  }

  static Statute get(Loaded<Statute> loaded) {
    Statute statute = loaded.value();
    if (statute == null) {
      throw new StatuteException(loaded.problems());
    }
    return statute;
  }

  /**
   * Creates a builder of an engine with all charts and their rules, except those for agent turns
   * ({@link Turns}). The engine follows reloads until it is closed.
   */
  public EngineBuilder engine() {
    EngineBuilder builder = Engine.builder();
    List<FileChart> built = engineCharts();
    built.forEach(chart -> builder.chart(chart.interpreter()));
    return builder.onBuilt(engine -> attach(engine, built));
  }

  private synchronized void attach(Engine engine, List<FileChart> built) {
    engines.removeIf(EngineCharts::isClosed);
    EngineCharts attached = new EngineCharts(engine, loader, built);
    engines.add(attached);
    attached.update(engineCharts()).forEach(problem -> LOG.warn("{}", problem));
  }

  private List<FileChart> engineCharts() {
    return charts.stream().filter(chart -> !Turns.runsOn(chart.interpreter().chart())).toList();
  }

  /** Charts with their rules, sorted by file. */
  public List<Interpreter> charts() {
    return charts.stream().map(FileChart::interpreter).toList();
  }

  /**
   * Returns the newest version of a chart with its rules.
   *
   * @throws IllegalArgumentException if there is no chart of this name
   */
  public Interpreter chart(String name) {
    Interpreter newest = null;
    Set<String> names = new LinkedHashSet<>();
    for (Interpreter each : charts()) {
      names.add(each.chart().name());
      if (each.chart().name().equals(name)
          && (newest == null || each.chart().version() > newest.chart().version())) {
        newest = each;
      }
    }
    if (newest == null) {
      throw new IllegalArgumentException(
          "there is no chart '"
              + name
              + "'; "
              + SpellingSuggestion.fix(name, names, "there are " + names));
    }
    return newest;
  }

  /** Warnings of the last load, sorted by place. */
  public List<Problem> warnings() {
    return warnings;
  }

  /** Adds a listener of reloads, which is called on the thread that reloads. */
  public Statute onReload(Consumer<ReloadResult> listener) {
    listeners.add(listener);
    return this;
  }

  /**
   * Loads all files again and replaces all charts at once, unless a file has an error. New
   * instances start with the new charts; running ones keep theirs and are judged by the new rules.
   */
  public ReloadResult reload() {
    return reload(true);
  }

  private synchronized ReloadResult reload(boolean isRequested) {
    ProblemCollector problems = new ProblemCollector();
    List<String> changed = List.of();
    boolean applied = false;
    try {
      watcher.mark();
      List<FileChart> loaded = sources.load(loader, problems);
      applied = !problems.hasErrors();
      changed = applied ? replace(loaded, problems) : changed;
    } catch (RuntimeException | Error e) { // whoever listens is told this, too
      LOG.warn("cannot load changed files; what was loaded stays", e);
      problems.add(ChartReloader.failure(sources.place(), e));
    }
    ReloadResult result = new ReloadResult(changed, problems.sorted(), applied);
    if (isRequested || !applied || !changed.isEmpty()) {
      listeners.forEach(listener -> notifyListener(listener, result));
    }
    return result;
  }

  private static void notifyListener(Consumer<ReloadResult> listener, ReloadResult result) {
    try {
      listener.accept(result);
    } catch (Throwable e) {
      LOG.warn("a listener of reloads threw; what was reloaded stays", e);
    }
  }

  private List<String> replace(List<FileChart> loaded, ProblemCollector problems) {
    Map<String, Set<String>> before = revisions(charts);
    Map<String, Set<String>> after = revisions(loaded);
    charts = loaded;
    warnings = problems.sorted();
    engines.removeIf(EngineCharts::isClosed);
    engines.forEach(engine -> problems.addAll(engine.update(engineCharts())));
    return after.entrySet().stream()
        .filter(revisions -> !revisions.getValue().equals(before.get(revisions.getKey())))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Map<String, Set<String>> revisions(List<FileChart> charts) {
    Map<String, Set<String>> revisions = new LinkedHashMap<>();
    for (FileChart each : charts) {
      revisions.computeIfAbsent(each.name(), name -> new LinkedHashSet<>()).add(each.revision());
    }
    return revisions;
  }

  /** Reloads if a file changed since the last reload; returns null if none did. */
  public @Nullable ReloadResult reloadIfChanged() {
    return watcher.isChanged() ? reload(false) : null;
  }

  /**
   * Reloads whenever a file changed. Files are compared by content at this interval on a thread of
   * their own, until this is closed.
   */
  public Statute watch(Duration interval) {
    watcher.every(interval, () -> reload(false));
    return this;
  }

  /** Charts, the files that they extend, and rules. */
  private Set<Path> files() {
    Set<Path> files = new LinkedHashSet<>();
    for (Path chart : sources.files(new ProblemCollector())) {
      files.addAll(loader.dependencies(chart));
    }
    return files;
  }

  /** Stops watching. Engines continue with what they have. */
  @Override
  public void close() {
    watcher.close();
    sources.close();
  }
}
