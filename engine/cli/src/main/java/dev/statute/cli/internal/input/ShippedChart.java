package dev.statute.cli.internal.input;

import dev.statute.ChartLoader;
import dev.statute.StatuteException;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.step.Interpreter;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Chart that is shipped with the command line, found on the class path. */
public final class ShippedChart {
  private static final String FOLDER = "statute/charts/";

  private ShippedChart() {}

  /**
   * Loads a chart with its rules.
   *
   * @param name such as {@code observer.yaml}
   */
  public static Loaded<Interpreter> open(String name, ChartLoader loader) throws IOException {
    @Nullable URL place = ShippedChart.class.getClassLoader().getResource(FOLDER + name);
    if (place != null && place.getProtocol().equals("file")) {
      // in a checkout it is a link, beside which no rules are found
      return loader.open(Path.of(URI.create(place.toString())).toRealPath());
    }
    ProblemCollector problems = new ProblemCollector();
    try {
      return Loaded.of(loader.fromClassPath(FOLDER + name).charts().get(0), problems);
    } catch (StatuteException e) {
      problems.addAll(e.problems());
      return Loaded.of(null, problems);
    }
  }
}
