package dev.statute.cli.internal.input;

import dev.statute.ChartLoader;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.PackReference;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.session.TestSuite;
import dev.statute.yaml.TestFile;
import dev.statute.yaml.YamlCharts;
import dev.statute.yaml.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Which files have a say in what is said about a file. */
public final class FileDependencies {
  private final ChartLoader chartLoader;

  public FileDependencies(ChartLoader bench) {
    this.chartLoader = bench;
  }

  /** The file and all it rests on, absolute and normalised; of what is broken, as far as known. */
  public Set<Path> of(Path file) throws IOException {
    Set<Path> all = new LinkedHashSet<>();
    add(all, file);
    if (TestSuite.isTestFile(file)) {
      addTest(file, all);
    } else if (!FileTree.fileName(file).endsWith(".drl")) {
      addChart(file, all);
    } else {
      addPack(file, all);
    }
    return all;
  }

  private void addTest(Path file, Set<Path> all) throws IOException {
    TestFile test = TestFile.load(file).value();
    if (test != null && test.chart() != null) {
      Path chart = file.resolveSibling(test.chart().value());
      add(all, chart);
      addChart(chart, all);
    } else if (test != null && test.pack() != null) {
      addPacks(List.of(new PackReference(test.pack(), List.of(), Map.of())), file, all);
    }
  }

  private void addChart(Path file, Set<Path> all) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    ChartDefinition definition = YamlCharts.load(file).value();
    addParents(file, all);
    if (definition != null) {
      addPacks(definition.policies(), file, all);
    }
    for (SourceText rules : chartLoader.rules()) {
      for (Path each : FileTree.of(List.of(Path.of(rules.value())), any -> true).files()) {
        add(all, each);
      }
    }
  }

  /** What it extends, and what that extends; of a circle, each once. */
  private static void addParents(Path file, Set<Path> all) {
    Path child = file;
    while (YamlTree.read(child).value() instanceof YamlTree.Mapping map
        && map.get("extends") instanceof YamlTree.Scalar parent) {
      Path next = child.resolveSibling(parent.text());
      if (!all.add(next.toAbsolutePath().normalize())) {
        return;
      }
      child = next;
    }
  }

  private void addPacks(List<PackReference> references, Path file, Set<Path> all) {
    List<Pack> packs = chartLoader.finder().find(references, file).value();
    Stream.ofNullable(packs)
        .flatMap(List::stream)
        .flatMap(pack -> pack.files().stream())
        .map(Source::file)
        .map(Path::of)
        .forEach(each -> addPack(each, all));
  }

  /** A rule file, and what describes its pack. */
  private static void addPack(Path file, Set<Path> all) {
    add(all, file);
    add(all, file.resolveSibling("pack.yaml"));
    add(all, file.resolveSibling(FileTree.fileName(file).replaceFirst("\\.drl$", ".pack.yaml")));
  }

  private static void add(Set<Path> all, Path file) {
    all.add(file.toAbsolutePath().normalize());
  }
}
