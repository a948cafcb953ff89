package dev.statute.runtime;

import dev.statute.chart.ChartDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.runtime.internal.value.ExceptionHandling;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import dev.statute.store.InstanceStore.ChartUse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
 * Keeps a chart of a running engine, and its rules, as they are in files.
 *
 * <p>What changed is compiled and warmed aside, and then swapped in with one write. If anything is
 * wrong, what runs stays, and the problems are told. New instances begin with the new chart; an
 * instance at work keeps its chart, whatever its version, and is judged by the new rules from its
 * next step on. The revision in a step's snapshot says what judged it. A version that no instance
 * in the store runs any more is forgotten. Thread-safe.
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

  /** Versions that nobody ran at the last reload. */
  private Set<String> unusedHashes = Set.of();

  /** Puts together what is in the files. */
  public interface Loader {
    /**
     * The chart with its rules.
     *
     * @param pinned an older version of the chart that instances still run: it is wanted with the
     *     rules as they are now; null = the chart as it is in its file
     */
    Loaded<Interpreter> load(@Nullable ChartDefinition pinned);
  }

  /**
   * What came of looking at the files.
   *
   * @param before revision that ran
   * @param after revision that runs now; the same if nothing was swapped
   * @param problems errors if it could not be swapped; else warnings, and what is wrong with older
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

  private ChartReloader(Engine engine, Loader loader, List<Path> watched, Consumer<Reloaded> told) {
    this.engine = engine;
    this.loader = loader;
    String file = watched.isEmpty() ? "chart" : String.valueOf(watched.get(0));
    place = new Place(file, 1, 1);
    List<Path> files = List.copyOf(watched);
    watcher = new FileWatcher(() -> files);
    this.listener = told;
  }

  /**
   * Loads a chart for the first time.
   *
   * @param watched files and folders, with all in them, that {@link #check} looks at
   * @param told is told what came of each reload, on the thread that reloads
   * @throws IllegalArgumentException naming the problems, if it does not load
   */
  public static ChartReloader of(
      Engine engine, Loader loader, List<Path> watched, Consumer<Reloaded> told) {
    ChartReloader reloading = new ChartReloader(engine, loader, watched, told);
    Reloaded first = reloading.reload();
    if (!first.hasChanged()) {
      throw new IllegalArgumentException(
          first.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
    }
    return reloading;
  }

  /**
   * Continues with a chart that the engine has already.
   *
   * @param chart name of a registered chart
   */
  public static ChartReloader attach(Engine engine, String chart, Loader loader) {
    ChartReloader reloader = new ChartReloader(engine, loader, List.of(), told -> {});
    Interpreter newest = engine.charts().newest(chart);
    reloader.revision = newest == null ? "" : newest.chart().revision();
    return reloader;
  }

  /** The revision that new instances begin with. */
  public synchronized String revision() {
    return revision;
  }

  /** Loads everything again, and swaps it in if it differs and nothing is wrong with it. */
  public synchronized Reloaded reload() {
    watcher.mark();
    List<Problem> problems = new ArrayList<>();
    String before = revision;
    try {
      Interpreter loaded = load(null, problems);
      if (loaded != null && !loaded.chart().revision().equals(before)) {
        warmUp(loaded);
        engine.register(loaded);
        revision = loaded.chart().revision();
        refreshOlderVersions(loaded, problems);
      }
    } catch (Throwable e) {
      LOG.warn("cannot load what changed; what runs goes on", e);
      problems.add(
          Problem.error(
              "A202",
              place,
              "cannot be loaded anew: " + ExceptionHandling.message(e),
              "what runs goes on; the log has the whole of it"));
    }
    Reloaded reloaded = new Reloaded(before, revision, problems);
    listener.accept(reloaded);
    return reloaded;
  }

  /** Reloads if a file is not what it was when it was last read; null if all are. */
  public synchronized @Nullable Reloaded check() {
    return watcher.isChanged() ? reload() : null;
  }

  /** Checks again and again, on a thread of its own, until this is closed. */
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

  /** Gives older versions the new rules, and forgets those that nobody runs. */
  private void refreshOlderVersions(Interpreter newest, List<Problem> problems) {
    Chart current = newest.chart();
    Set<String> used =
        engine.store().charts().stream()
            .filter(use -> use.all() > 0)
            .map(ChartUse::hash)
            .collect(Collectors.toSet());
    Set<String> unused = new HashSet<>();
    for (Interpreter each : engine.charts().versions(current.name())) {
      Chart chart = each.chart();
      if (chart.hash().equals(current.hash()) || chart.version() > current.version()) {
        continue;
      }
      if (!used.contains(chart.hash())) {
        // at its second turn, as an instance may just be about to begin
        if (unusedHashes.contains(chart.hash())) {
          engine.retire(chart.hash());
          continue;
        }
        unused.add(chart.hash());
      }
      Interpreter refreshed = load(chart.definition(), problems);
      if (refreshed != null) {
        engine.charts().replace(refreshed);
      }
    }
    unusedHashes = unused;
  }

  /**
   * Has an instance of nobody's ask the rules until they run at full speed: the first questions to
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

  /** Stops watching; the engine goes on with what it has. */
  @Override
  public synchronized void close() {
    watcher.close();
  }
}
