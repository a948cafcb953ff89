package dev.statute;

import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.step.Interpreter;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files and folders with charts.
 *
 * @param container file system that the paths belong to and that is closed with them, or null
 */
record ChartSources(List<Path> paths, @Nullable Closeable container) {
  ChartSources {
    paths = List.copyOf(paths);
  }

  /** Chart with its file. */
  record FileChart(Path file, Interpreter interpreter) {
    String name() {
      return interpreter.chart().name();
    }

    /** Name and version, of which there is one chart. */
    String id() {
      return name() + " " + interpreter.chart().version();
    }

    String revision() {
      return interpreter.chart().revision();
    }
  }

  /** Place of problems that belong to no file. */
  Place place() {
    return new Place(paths.isEmpty() ? "" : paths.get(0).toString(), 1, 1);
  }

  /** Lists the files as given, and the charts of folders at any depth, sorted by path. */
  Set<Path> files(ProblemCollector problems) {
    Set<Path> files = new LinkedHashSet<>();
    for (Path path : paths) {
      if (!Files.isDirectory(path)) {
        files.add(path);
        continue;
      }
      List<Path> found = ChartFolder.find(path, problems);
      if (found.isEmpty()) {
        problems.add(
            Problem.error(
                "C100",
                new Place(path.toString(), 1, 1),
                "there is no chart in this folder",
                "add a chart, or name the folder that has one"));
      }
      files.addAll(found);
    }
    return files;
  }

  /** Loads all charts; all problems of all files are reported. */
  List<FileChart> load(ChartLoader loader, ProblemCollector problems) {
    List<FileChart> charts = new ArrayList<>();
    Map<String, FileChart> versions = new LinkedHashMap<>();
    Map<Path, Loaded<List<Interpreter>>> opened = ParallelLoad.of(files(problems), loader::openAll);
    for (Map.Entry<Path, Loaded<List<Interpreter>>> entry : opened.entrySet()) {
      Path file = entry.getKey();
      List<Interpreter> loaded = entry.getValue().getOrReport(problems);
      for (Interpreter each : loaded == null ? List.<Interpreter>of() : loaded) {
        FileChart chart = new FileChart(file, each);
        FileChart other = versions.putIfAbsent(chart.id(), chart);
        if (other != null && !other.interpreter().chart().hash().equals(each.chart().hash())) {
          problems.error(
              "A203",
              each.chart().definition().name(),
              "'" + chart.name() + "' version " + each.chart().version() + " is in " + other.file(),
              "give the chart another name or version");
        }
        charts.add(chart);
      }
    }
    return List.copyOf(charts);
  }

  void close() {
    if (container != null) {
      try {
        container.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
