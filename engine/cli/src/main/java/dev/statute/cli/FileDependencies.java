package dev.statute.cli;

import dev.statute.ChartLoader;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.PackReference;
import dev.statute.policy.Pack;
import dev.statute.problem.Source;
import dev.statute.problem.Text;
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
final class FileDependencies {
  private final ChartLoader bench;

  FileDependencies(ChartLoader bench) {
    this.bench = bench;
  }

  /** The file and all it rests on, absolute and normalised; of what is broken, as far as known. */
  Set<Path> of(Path file) throws IOException {
    Set<Path> all = new LinkedHashSet<>();
    add(all, file);
    if (TestSuite.isTestFile(file)) {
      test(file, all);
    } else if (!FileTree.name(file).endsWith(".drl")) {
      chart(file, all);
    } else {
      pack(file, all);
    }
    return all;
  }

  private void test(Path file, Set<Path> all) throws IOException {
    TestFile test = TestFile.load(file).value();
    if (test != null && test.chart() != null) {
      Path chart = file.resolveSibling(test.chart().value());
      add(all, chart);
      chart(chart, all);
    } else if (test != null && test.pack() != null) {
      packs(List.of(new PackReference(test.pack(), List.of(), Map.of())), file, all);
    }
  }

  private void chart(Path file, Set<Path> all) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    ChartDefinition definition = YamlCharts.load(file).value();
    parents(file, all);
    if (definition != null) {
      packs(definition.policies(), file, all);
    }
    for (Text rules : bench.rules()) {
      for (Path each : FileTree.of(List.of(Path.of(rules.value())), any -> true).files()) {
        add(all, each);
      }
    }
  }

  /** What it extends, and what that extends; of a circle, each once. */
  private static void parents(Path file, Set<Path> all) {
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

  private void packs(List<PackReference> references, Path file, Set<Path> all) {
    List<Pack> packs = bench.finder().find(references, file).value();
    Stream.ofNullable(packs)
        .flatMap(List::stream)
        .flatMap(pack -> pack.files().stream())
        .map(Source::file)
        .map(Path::of)
        .forEach(each -> pack(each, all));
  }

  /** A rule file, and what describes its pack. */
  private static void pack(Path file, Set<Path> all) {
    add(all, file);
    add(all, file.resolveSibling("pack.yaml"));
    add(all, file.resolveSibling(FileTree.name(file).replaceFirst("\\.drl$", ".pack.yaml")));
  }

  private static void add(Set<Path> all, Path file) {
    all.add(file.toAbsolutePath().normalize());
  }
}
