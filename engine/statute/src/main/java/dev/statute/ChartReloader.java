package dev.statute;

import dev.statute.chart.ChartDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.runtime.Engine;
import dev.statute.runtime.support.ExceptionHandling;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import dev.statute.store.InstanceAdministration.ChartUse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reloads a chart of a running engine, and its rules, from files.
 *
 * <p>Changed files are compiled and warmed up first, then swapped in with one write. On an error
 * the current chart stays and the problems are reported. New instances start with the new chart. A
 * running instance keeps its chart and version, and uses the new rules from its next step on. The
 * revision in a step's snapshot identifies the rules that judged it. A version that no stored
 * instance runs is removed. Thread-safe.
 */
public final class ChartReloader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChartReloader.class);
  private static final int WARM_UP_STEPS = 200;

  private final Engine engine;
  private final Loader loader;
  private final Place place;
  private final FileWatcher watcher;
  private final Consumer<Reloaded> listener;
  private String revision = "";

  /** Versions without instances at the last reload. */
  private Set<String> unusedHashes = Set.of();

  /** Loader of a chart and its rules from files. */
  public interface Loader {
    /**
     * Returns the chart with its rules.
     *
     * @param pinned an older version of the chart that instances still run, to be combined with the
     *     current rules; null = the chart as it is in its file
     */
    Loaded<Interpreter> load(@Nullable ChartDefinition pinned);
  }

  /**
   * Result of a reload.
   *
   * @param before revision before the reload
   * @param after revision after the reload; equal to {@code before} if nothing was swapped
   * @param problems errors if nothing was swapped; otherwise warnings, and errors of older
   *     versions, which then keep their rules
   */
  public record Reloaded(String before, String after, List<Problem> problems) {
    public Reloaded {
      problems = List.copyOf(problems);
    }

    public boolean hasChanged() {
      return !before.equals(after);
    }
  }

  private ChartReloader(
      Engine engine, Loader loader, List<Path> watched, Consumer<Reloaded> listener) {
    this.engine = engine;
    this.loader = loader;
    String file = watched.isEmpty() ? "chart" : String.valueOf(watched.get(0));
    place = new Place(file, 1, 1);
    List<Path> files = List.copyOf(watched);
    watcher = new FileWatcher(() -> files);
    this.listener = listener;
  }

  /**
   * Loads a chart for the first time.
   *
   * @param watched files and folders, including their contents, that {@link #check} examines
   * @param listener receives the result of each reload, on the reloading thread
   * @throws IllegalArgumentException naming the problems, if it does not load
   */
  public static ChartReloader of(
      Engine engine, Loader loader, List<Path> watched, Consumer<Reloaded> listener) {
    ChartReloader reloading = new ChartReloader(engine, loader, watched, listener);
    Reloaded first = reloading.reload();
    if (!first.hasChanged()) {
      throw new IllegalArgumentException(
          first.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
    }
    return reloading;
  }

  /**
   * Continues with a chart that is already registered.
   *
   * @param chart name of a registered chart
   */
  public static ChartReloader attach(Engine engine, String chart, Loader loader) {
    ChartReloader reloader = new ChartReloader(engine, loader, List.of(), listener -> {});
    engine.charts().stream()
        .map(Interpreter::chart)
        .filter(each -> each.name().equals(chart))
        .reduce((one, other) -> other.version() >= one.version() ? other : one)
        .ifPresent(newest -> reloader.revision = newest.revision());
    return reloader;
  }

  /** Returns the revision with which new instances start. */
  public synchronized String revision() {
    return revision;
  }

  /** Loads everything again and swaps it in if it differs and has no errors. */
  public synchronized Reloaded reload() {
    List<Problem> problems = new ArrayList<>();
    String before = revision;
    try {
      watcher.mark();
      Interpreter loaded = load(null, problems);
      if (loaded != null && !loaded.chart().revision().equals(before)) {
        warmUp(loaded);
        engine.register(loaded);
        revision = loaded.chart().revision();
        refreshOlderVersions(loaded, problems);
      }
    } catch (Throwable e) {
      LOG.warn("cannot load changed files; the current chart stays", e);
      problems.add(failure(place, ExceptionHandling.message(e)));
    }
    Reloaded reloaded = new Reloaded(before, revision, problems);
    notifyListener(reloaded);
    return reloaded;
  }

  /** Returns the problem of files that cannot be loaded for a reason that is none of theirs. */
  static Problem failure(Place place, @Nullable Object reason) {
    return Problem.error(
        "A202",
        place,
        "cannot be loaded anew: " + reason,
        "what runs goes on; the log has the whole of it");
  }

  private void notifyListener(Reloaded reloaded) {
    try {
      listener.accept(reloaded);
    } catch (Throwable e) {
      LOG.warn("a listener of reloads threw; what was reloaded stays", e);
    }
  }

  /** Reloads if a file differs from its content at the last reading; null if none does. */
  public synchronized @Nullable Reloaded check() {
    return watcher.isChanged() ? reload() : null;
  }

  /** Checks periodically, on a thread of its own, until closed. */
  public synchronized ChartReloader every(Duration interval) {
    watcher.every(
        interval,
        () -> {
          Reloaded reloaded = reload();
          LOG.info("reloaded: {} -> {}", reloaded.before(), reloaded.after());
        });
    return this;
  }

  private @Nullable Interpreter load(@Nullable ChartDefinition pinned, List<Problem> problems) {
    Loaded<Interpreter> loaded = loader.load(pinned);
    problems.addAll(loaded.problems());
    boolean broken = loaded.problems().stream().anyMatch(Problem::isError);
    return broken ? null : loaded.value();
  }

  /** Combines older versions with the new rules, and removes versions without instances. */
  private void refreshOlderVersions(Interpreter newest, List<Problem> problems) {
    Chart current = newest.chart();
    Set<String> used =
        engine.store().charts().stream()
            .filter(use -> use.all() > 0)
            .map(ChartUse::hash)
            .collect(Collectors.toSet());
    Set<String> unused = new HashSet<>();
    List<Interpreter> latestFirst = new ArrayList<>(engine.charts());
    Collections.reverse(latestFirst);
    for (Interpreter each : latestFirst) {
      Chart chart = each.chart();
      if (!chart.name().equals(current.name())
          || chart.hash().equals(current.hash())
          || chart.version() > current.version()) {
        continue;
      }
      if (!used.contains(chart.hash())) {
        // removed at the second reload only, because an instance may be about to start
        if (unusedHashes.contains(chart.hash())) {
          engine.retire(chart.hash());
          continue;
        }
        unused.add(chart.hash());
      }
      Interpreter refreshed = load(chart.definition(), problems);
      if (refreshed != null) {
        engine.replace(refreshed);
      }
    }
    unusedHashes = unused;
  }

  /**
   * Evaluates rules for a temporary instance until they run at full speed: the first evaluations of
   * a new rule base take a hundred times as long.
   */
  private static void warmUp(Interpreter interpreter) {
    Step start = interpreter.start("warm-up", Map.of(), Instant.EPOCH);
    if (start.outcome() instanceof Outcome.Started) {
      for (int i = 0; i < WARM_UP_STEPS; i++) {
        interpreter.enabled(start.snapshot(), Instant.EPOCH);
      }
    }
  }

  /** Stops watching; the engine keeps its charts. */
  @Override
  public synchronized void close() {
    watcher.close();
  }
}
