package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.step.Chart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Problems of whole charts: every code has a fixture that raises it, a golden file with its printed
 * form, and a page. {@code -Dgolden=write} rewrites the golden files.
 */
class ChartCheckFixturesTest {
  private static final Path FOLDER = Path.of("src/test/resources/checks");
  private static final Path CORE =
      Path.of(System.getProperty("statute.root"), "engine/core/src/main");

  /** Codes that no chart alone raises: they need the rules of a pack or a progress tracker. */
  private static final Set<String> NOT_BY_CHARTS = Set.of("C360", "C361");

  @TestFactory
  Stream<DynamicTest> a_fixture_prints_exactly_its_golden_file() throws IOException {
    return fixtures().stream()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)));
  }

  private static void check(Path file) throws IOException {
    Loaded<ChartDefinition> definition = YamlCharts.load(file);
    assertThat(definition.problems()).isEmpty();
    List<Problem> problems = Chart.compile(definition.get()).problems();
    assertThat(problems).extracting(Problem::code).contains(code(file));
    assertThat(problems).allSatisfy(each -> assertThat(each.fix()).isNotBlank());
    String printed =
        problems.stream()
            .map(Problem::toString)
            .collect(Collectors.joining("\n", "", "\n"))
            .replace(FOLDER + "/", "");
    Path golden = Path.of(file.toString().replace(".yaml", ".golden"));
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(golden, printed);
    }
    assertThat(printed).isEqualTo(Files.readString(golden));
  }

  @Test
  void every_code_has_a_fixture_and_a_page() throws IOException {
    Set<String> raised = raised();
    raised.removeAll(NOT_BY_CHARTS);
    assertThat(fixtures().stream().map(ChartCheckFixturesTest::code).distinct())
        .containsExactlyInAnyOrderElementsOf(raised);
    for (String code : raised) {
      Path page = CORE.resolve("resources/META-INF/statute/codes/" + code + ".md");
      assertThat(page).as(code).isRegularFile();
      assertThat(Files.readString(page)).startsWith("# " + code + " ").contains("```yaml");
    }
  }

  private static String code(Path file) {
    return file.getFileName().toString().substring(0, 4);
  }

  private static List<Path> fixtures() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  /** Returns all codes of charts in the core's sources. */
  private static Set<String> raised() throws IOException {
    Set<String> codes = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(CORE.resolve("java"))) {
      for (Path source : sources.filter(Files::isRegularFile).toList()) {
        Pattern.compile("\"(C\\d{3})\"")
            .matcher(Files.readString(source))
            .results()
            .map((MatchResult match) -> match.group(1))
            .forEach(codes::add);
      }
    }
    return codes;
  }
}
