package dev.statute.yaml;

import dev.statute.chart.PackReference;
import dev.statute.chart.SettingDefinition;
import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.node.ValueReader;
import dev.statute.yaml.internal.pack.ClassPathPackLocation;
import dev.statute.yaml.internal.pack.FolderPackLocation;
import dev.statute.yaml.internal.pack.PackLocation;
import dev.statute.yaml.internal.pack.RuleFileNames;
import dev.statute.yaml.internal.tree.SourceFile;
import dev.statute.yaml.internal.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Search for rule packs by name. A pack {@code guards/strict} is the file {@code
 * guards/strict.drl}, described by {@code guards/strict.pack.yaml} beside it, or the folder {@code
 * guards/strict/} with its {@code .drl} files and a {@code pack.yaml}. A decision table {@code
 * guards/limits.rules.csv} or {@code guards/limits.rules.xlsx} is a rule file too. A catalogue of
 * tools is beside it as {@code strict.tools.yaml} or {@code strict/tools.yaml}; a pack may consist
 * of a catalogue only. Names in folders may also end in {@code .yml}. The first of these places
 * that has the pack wins:
 *
 * <ol>
 *   <li>beside the chart (layer {@code CHART});
 *   <li>{@code rules/} in the nearest folder above the chart that has one, then in the working
 *       folder ({@code BASE});
 *   <li>the class path, under {@code statute/rules/} ({@code BASE}); a folder there needs its
 *       {@code pack.yaml}.
 * </ol>
 *
 * Links that lead out of the chart's folder, or out of the folder of {@code rules/}, are refused.
 * Each path of {@link #addedPacks} is a layer above these. Thread-safe.
 */
public final class PackFinder {
  private final Path workingFolder;
  private final ClassLoader classPath;

  public PackFinder(Path workingFolder, ClassLoader classPath) {
    this.workingFolder = workingFolder;
    this.classPath = classPath;
  }

  /** Returns a finder over the process's working folder and this thread's class path. */
  public static PackFinder standard() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return new PackFinder(
        Path.of(""), context == null ? PackFinder.class.getClassLoader() : context);
  }

  /** Finds the packs that a chart names, in its order; {@code chart} is its file, if it has one. */
  public Loaded<List<Pack>> find(List<PackReference> references, @Nullable Path chart) {
    ProblemCollector problems = new ProblemCollector();
    List<Pack> packs = new ArrayList<>();
    List<PackLocation> places = locations(chart);
    for (PackReference reference : references) {
      Pack pack = find(reference, places, problems);
      if (pack != null) {
        packs.add(pack);
      }
    }
    return Loaded.of(List.copyOf(packs), problems);
  }

  private static @Nullable Pack find(
      PackReference reference, List<PackLocation> places, ProblemCollector problems) {
    SourceText name = reference.name();
    for (PackLocation place : places) {
      if (place.has(name.value())) {
        return place.read(name, reference.disable(), problems);
      }
    }
    Set<String> known = new LinkedHashSet<>();
    places.forEach(place -> known.addAll(place.names()));
    String searched = String.join(", ", places.stream().map(PackLocation::toString).toList());
    problems.error(
        "P201",
        name,
        "there is no rule pack '" + name + "'",
        SpellingSuggestion.fix(name.value(), known, "looked in: " + searched));
    return null;
  }

  /** Tests for a rule file that packs of a folder consist of. */
  public static boolean isRuleFile(Path file) {
    return RuleFileNames.isRules(String.valueOf(file.getFileName()));
  }

  /** Returns the file beside a rule file that describes it as a pack. */
  public static Path descriptionOf(Path rules) {
    String name = RuleFileNames.packName(String.valueOf(rules.getFileName()));
    return rules.resolveSibling(name + ".pack.yaml");
  }

  /** Returns the layers of paths that a user or host adds, each named as its file or folder. */
  public static List<Layer> layers(List<SourceText> paths) {
    return Layer.above(
        paths.stream()
            .map(path -> RuleFileNames.packName(lastName(Path.of(path.value()))))
            .toList());
  }

  /**
   * Reads the packs of paths that a user or host adds, each path a layer above the one before: a
   * {@code .drl} file, a decision table ({@code .csv}, {@code .xlsx}), a {@code tools.yaml}, a
   * folder that is a pack, or all packs of a folder.
   *
   * @param paths the paths; the place of each is the origin of its name, such as an option
   */
  public Loaded<List<Pack>> addedPacks(List<SourceText> paths) {
    ProblemCollector problems = new ProblemCollector();
    List<Layer> layers = layers(paths);
    List<Pack> packs = new ArrayList<>();
    for (int i = 0; i < layers.size(); i++) {
      packs.addAll(addedPacks(paths.get(i), layers.get(i), problems));
    }
    return Loaded.of(List.copyOf(packs), problems);
  }

  private static List<Pack> addedPacks(SourceText named, Layer layer, ProblemCollector problems) {
    Path path = Path.of(named.value());
    String by = named.place().file();
    Path within = Files.isRegularFile(path) ? path.resolveSibling("") : path;
    FolderPackLocation place = new FolderPackLocation(path, within, layer);
    String last = lastName(path);
    List<Pack> packs = new ArrayList<>();
    if (last.matches(".*\\.(drl|csv|xlsx?)") && Files.isRegularFile(path)) {
      String name = RuleFileNames.packName(last);
      packs.add(place.file(SourceText.synthetic(name, by), path, List.of(), problems));
    } else if (last.matches(".*tools\\.ya?ml") && Files.isRegularFile(path)) {
      String name = RuleFileNames.packName(last);
      packs.add(place.tools(SourceText.synthetic(name, by), path, List.of(), problems));
    } else if (FolderPackLocation.isPack(path)) {
      packs.add(place.folder(SourceText.synthetic(last, by), path, List.of(), problems));
    } else {
      place
          .names()
          .forEach(
              name -> packs.add(place.read(SourceText.synthetic(name, by), List.of(), problems)));
    }
    if (packs.isEmpty()) {
      problems.error(
          "P201",
          named,
          "there are no rules at '" + path + "'",
          suggestion(path, "name a .drl file, the folder of a pack, or a folder of packs"));
    }
    return packs;
  }

  private static String lastName(Path path) {
    return String.valueOf(path.toAbsolutePath().normalize().getFileName());
  }

  /** Reads the packs of a path without a place. */
  public Loaded<List<Pack>> addedPacks(Path path) {
    return addedPacks(List.of(SourceText.synthetic(path.toString(), path.toString())));
  }

  private static String suggestion(Path path, String otherwise) {
    Path folder = path.toAbsolutePath().normalize().getParent();
    List<String> beside = new ArrayList<>();
    if (!Files.exists(path) && folder != null && Files.isDirectory(folder)) {
      try (Stream<Path> all = Files.list(folder)) {
        all.map(each -> String.valueOf(each.getFileName())).sorted().forEach(beside::add);
      } catch (IOException e) {
        beside.clear(); // nothing to suggest
      }
    }
    String near = SpellingSuggestion.nearest(String.valueOf(path.getFileName()), beside);
    return near == null ? otherwise : "did you mean '" + path.resolveSibling(near) + "'?";
  }

  /** Tests for a profile that is given as a file, not by name. */
  public static boolean isProfileFile(String profile) {
    return profile.matches(".*\\.ya?ml") || profile.contains("/");
  }

  /**
   * Reads the settings of a profile: of a YAML file, or of {@code profiles/NAME.yaml}, which is
   * searched in the places of packs except beside the chart. In a file that configures an agent,
   * the settings stand under {@code agent: state_machine:}; the rest of it is not read.
   */
  public Loaded<Map<String, SettingDefinition>> profile(String name, @Nullable Path chart) {
    ProblemCollector problems = new ProblemCollector();
    SourceText named = SourceText.synthetic(name, "--profile");
    if (isProfileFile(name)) {
      Path file = workingFolder.resolve(name);
      if (!Files.isRegularFile(file)) {
        problems.error(
            "P204",
            named,
            "there is no profile '" + name + "'",
            suggestion(file, "name a YAML file of settings, or a profile of rules/profiles"));
        return Loaded.of(null, problems);
      }
      Source source = SourceFile.read(file, problems);
      return profile(source, problems);
    }
    List<PackLocation> places = locations(chart);
    for (PackLocation place : places.subList(chart == null ? 0 : 1, places.size())) {
      Source source = place.file(named, "profiles/" + name + ".yaml", problems);
      if (source != null || problems.hasErrors()) {
        return profile(source, problems);
      }
    }
    problems.error(
        "P204",
        named,
        "there is no profile '" + name + "'",
        "add rules/profiles/" + name + ".yaml, a map of settings");
    return Loaded.of(null, problems);
  }

  private static Loaded<Map<String, SettingDefinition>> profile(
      @Nullable Source source, ProblemCollector problems) {
    YamlTree tree = source == null ? null : TreeReader.read(source, problems);
    YamlTree settings = tree;
    if (tree instanceof YamlTree.Mapping all
        && all.get("agent") instanceof YamlTree.Mapping agent
        && agent.get("state_machine") instanceof YamlTree.Mapping nested) {
      settings = nested;
    }
    return Loaded.of(
        settings == null
            ? null
            : ValueReader.settings(new NodeReader(problems), settings, "a profile"),
        problems);
  }

  /** Finds all packs that a chart without packs beside it may name; {@code near} is some file. */
  public Loaded<List<Pack>> all(Path near) {
    ProblemCollector problems = new ProblemCollector();
    Map<String, Pack> packs = new LinkedHashMap<>();
    List<PackLocation> places = locations(near);
    for (PackLocation place : places.subList(1, places.size())) {
      for (String name : place.names()) {
        if (!packs.containsKey(name)) {
          packs.put(name, place.read(SourceText.synthetic(name, "rules"), List.of(), problems));
        }
      }
    }
    return Loaded.of(List.copyOf(packs.values()), problems);
  }

  private List<PackLocation> locations(@Nullable Path chart) {
    List<PackLocation> places = new ArrayList<>();
    Set<Path> folders = new LinkedHashSet<>();
    if (chart != null) {
      Path beside = chart.resolveSibling("");
      places.add(new FolderPackLocation(beside, beside, Layer.CHART));
    }
    Path above = chart == null ? null : chart.toAbsolutePath().normalize().getParent();
    while (above != null && !Files.isDirectory(above.resolve("rules"))) {
      above = above.getParent();
    }
    if (above != null) {
      folders.add(above.resolve("rules"));
    }
    folders.add(workingFolder.resolve("rules").toAbsolutePath().normalize());
    Path here = workingFolder.toAbsolutePath().normalize();
    for (Path folder : folders) {
      Path shown =
          folder.startsWith(here) ? workingFolder.resolve(here.relativize(folder)) : folder;
      places.add(new FolderPackLocation(shown, folder.resolveSibling(""), Layer.BASE));
    }
    places.add(new ClassPathPackLocation(classPath));
    return places;
  }
}
