package dev.statute.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Comparison of the packages and types in {@code ARCHITECTURE.md} with the code. */
class ArchitecturePageTest {
  private static final Path PAGE = HouseFiles.ROOT.resolve("ARCHITECTURE.md");
  private static final Pattern MODULE_ROW =
      Pattern.compile("(?m)^\\| (`engine/[^|]*)\\|[^|]*\\| ([^|]*) \\|");
  private static final Pattern FOLDER = Pattern.compile("`engine/([a-z0-9-]+)`");
  private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>(?:statute-)?([a-z0-9-]+)</artifactId>");
  private static final Pattern OTHER_DEPENDENCIES =
      Pattern.compile("(?s)<(dependencyManagement|profiles|build)>.*?</\\1>");

  /** Modules that are not published, and the list of versions: they use what they please. */
  private static final Set<String> UNRESTRICTED = Set.of("bom", "house", "benchmarks");

  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`dev\\.statute[^|]*)\\|");
  private static final Pattern PACKAGE = Pattern.compile("`(dev\\.statute[a-z0-9.]*|\\.[a-z]+)`");
  private static final Pattern TYPE = Pattern.compile("`([A-Z][A-Za-z]+)(?:\\.[A-Z][A-Za-z]+)?`");

  /** Source files of all modules but benchmarks, from their folder of sources on. */
  private static final List<Path> SOURCES =
      HouseFiles.modules().stream()
          .filter(module -> !module.startsWith(HouseFiles.ROOT.resolve("engine/benchmarks")))
          .map(module -> module.resolve("src/main/java"))
          .flatMap(folder -> HouseFiles.javaFiles(folder).stream().map(folder::relativize))
          .filter(file -> file.startsWith("dev/statute"))
          .toList();

  @Test
  void every_package_has_a_row() throws IOException {
    Set<String> named = new TreeSet<>();
    for (MatchResult row : ROW.matcher(Files.readString(PAGE)).results().toList()) {
      String last = "";
      for (MatchResult name : PACKAGE.matcher(row.group(1)).results().toList()) {
        String text = name.group(1);
        last = text.startsWith(".") ? last.substring(0, last.lastIndexOf('.')) + text : text;
        named.add(last);
      }
    }
    assertThat(named)
        .containsExactlyElementsOf(
            SOURCES.stream()
                .map(file -> String.valueOf(file.getParent()).replace(File.separatorChar, '.'))
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** Dependencies of other scopes than test; optional ones are included. */
  @Test
  void every_module_has_a_row_with_the_modules_that_it_uses() throws IOException {
    Map<String, Set<String>> used = new TreeMap<>();
    try (Stream<Path> folders =
        Files.find(HouseFiles.ROOT.resolve("engine"), 1, (path, file) -> file.isDirectory())) {
      for (Path pom : folders.map(folder -> folder.resolve("pom.xml")).toList()) {
        if (Files.exists(pom)) {
          used.put(name(pom), dependencies(Files.readString(pom)));
        }
      }
    }
    Map<String, Set<String>> listed = new TreeMap<>();
    for (MatchResult row : MODULE_ROW.matcher(Files.readString(PAGE)).results().toList()) {
      Set<String> uses = new TreeSet<>(List.of(row.group(2).split(", ", -1)));
      FOLDER.matcher(row.group(1)).results().forEach(name -> listed.put(name.group(1), uses));
    }
    Set<String> modules = new TreeSet<>(used.keySet());
    modules.addAll(List.of("charts", "rules"));
    used.values().forEach(uses -> uses.retainAll(modules));
    listed.values().forEach(uses -> uses.retainAll(modules));
    used.keySet().removeAll(UNRESTRICTED);
    listed.keySet().removeAll(UNRESTRICTED);
    assertThat(listed).isEqualTo(used);
  }

  private static String name(Path pom) {
    return String.valueOf(pom.getName(pom.getNameCount() - 2));
  }

  private static Set<String> dependencies(String pom) {
    return DEPENDENCY
        .matcher(OTHER_DEPENDENCIES.matcher(pom).replaceAll(""))
        .results()
        .map(found -> found.group(1))
        .filter(dependency -> dependency.contains("${project.groupId}"))
        .filter(dependency -> !dependency.contains("<scope>test</scope>"))
        .flatMap(dependency -> ARTIFACT.matcher(dependency).results())
        .map(artifact -> artifact.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void every_named_type_exists() throws IOException {
    Set<String> types =
        SOURCES.stream()
            .map(file -> HouseFiles.name(file).replace(".java", ""))
            .collect(Collectors.toSet());
    types.add(ArchitecturePageTest.class.getSimpleName());
    assertThat(
            TYPE.matcher(Files.readString(PAGE))
                .results()
                .map(name -> name.group(1))
                .filter(name -> !types.contains(name)))
        .isEmpty();
  }
}
