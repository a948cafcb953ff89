package dev.statute.chart.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CodePagesTest {
  private static final Path SOURCES =
      Path.of(System.getProperty("statute.root"), "engine/core/src/main/java/dev/statute");

  private static Set<String> raised() throws IOException {
    Set<String> codes = new TreeSet<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        Pattern.compile("\"([CMP]\\d{3})\"")
            .matcher(Files.readString(file))
            .results()
            .map((MatchResult match) -> match.group(1))
            .forEach(codes::add);
      }
    }
    return codes;
  }

  @Test
  void every_code_that_a_check_raises_has_a_page() throws IOException {
    assertThat(raised()).hasSizeGreaterThan(35);
    for (String code : raised()) {
      String name = "/META-INF/statute/codes/" + code + ".md";
      try (InputStream page = getClass().getResourceAsStream(name)) {
        assertThat(page).as(name).isNotNull();
        assertThat(new String(page.readAllBytes(), StandardCharsets.UTF_8))
            .startsWith("# " + code + " ");
      }
    }
  }
}
