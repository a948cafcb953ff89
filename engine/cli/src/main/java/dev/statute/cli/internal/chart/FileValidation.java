package dev.statute.cli.internal.chart;

import dev.statute.ChartFile;
import dev.statute.ChartLoader;
import dev.statute.cli.internal.input.FileTree;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.session.TestSuite;
import dev.statute.yaml.MigrationYaml;
import dev.statute.yaml.PackFinder;
import dev.statute.yaml.YamlTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Validation of files by their kind. */
final class FileValidation {
  private static final Set<String> PACK_KEYS = Set.of("owner", "settings", "note", "description");

  private final ChartLoader chartLoader;

  /** Checked packs, because a folder of rules is one pack. */
  private final Set<Path> packs = new LinkedHashSet<>();

  /**
   * Packs of a folder of profiles, which define the permitted settings; computed once, as it reads
   * all packs.
   */
  private final Map<Path, List<Pack>> packsByFolder = new LinkedHashMap<>();

  FileValidation(ChartLoader bench) {
    this.chartLoader = bench;
  }

  /**
   * Tests a file found in a folder for a supported kind; a file named by the user is always
   * accepted.
   */
  boolean accepts(Path file) {
    return PackFinder.isRuleFile(file)
        || isCatalogue(file)
        || isPack(file)
        || TestSuite.isTestFile(file)
        || isMigrationPlan(file)
        || isProfile(file)
        || ChartFile.isChart(file);
  }

  private static boolean isCatalogue(Path file) {
    return FileTree.fileName(file).matches("(?s)(.*\\.)?tools\\.ya?ml");
  }

  private static boolean isPack(Path file) {
    return FileTree.fileName(file).matches("pack\\.ya?ml");
  }

  private static boolean isProfile(Path file) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    return FileTree.fileName(file).matches("(?s).*\\.ya?ml")
        && folder != null
        && folder.endsWith(Path.of("rules", "profiles"));
  }

  private static boolean isMigrationPlan(Path file) {
    return FileTree.fileName(file).matches("(?s).*\\.migration\\.ya?ml");
  }

  /** Finds the problems of a file; what is thrown meanwhile is one of them. */
  List<Problem> check(Path file) {
    try {
      return problems(file);
    } catch (RuntimeException | Error e) {
      return List.of(Problem.unexpected(new Place(file.toString(), 1, 1), e));
    }
  }

  private List<Problem> problems(Path file) {
    if (PackFinder.isRuleFile(file) || isCatalogue(file) || isPack(file)) {
      Path pack = packPath(file);
      return packs.add(pack) ? chartLoader.check(pack) : List.of();
    }
    if (TestSuite.isTestFile(file)) {
      return TestSuite.check(file, chartLoader);
    }
    if (isMigrationPlan(file)) {
      return MigrationYaml.load(file).problems();
    }
    if (isProfile(file)) {
      return chartLoader.checkProfile(
          file,
          packsByFolder.computeIfAbsent(
              file.resolveSibling(""), folder -> chartLoader.known(file)));
    }
    Problem other = otherKind(file);
    return other == null ? chartLoader.open(file).problems() : List.of(other);
  }

  /** Tells a file that the user named and that is another kind than its name says; or null. */
  private static @Nullable Problem otherKind(Path file) {
    if (!FileTree.fileName(file).matches("(?s).*\\.ya?ml")
        || !(YamlTree.read(file).value() instanceof YamlTree.Mapping map)
        || map.entries().isEmpty()) {
      return null;
    }
    Set<String> keys = map.entries().keySet();
    if (List.of("chart", "states", "extends").stream().anyMatch(keys::contains)) {
      return !keys.contains("tests") || keys.contains("states")
          ? null
          : named(map, "tests", "*.test.yaml");
    }
    if (keys.contains("tests") || keys.contains("never") || keys.contains("leads_to")) {
      return named(map, "tests", "*.test.yaml");
    }
    if (keys.contains("migrate")) {
      return named(map, "the plan of a migration", "*.migration.yaml");
    }
    return PACK_KEYS.containsAll(keys)
        ? named(map, "the description of a rule pack", "pack.yaml, in the folder of its rules")
        : null;
  }

  private static Problem named(YamlTree.Mapping map, String kind, String name) {
    return Problem.error(
        "C122",
        map.place(),
        "this is no chart: it has the keys of " + kind,
        "call the file " + name);
  }

  /** Folder of the pack, or else the file. */
  private static Path packPath(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    Path given = file.getParent();
    boolean isPack =
        folder != null
            && Stream.of("pack.yaml", "pack.yml").map(folder::resolve).anyMatch(Files::exists);
    return !isPack ? file : given == null ? Path.of(".") : given;
  }
}
