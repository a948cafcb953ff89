package dev.statute;

import dev.statute.ChartSources.FileChart;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.runtime.Engine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Charts of one running engine. Confined to the lock of its {@link Statute}. */
final class EngineCharts {
  private static final Logger LOG = LoggerFactory.getLogger(Statute.class);

  private final Engine engine;
  private final ChartLoader loader;
  private final Map<String, ChartReloader> reloaders = new LinkedHashMap<>();
  private final Map<String, FileChart> newest = new LinkedHashMap<>();
  private final Map<String, FileChart> versions = new LinkedHashMap<>();

  /** Revisions in the engine by name and version. */
  private final Map<String, String> revisions = new HashMap<>();

  /** Creates the charts of an engine that was built with some. */
  EngineCharts(Engine engine, ChartLoader loader, List<FileChart> built) {
    this.engine = engine;
    this.loader = loader;
    built.forEach(chart -> revisions.put(chart.id(), chart.revision()));
  }

  boolean isClosed() {
    return engine.isClosed();
  }

  /** Replaces the charts that differ from those of the engine; returns what prevented it. */
  List<Problem> update(List<FileChart> charts) {
    List<Problem> problems = new ArrayList<>();
    newest.clear();
    versions.clear();
    for (FileChart each : charts) {
      newest.merge(each.name(), each, EngineCharts::newer);
      versions.put(each.id(), each);
    }
    for (String name : newest.keySet()) {
      problems.addAll(reloaders.computeIfAbsent(name, this::reloader).reload().problems());
    }
    for (FileChart each : versions.values()) {
      if (each.equals(newest.get(each.name()))) {
        ChartReloader reloader = Objects.requireNonNull(reloaders.get(each.name()));
        if (reloader.revision().equals(each.revision())) { // what failed is registered later
          revisions.put(each.id(), each.revision());
        }
      } else if (!each.revision().equals(revisions.get(each.id()))) {
        registerOlder(each, problems);
      }
    }
    return problems;
  }

  private void registerOlder(FileChart chart, List<Problem> problems) {
    try {
      engine.register(chart.interpreter());
      revisions.put(chart.id(), chart.revision());
    } catch (RuntimeException e) {
      LOG.warn("cannot register {}; the engine keeps what it has", chart.id(), e);
      problems.add(ChartReloader.failure(new Place(chart.file().toString(), 1, 1), e.getMessage()));
    }
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
          FileChart chart = Objects.requireNonNull(newest.get(name));
          if (pinned == null) {
            return new Loaded<>(chart.interpreter(), List.of());
          }
          FileChart own = versions.getOrDefault(name + " " + pinned.version(), chart);
          return loader.open(own.file(), pinned);
        };
    return ChartReloader.attach(engine, name, source);
  }
}
