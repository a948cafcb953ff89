package dev.statute.server.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PageFilesTest {
  private static final Path FOLDER =
      Path.of("src", "main", "resources", "dev", "statute", "server", "page");
  private static final Pattern USED =
      Pattern.compile("from '\\./([^']+)'|(?:src|href)=\"/page/([^\"]+)\"");
  private static final int MOST_LINES = 350;

  static Stream<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(FOLDER)) {
      return all.sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void a_file_names_only_files_that_are_there(Path file) throws IOException {
    TreeSet<String> missing = new TreeSet<>();
    for (MatchResult use : USED.matcher(Files.readString(file)).results().toList()) {
      String name = use.group(1) == null ? use.group(2) : use.group(1);
      if (!Files.exists(FOLDER.resolve(name))) {
        missing.add(name);
      }
    }
    assertThat(missing).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("files")
  void nothing_comes_from_another_machine(Path file) throws IOException {
    String text = Files.readString(file).replace("http://www.w3.org/2000/svg", "");
    assertThat(text).doesNotContain("http://", "https://", "url(//", "@import");
  }

  @ParameterizedTest
  @MethodSource("files")
  void no_text_becomes_markup_or_code(Path file) throws IOException {
    String text = Files.readString(file);
    assertThat(text)
        .doesNotContain(
            "innerHTML =", "outerHTML", "insertAdjacentHTML", "document.write", "eval(");
    assertThat(text).doesNotContainPattern("<script(?! type=\"module\" src=\"/page/)");
    assertThat(text).doesNotContainPattern("<[a-z]+[^>]* (style|on[a-z]+)=\"");
    assertThat(List.of(text.split("\n")).size()).isLessThanOrEqualTo(MOST_LINES);
  }
}
