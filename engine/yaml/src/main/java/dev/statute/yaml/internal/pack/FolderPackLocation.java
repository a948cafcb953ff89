package dev.statute.yaml.internal.pack;

import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.yaml.internal.tree.FolderContainment;
import dev.statute.yaml.internal.tree.SourceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Location of packs below a folder. */
public final class FolderPackLocation implements PackLocation {
  private static final int MAX_DEPTH = 4;
  private static final String TOOLS = ".tools.yaml";
  private static final String FOLDER_TOOLS = "tools.yaml";

  private final Path root;
  private final Path containingFolder;
  private final Layer layer;

  /**
   * Creates a location of the packs below {@code root}.
   *
   * @param within folder that no link may leave
   */
  public FolderPackLocation(Path root, Path within, Layer layer) {
    this.root = root;
    this.containingFolder = within;
    this.layer = layer;
  }

  @Override
  public boolean has(String pack) {
    return !files(pack).isEmpty()
        || Files.isRegularFile(yaml(root.resolve(pack + TOOLS)))
        || isPack(root.resolve(pack));
  }

  /** Returns the files that are a pack of this name. */
  private List<Path> files(String pack) {
    return RuleFileNames.ENDS.stream()
        .map(end -> root.resolve(pack + end))
        .filter(Files::isRegularFile)
        .toList();
  }

  /**
   * Returns whether a folder is a pack: it contains rule files, a catalogue or a {@code pack.yaml}.
   */
  public static boolean isPack(Path folder) {
    return hasPackYaml(folder)
        || Files.isRegularFile(yaml(folder.resolve(FOLDER_TOOLS)))
        || !rules(folder).isEmpty();
  }

  /** Returns the file that is there instead of one that is not: its name ends in {@code .yml}. */
  private static Path yaml(Path file) {
    Path twin = file.resolveSibling(file.getFileName().toString().replaceFirst("yaml$", "yml"));
    return !Files.isRegularFile(file) && Files.isRegularFile(twin) ? twin : file;
  }

  @Override
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (Path path : list(root, MAX_DEPTH, each -> isRules(each) || isCatalogue(each))) {
      if (isInHiddenFolder(path)) {
        continue;
      }
      Path folder = path.resolveSibling("");
      boolean inFolder = !folder.equals(root) && (hasPackYaml(folder) || isFolderCatalogue(path));
      String name = root.relativize(inFolder ? folder : path).toString();
      names.add(RuleFileNames.packName(name.replace('\\', '/')));
    }
    return names;
  }

  /** Returns whether a file is in a folder of an editor or tool, which may have old rules. */
  private boolean isInHiddenFolder(Path path) {
    Path folder = root.relativize(path).getParent();
    return folder != null && ("/" + folder.toString().replace('\\', '/')).contains("/.");
  }

  /** Returns whether a file is the catalogue of a pack that may have no rules. */
  private boolean isCatalogue(Path path) {
    Path folder = path.resolveSibling("");
    return path.toString().matches("(?s).*\\.tools\\.ya?ml")
        || (isFolderCatalogue(path) && !folder.equals(root) && rules(folder).isEmpty());
  }

  private static boolean isFolderCatalogue(Path path) {
    return path.endsWith(FOLDER_TOOLS) || path.endsWith("tools.yml");
  }

  private static boolean isRules(Path path) {
    return RuleFileNames.isRules(path.toString());
  }

  private static boolean hasPackYaml(Path folder) {
    return Files.isRegularFile(yaml(folder.resolve("pack.yaml")));
  }

  @Override
  public Pack read(SourceText name, List<SourceText> disabled, ProblemCollector problems) {
    List<Path> files = files(name.value());
    Path folder = root.resolve(name.value());
    boolean isFolder = isPack(folder);
    if (files.isEmpty()) {
      Path tools = yaml(root.resolve(name.value() + TOOLS));
      return Files.isRegularFile(tools)
          ? tools(name, tools, disabled, problems)
          : folder(name, folder, disabled, problems);
    }
    Path file = files.get(0);
    if (isFolder || files.size() > 1) {
      String other = isFolder ? "the folder " + folder : files.get(1).toString();
      problems.error(
          "P203",
          name,
          "the pack '" + name + "' is there twice: " + file + " and " + other,
          "keep one of them");
    }
    return file(name, file, disabled, problems);
  }

  /** Reads a pack that is one file. */
  public Pack file(
      SourceText name, Path drl, List<SourceText> disabled, ProblemCollector problems) {
    Path described = drl.resolveSibling(stem(drl) + ".pack.yaml");
    Path tools = drl.resolveSibling(stem(drl) + TOOLS);
    return read(name, List.of(drl), described, tools, disabled, problems);
  }

  /** Reads a pack that is a catalogue of tools alone. */
  public Pack tools(
      SourceText name, Path tools, List<SourceText> disabled, ProblemCollector problems) {
    Path described = tools.resolveSibling(name.value() + ".pack.yaml");
    return read(name, List.of(), described, tools, disabled, problems);
  }

  /** Reads a pack that is a folder. */
  public Pack folder(
      SourceText name, Path folder, List<SourceText> disabled, ProblemCollector problems) {
    List<Path> rules = rules(folder);
    Path tools = yaml(folder.resolve(FOLDER_TOOLS));
    if (rules.isEmpty() && !Files.isRegularFile(tools)) {
      problems.error(
          "P202", name, "the pack '" + name + "' has no .drl file in " + folder, "add one");
    }
    return read(name, rules, folder.resolve("pack.yaml"), tools, disabled, problems);
  }

  private Pack read(
      SourceText name,
      List<Path> rules,
      Path description,
      Path toolsFile,
      List<SourceText> disabled,
      ProblemCollector problems) {
    Path described = yaml(description);
    Path catalogue = yaml(toolsFile);
    List<Source> sources = new ArrayList<>();
    for (Path rule : rules) {
      Source source = source(name, rule, problems);
      if (source != null) {
        sources.add(source);
      }
    }
    Source yaml = Files.isRegularFile(described) ? source(name, described, problems) : null;
    Source tools = Files.isRegularFile(catalogue) ? source(name, catalogue, problems) : null;
    return PackReader.pack(name, layer, sources, yaml, tools, disabled, problems);
  }

  @Override
  public @Nullable Source file(SourceText name, String path, ProblemCollector problems) {
    Path file = yaml(root.resolve(path));
    return Files.isRegularFile(file) ? source(name, file, problems) : null;
  }

  private @Nullable Source source(SourceText name, Path file, ProblemCollector problems) {
    if (file.equals(root) || FolderContainment.contains(containingFolder, file)) {
      return SourceFile.read(file, problems);
    }
    problems.error(
        "P205",
        name,
        "'" + name + "' is not read: a link leads from " + file + " to elsewhere",
        "copy what it leads to, or name that place with --rules");
    return null;
  }

  private static String stem(Path drl) {
    return RuleFileNames.packName(drl.getFileName().toString());
  }

  private static List<Path> rules(Path folder) {
    return list(folder, 1, FolderPackLocation::isRules);
  }

  private static List<Path> list(Path folder, int depth, Predicate<Path> wanted) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(folder, depth)) {
      return paths.filter(Files::isRegularFile).filter(wanted).sorted().toList();
    } catch (IOException | UncheckedIOException unreadable) {
      return List.of();
    }
  }

  /** Returns the folder as it was named. */
  @Override
  public String toString() {
    return root.toString().isEmpty() ? "." : root.toString();
  }
}
