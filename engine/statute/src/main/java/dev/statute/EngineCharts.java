package dev.statute;

import dev.statute.ChartSources.FileChart;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.runtime.ChartReloader;
import dev.statute.runtime.Engine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Charts of one running engine. Confined to the lock of its {@link Statute}. */
final class EngineCharts {
  private final Engine engine;
  private final ChartLoader loader;
  private final Map<String, ChartReloader> reloaders = new LinkedHashMap<>();
  private final Map<String, FileChart> current = new LinkedHashMap<>();

  EngineCharts(Engine engine, ChartLoader loader) {
    this.engine = engine;
    this.loader = loader;
  }

  boolean isClosed() {
    return engine.isClosed();
  }

  /** Replaces the charts that differ from those of the engine; returns what prevented it. */
  List<Problem> update(List<FileChart> charts) {
    List<Problem> problems = new ArrayList<>();
    current.clear();
    charts.forEach(chart -> current.merge(chart.name(), chart, EngineCharts::newer));
    for (String name : current.keySet()) {
      problems.addAll(reloaders.computeIfAbsent(name, this::reloader).reload().problems());
    }
    return problems;
  }

  /** Chooses the higher version, which new instances start with. */
  private static FileChart newer(FileChart one, FileChart other) {
    return other.interpreter().chart().version() >= one.interpreter().chart().version()
        ? other
        : one;
  }

  private ChartReloader reloader(String name) {
    ChartReloader.Loader source =
        pinned -> {
          FileChart chart = Objects.requireNonNull(current.get(name));
          return pinned == null
              ? new Loaded<>(chart.interpreter(), List.of())
              : loader.open(chart.file(), pinned);
        };
    return ChartReloader.attach(engine, name, source);
  }
}
