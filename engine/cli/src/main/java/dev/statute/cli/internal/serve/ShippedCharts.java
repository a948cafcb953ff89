package dev.statute.cli.internal.serve;

import dev.statute.ChartLoader;
import dev.statute.Statute;
import dev.statute.StatuteException;
import dev.statute.problem.Loaded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Charts that come with Statute, on the class path. */
final class ShippedCharts {
  private static final String FOLDER = "statute/charts";

  private ShippedCharts() {}

  /** Loads these charts, or the shipped ones if there are none. */
  static Loaded<Statute> load(ChartLoader loader, List<Path> charts) {
    if (!charts.isEmpty()) {
      return loader.tryLoad(charts.toArray(Path[]::new));
    }
    URL folder =
        Objects.requireNonNull(
            ShippedCharts.class.getClassLoader().getResource(FOLDER), "no " + FOLDER);
    if (folder.getProtocol().equals("file")) {
      try {
        return loader.tryLoad(Path.of(URI.create(folder.toString())).toRealPath());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    try {
      return new Loaded<>(loader.fromClassPath(FOLDER), List.of());
    } catch (StatuteException e) {
      return new Loaded<>(null, e.problems());
    }
  }
}
