package dev.statute.cli.internal.input;

import dev.statute.ChartLoader;
import dev.statute.chart.PackReference;
import dev.statute.session.TestSuite;
import dev.statute.yaml.PackFinder;
import dev.statute.yaml.TestFile;
import java.io.IOException;
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
  public Set<Path> of(Path file) throws IOException {
    Set<Path> all = new LinkedHashSet<>();
    try {
      collect(file, all);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return all;
  }

  private void collect(Path file, Set<Path> all) {
    add(all, file);
    if (TestSuite.isTestFile(file)) {
      addTest(file, all);
    } else if (!PackFinder.isRuleFile(file)) {
      all.addAll(chartLoader.dependencies(file));
    } else {
      addPack(file, all);
    }
  }

  private void addTest(Path file, Set<Path> all) {
    TestFile test = TestFile.load(file).value();
    if (test != null && test.chart() != null) {
      all.addAll(chartLoader.dependencies(file.resolveSibling(test.chart().value())));
    } else if (test != null && test.pack() != null) {
      PackReference pack = new PackReference(test.pack(), List.of(), Map.of());
      all.addAll(chartLoader.dependencies(List.of(pack), file));
    }
  }

  /** Adds a rule file and the descriptions of its pack. */
  private static void addPack(Path file, Set<Path> all) {
    add(all, file);
    add(all, file.resolveSibling("pack.yaml"));
    add(all, PackFinder.descriptionOf(file));
  }

  private static void add(Set<Path> all, Path file) {
    all.add(file.toAbsolutePath().normalize());
  }
}
