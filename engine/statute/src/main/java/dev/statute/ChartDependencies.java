package dev.statute;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.PackReference;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.yaml.PackFinder;
import dev.statute.yaml.YamlTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that a chart depends on: the charts that it extends, rule packs, and layers of rules; of a
 * rule file the descriptions of its pack.
 */
final class ChartDependencies {
  private static final Logger LOG = LoggerFactory.getLogger(ChartDependencies.class);

  private final PackFinder finder;
  private final Set<Path> files = new LinkedHashSet<>();

  private ChartDependencies(PackFinder finder) {
    this.finder = finder;
  }

  /** Returns absolute paths; those of a file with errors as far as they are known. */
  static Set<Path> of(Path file, PackFinder finder, List<SourceText> layers) {
    ChartDependencies dependencies = new ChartDependencies(finder);
    if (PackFinder.isRuleFile(file)) {
      dependencies.addRules(file);
    } else {
      try {
        dependencies.addChart(file);
      } catch (RuntimeException | Error e) { // its load reports why; a change of it is to be seen
        LOG.debug("not all files that {} depends on are known", file, e);
      }
      layers.forEach(layer -> dependencies.addFolder(Path.of(layer.value())));
    }
    return dependencies.files;
  }

  /** Returns the files of packs that are named from a file. */
  static Set<Path> ofPacks(List<PackReference> packs, Path file, PackFinder finder) {
    ChartDependencies dependencies = new ChartDependencies(finder);
    dependencies.addPacks(packs, file);
    return dependencies.files;
  }

  private void addChart(Path file) {
    add(file);
    if (Files.exists(file)) {
      ChartDefinition definition = ChartFile.load(file).value();
      addParents(file);
      if (definition != null) {
        addPacks(definition.policies(), file);
      }
    }
  }

  /** Adds the charts that a chart extends; each once if they form a cycle. */
  private void addParents(Path file) {
    Path child = file;
    while (!ChartFile.isScxml(child)
        && YamlTree.read(child).value() instanceof YamlTree.Mapping map
        && map.get("extends") instanceof YamlTree.Scalar parent) {
      Path next = child.resolveSibling(parent.text());
      if (!files.add(next.toAbsolutePath().normalize())) {
        return;
      }
      child = next;
    }
  }

  private void addPacks(List<PackReference> references, Path file) {
    List<Pack> packs = finder.find(references, file).value();
    Stream.ofNullable(packs)
        .flatMap(List::stream)
        .flatMap(pack -> pack.files().stream())
        .map(Source::file)
        .filter(each -> !each.startsWith("classpath:"))
        .map(Path::of)
        .forEach(this::addRules);
  }

  /** Adds a rule file and the descriptions of its pack. */
  private void addRules(Path file) {
    add(file);
    for (Path each : List.of(file.resolveSibling("pack.yaml"), PackFinder.descriptionOf(file))) {
      add(each);
      add(each.resolveSibling(each.getFileName().toString().replaceFirst("yaml$", "yml")));
    }
  }

  private void addFolder(Path path) {
    if (!Files.isDirectory(path)) {
      add(path);
      return;
    }
    try (Stream<Path> all = Files.walk(path.toRealPath())) {
      all.filter(Files::isRegularFile).forEach(this::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(Path file) {
    files.add(file.toAbsolutePath().normalize());
  }
}
