package dev.statute.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Codes of problems, found where they are reported: each has a page and a test. The type {@code
 * Problem} itself requires a fix.
 */
class CodesTest {
  private static final Path ENGINE = Path.of(System.getProperty("statute.root"), "engine");

  private static Set<String> codes(String pattern, Predicate<String> accepts) throws IOException {
    Pattern code = Pattern.compile(pattern);
    Set<String> codes = new TreeSet<>();
    try (Stream<Path> files = Files.walk(ENGINE)) {
      for (Path file :
          files
              .filter(each -> accepts.test(ENGINE.relativize(each).toString().replace('\\', '/')))
              .filter(Files::isRegularFile)
              .toList()) {
        code.matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
            .results()
            .map((MatchResult match) -> match.group(1))
            .forEach(codes::add);
      }
    }
    return codes;
  }

  private static Set<String> raised() throws IOException {
    return codes("\"([A-Z]\\d{3})\"", file -> file.matches("[\\w-]+/src/main/java/.*\\.java"));
  }

  @Test
  void each_code_that_is_raised_has_a_page_and_each_page_a_code() throws IOException {
    Set<String> raised = raised();
    assertThat(raised).hasSizeGreaterThan(180);
    assertThat(raised.stream().map(code -> code.charAt(0)).collect(Collectors.toSet()))
        .contains('A', 'C', 'E', 'L', 'M', 'P', 'R', 'T', 'X');
    try (Stream<Path> files = Files.walk(ENGINE)) {
      List<Path> pages =
          files
              .filter(
                  file ->
                      ENGINE
                          .relativize(file)
                          .toString()
                          .replace('\\', '/')
                          .matches(
                              "[\\w-]+/src/main/resources/META-INF/statute/codes/[A-Z]\\d+\\.md"))
              .toList();
      assertThat(pages.stream().map(page -> HouseFiles.name(page).replace(".md", "")))
          .containsExactlyInAnyOrderElementsOf(raised);
      for (Path page : pages) {
        assertThat(Files.readString(page))
            .startsWith("# " + HouseFiles.name(page).replace(".md", " "));
      }
    }
  }

  @Test
  void each_code_is_raised_in_a_test() throws IOException {
    Set<String> tested = codes("\\b([A-Z]\\d{3})\\b", file -> file.matches("[\\w-]+/src/test/.*"));
    assertThat(tested).containsAll(raised());
  }
}
