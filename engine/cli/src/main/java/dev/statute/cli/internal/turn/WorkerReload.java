package dev.statute.cli.internal.turn;

import dev.statute.ChartLoader;
import dev.statute.ChartReloader;
import dev.statute.FileWatcher;
import dev.statute.chart.ChartDefinition;
import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.input.FileDependencies;
import dev.statute.cli.internal.report.ProblemText;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.runtime.Engine;
import dev.statute.step.Interpreter;
import dev.statute.turns.Turns;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reload of a worker's charts and rules: checks at intervals if one of their files, or of their
 * dependencies, changed. Errors are printed, and the running version continues. Confined to one
 * thread.
 */
final class WorkerReload implements Runnable {
  private final List<Path> charts;
  private final ChartLoader chartLoader;
  private final @Nullable Turns turns;
  private final Set<String> chartFiles;
  private final Duration pause;
  private final Console console;
  private final List<ChartReloader> reloadings = new ArrayList<>();
  private final Map<String, String> agents = new LinkedHashMap<>();
  private final Set<Path> agentFiles = new HashSet<>();
  private final FileWatcher watcher = new FileWatcher(this::files);
  private long lastCheck = System.nanoTime();

  /** True while a file cannot be read, which was reported. */
  private boolean isUnreadable;

  /**
   * Creates a reload.
   *
   * @param turns null = no chart is for agents
   * @param given names and versions of the engine's charts; grows
   */
  WorkerReload(
      List<Path> charts,
      ChartLoader bench,
      Engine engine,
      @Nullable Turns turns,
      Set<String> given,
      Duration pause,
      Console console) {
    this.charts = charts;
    this.chartLoader = bench;
    this.turns = turns;
    this.chartFiles = given;
    this.pause = pause;
    this.console = console;
    boolean unused = isChanged(); // from here on
    for (Path file : charts) {
      for (Interpreter each : reloadAll(file)) {
        String name = each.chart().name();
        if (Turns.runsOn(each.chart())) {
          agents.put(name, each.chart().revision());
          agentFiles.add(file);
        } else {
          ChartReloader.Loader loader = pinned -> load(file, name, pinned);
          reloadings.add(
              ChartReloader.of(
                  engine, loader, List.of(file), reloaded -> reportReload(name, reloaded)));
        }
      }
    }
  }

  @Override
  public void run() {
    if (System.nanoTime() - lastCheck < pause.toNanos() || !isChanged()) {
      return;
    }
    reloadings.forEach(ChartReloader::reload);
    if (turns != null) {
      charts.forEach(file -> agents(turns, file));
    }
  }

  private Loaded<Interpreter> load(Path file, String name, @Nullable ChartDefinition pinned) {
    if (pinned != null) {
      return chartLoader.open(file, pinned);
    }
    Loaded<List<Interpreter>> loaded = chartLoader.openAll(file);
    List<Interpreter> all = loaded.value();
    Interpreter found = null;
    for (Interpreter each : all == null ? List.<Interpreter>of() : all) {
      found = each.chart().name().equals(name) ? each : found;
    }
    if (found != null) {
      chartFiles.add(found.chart().name() + " " + found.chart().version());
    }
    return new Loaded<>(found, loaded.problems());
  }

  private List<Interpreter> reloadAll(Path file) {
    List<Interpreter> all = chartLoader.openAll(file).value();
    return all == null ? List.of() : all;
  }

  private void agents(Turns known, Path file) {
    Loaded<List<Interpreter>> loaded = chartLoader.openAll(file);
    boolean broken = loaded.problems().stream().anyMatch(Problem::isError);
    List<Interpreter> all = loaded.value();
    for (Interpreter each : all == null || broken ? List.<Interpreter>of() : all) {
      String name = each.chart().name();
      String after = each.chart().revision();
      String before = agents.get(name);
      if (before != null && !before.equals(after)) {
        List<Problem> problems = known.register(each);
        boolean refused = problems.stream().anyMatch(Problem::isError);
        reportReload(name, new ChartReloader.Reloaded(before, refused ? before : after, problems));
        agents.put(name, refused ? before : after);
      }
    }
    if (broken && agentFiles.contains(file)) {
      reportReload(String.valueOf(file), new ChartReloader.Reloaded("", "", loaded.problems()));
    }
  }

  private void reportReload(String name, ChartReloader.Reloaded reloaded) {
    ProblemText.printNotices(console, reloaded.problems());
    if (reloaded.before().isEmpty() && reloaded.hasChanged()) {
      return; // initial state
    }
    if (reloaded.hasChanged()) {
      console.printNotice("reloaded " + name);
    } else if (reloaded.problems().stream().anyMatch(Problem::isError)) {
      console.printNotice(name + " is not reloaded; what runs goes on");
    }
  }

  /** Tests for a change since the last test. */
  private boolean isChanged() {
    lastCheck = System.nanoTime();
    try {
      boolean isChanged = watcher.isChanged();
      if (isChanged) {
        watcher.mark();
      }
      isUnreadable = false;
      return isChanged;
    } catch (UncheckedIOException e) { // also while a file is replaced
      if (!isUnreadable) {
        console.printNotice("nothing is reloaded while a file cannot be read: " + e.getMessage());
      }
      isUnreadable = true;
      return false;
    }
  }

  /** Returns all files that affect the charts. */
  private Set<Path> files() {
    Set<Path> files = new TreeSet<>();
    FileDependencies dependencies = new FileDependencies(chartLoader);
    for (Path file : charts) {
      files.add(file);
      files.addAll(dependencies.of(file));
    }
    return files;
  }
}
