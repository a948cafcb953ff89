package dev.statute.cli.internal.input;

import dev.statute.ChartLoader;
import dev.statute.chart.PackReference;
import dev.statute.session.TestSuite;
import dev.statute.yaml.TestFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Files with an influence on the problems and test results of a file. */
public final class FileDependencies {
  private final ChartLoader chartLoader;

  public FileDependencies(ChartLoader bench) {
    this.chartLoader = bench;
  }

  /** Returns the file and its dependencies, absolute and normalised, as far as they are known. */
  public Set<Path> of(Path file) {
    Set<Path> all = new LinkedHashSet<>();
    all.add(file.toAbsolutePath().normalize());
    try {
      all.addAll(TestSuite.isTestFile(file) ? ofTest(file) : chartLoader.dependencies(file));
    } catch (UncheckedIOException e) {
      // what cannot be read is reported when the file is loaded
    }
    return all;
  }

  private Set<Path> ofTest(Path file) {
    TestFile test = TestFile.load(file).value();
    if (test != null && test.chart() != null) {
      return chartLoader.dependencies(file.resolveSibling(test.chart().value()));
    }
    if (test != null && test.pack() != null) {
      PackReference pack = new PackReference(test.pack(), List.of(), Map.of());
      return chartLoader.dependencies(List.of(pack), file);
    }
    return Set.of();
  }
}
