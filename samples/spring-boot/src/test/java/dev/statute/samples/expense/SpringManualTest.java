package dev.statute.samples.expense;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The manual page of the starter: its blocks are parts of this sample, which the build runs. */
class SpringManualTest {
  private static final Path ROOT =
      Path.of(System.getProperty("statute.root", "../..")).toAbsolutePath();
  private static final Path SAMPLE = ROOT.resolve("samples/spring-boot");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\w+\\n(.*?)^```$");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(statute\\.[a-z.-]+)` \\|");
  private static final Pattern PROPERTY = Pattern.compile("\"name\": \"(statute\\.[a-z.-]+)\"");
  private static final Pattern DESCRIBED =
      Pattern.compile("\"name\": \"(statute\\.[a-z.-]+)\",[^}]*?\"description\": \"[^\"]+\"");
  private static final String METADATA = "META-INF/spring-configuration-metadata.json";

  @Test
  void every_block_is_a_part_of_the_sample() throws IOException {
    List<String> blocks = found(BLOCK, page()).map(match -> match.group(1)).toList();
    List<String> sources = sources();
    assertThat(blocks).hasSizeGreaterThan(7);
    assertThat(blocks)
        .allSatisfy(block -> assertThat(sources).anyMatch(source -> source.contains(block)));
  }

  @Test
  void the_page_and_the_metadata_for_editors_describe_the_same_properties() throws IOException {
    String metadata = metadata();
    TreeSet<String> described = names(DESCRIBED, metadata);
    assertThat(described).isEqualTo(names(ROW, page()));
    assertThat(described)
        .contains(
            "statute.charts",
            "statute.rules",
            "statute.store",
            "statute.reload",
            "statute.profile",
            "statute.workers");
    assertThat(described).isEqualTo(names(PROPERTY, metadata));
  }

  @Test
  void the_java_of_the_application_has_at_most_40_lines() throws IOException {
    long lines = 0;
    try (Stream<Path> files = Files.walk(SAMPLE.resolve("src/main/java"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        lines += Files.readString(file).lines().filter(line -> !line.isBlank()).count();
      }
    }
    assertThat(lines).isBetween(1L, 40L);
  }

  private static String page() throws IOException {
    return Files.readString(ROOT.resolve("engine/spring-boot-starter/README.md"));
  }

  private static List<String> sources() throws IOException {
    try (Stream<Path> files = Files.walk(SAMPLE.resolve("src"))) {
      List<Path> found =
          Stream.concat(
                  Stream.of(SAMPLE.resolve("pom.xml")),
                  files.filter(Files::isRegularFile).filter(file -> !isThisTest(file)))
              .toList();
      return found.stream().map(SpringManualTest::text).toList();
    }
  }

  private static boolean isThisTest(Path file) {
    return file.endsWith("SpringManualTest.java");
  }

  /** Reads a file; the manual shows the group that the sample's POM takes from its parent. */
  private static String text(Path file) {
    try {
      return Files.readString(file).replace("${project.groupId}", "dev.statute");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String metadata() throws IOException {
    StringBuilder text = new StringBuilder();
    var all = Thread.currentThread().getContextClassLoader().getResources(METADATA).asIterator();
    while (all.hasNext()) {
      try (InputStream in = all.next().openStream()) {
        text.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return text.toString();
  }

  private static TreeSet<String> names(Pattern pattern, String text) {
    TreeSet<String> names = new TreeSet<>();
    found(pattern, text).forEach(match -> names.add(match.group(1)));
    return names;
  }

  private static Stream<MatchResult> found(Pattern pattern, String text) {
    return pattern.matcher(text).results();
  }
}
