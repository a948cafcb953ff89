package dev.statute.w3c;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.runtime.Engine;
import dev.statute.runtime.ManualClock;
import dev.statute.scxml.ScxmlImport;
import dev.statute.step.Chart;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.yaml.YamlCharts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Run of one test: imports it, runs it with its children for a minute of its own time, and returns
 * its result.
 */
final class W3cTestRun {
  private final Path folder;

  W3cTestRun(Path folder) {
    this.folder = folder;
  }

  /** Returns {@code pass}, {@code fail}, {@code refused: …}, or the states in which it stopped. */
  String of(String file) {
    try {
      List<Chart> charts = new ArrayList<>();
      String refusal = load(folder.resolve(file), charts);
      if (refusal != null) {
        return "refused: " + refusal;
      }
      try (var siblings = Files.list(folder)) {
        String prefix = file.replaceFirst("\\.txml\\.scxml$", "sub");
        for (Path each :
            siblings.filter(f -> f.getFileName().toString().startsWith(prefix)).sorted().toList()) {
          load(each, charts);
        }
      }
      return run(charts);
    } catch (IOException e) {
      return "unreadable: " + e;
    }
  }

  private static @Nullable String load(Path file, List<Chart> charts) throws IOException {
    Source source = new Source(file.getFileName().toString(), Files.readString(file));
    Loaded<Map<String, String>> yaml = ScxmlImport.toCharts(source, name -> beside(file, name));
    if (yaml.value() == null) {
      return first(yaml);
    }
    for (var each : yaml.get().entrySet()) {
      var definition = YamlCharts.load(new Source(each.getKey() + ".yaml", each.getValue()));
      if (definition.value() == null) {
        return first(definition);
      }
      Loaded<Chart> chart = Chart.compile(definition.get());
      if (chart.value() == null) {
        return first(chart);
      }
      charts.add(chart.get());
    }
    return null;
  }

  private static @Nullable Source beside(Path file, String name) {
    try {
      return new Source(name, Files.readString(file.resolveSibling(name)));
    } catch (IOException e) {
      return null;
    }
  }

  private static String first(Loaded<?> loaded) {
    Problem problem = loaded.problems().stream().filter(Problem::isError).findFirst().orElseThrow();
    return problem.code() + " " + problem.message();
  }

  private static String run(List<Chart> charts) {
    ManualClock clock = new ManualClock();
    var builder = Engine.builder().clock(clock).sameThread();
    charts.forEach(builder::chart);
    try (Engine engine = builder.build()) {
      Outcome begun = engine.spawn("test", charts.get(0).name()).join();
      clock.advance(Duration.ofMinutes(1));
      Snapshot snapshot = engine.instance("test").snapshot();
      return snapshot == null ? begun.toString() : String.join(" ", snapshot.configuration());
    }
  }
}
