package dev.statute.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Comparison of the BOM and the data that is published with the modules of the root pom. */
class PublicationTest {
  private static final Path ROOT = Path.of(System.getProperty("statute.root"));
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ARTIFACT =
      Pattern.compile("<artifactId>(statute[^<]*)</artifactId>");
  private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");

  /** Poms of published modules by folder. */
  private static TreeMap<String, String> published() throws IOException {
    TreeMap<String, String> poms = new TreeMap<>();
    String root = Files.readString(ROOT.resolve("pom.xml"));
    for (MatchResult module : MODULE.matcher(root).results().toList()) {
      String pom = Files.readString(ROOT.resolve(module.group(1)).resolve("pom.xml"));
      if (!pom.contains("<maven.deploy.skip>true</maven.deploy.skip>")) {
        poms.put(module.group(1), PARENT.matcher(pom).replaceFirst(""));
      }
    }
    return poms;
  }

  private static String artifact(String pom) {
    return ARTIFACT.matcher(pom).results().findFirst().orElseThrow().group(1);
  }

  @Test
  void the_bom_lists_every_published_module() throws IOException {
    TreeMap<String, String> poms = published();
    String bom = poms.remove("engine/bom");
    String managed = bom.substring(bom.indexOf("<dependencyManagement>"));
    Set<String> listed =
        ARTIFACT
            .matcher(managed)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(listed)
        .containsExactlyElementsOf(
            poms.values().stream()
                .map(PublicationTest::artifact)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void every_published_module_has_a_name_and_a_description() throws IOException {
    assertThat(published())
        .allSatisfy((folder, pom) -> assertThat(pom).contains("<name>", "<description>"));
  }

  @Test
  void every_published_jar_has_a_module_name_of_its_own() throws IOException {
    TreeMap<String, String> poms = published();
    poms.remove("engine/bom");
    Pattern name = Pattern.compile("<module\\.name>(dev\\.statute[a-z0-9.]*)</module\\.name>");
    TreeMap<String, String> folders = new TreeMap<>();
    poms.forEach(
        (folder, pom) -> {
          String found =
              name.matcher(pom).results().map(match -> match.group(1)).findFirst().orElse("");
          assertThat(found).as(folder).isNotEmpty();
          assertThat(folders.put(found, folder)).as(found).isNull();
        });
  }

  @Test
  void only_the_root_and_the_parents_name_the_group() throws IOException {
    String root = Files.readString(ROOT.resolve("pom.xml"));
    assertThat(root).containsOnlyOnce("<groupId>dev.statute</groupId>");
    for (MatchResult module : MODULE.matcher(root).results().toList()) {
      String pom = Files.readString(ROOT.resolve(module.group(1)).resolve("pom.xml"));
      assertThat(PARENT.matcher(pom).replaceFirst(""))
          .as(module.group(1))
          .doesNotContain("<groupId>dev.statute</groupId>");
    }
  }

  @Test
  void the_catalogue_of_jbang_names_the_version_to_be_released() throws IOException {
    String root = Files.readString(ROOT.resolve("pom.xml"));
    Pattern version = Pattern.compile("<version>(\\d+\\.\\d+\\.\\d+)(-SNAPSHOT)?</version>");
    String released = version.matcher(root).results().findFirst().orElseThrow().group(1);
    assertThat(Files.readString(ROOT.resolve("jbang-catalog.json")))
        .contains("dev.statute:statute-cli:" + released + ":runnable@fatjar");
  }
}
