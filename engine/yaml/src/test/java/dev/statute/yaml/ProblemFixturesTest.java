package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.PackReference;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import dev.statute.yaml.internal.pack.PackYaml;
import dev.statute.yaml.internal.pack.ToolsReader;
import dev.statute.yaml.internal.sheet.TestWorkbook;
import dev.statute.yaml.internal.tree.SourceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Problem codes: every code has a fixture that raises it, a golden file with its printed form, and
 * a page. {@code -Dgolden=write} rewrites the golden files.
 */
class ProblemFixturesTest {
  private static final Path FOLDER = Path.of("src/test/resources/problems");
  private static final Pattern CODE = Pattern.compile("\"([CPT]\\d{3}|quote-me)\"");

  @TestFactory
  Stream<DynamicTest> a_fixture_prints_exactly_its_golden_file() throws IOException {
    return fixtures().entrySet().stream()
        .map(
            fixture ->
                DynamicTest.dynamicTest(
                    fixture.getKey(), () -> check(fixture.getKey(), fixture.getValue())));
  }

  private static void check(String name, Supplier<List<Problem>> load) throws IOException {
    List<Problem> problems = load.get();
    assertThat(problems).extracting(Problem::code).contains(codeOf(name));
    assertThat(problems).allSatisfy(each -> assertThat(each.fix()).isNotBlank());
    String printed =
        problems.stream().map(Problem::toString).collect(Collectors.joining("\n", "", "\n"));
    printed = printed.replace(FOLDER + "/", "");
    Path golden = FOLDER.resolve(name + ".golden");
    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(golden, printed);
    }
    assertThat(printed).isEqualTo(Files.readString(golden));
  }

  @Test
  void every_code_has_a_fixture_and_a_page() throws IOException {
    Set<String> raised = codes();
    assertThat(fixtures().keySet().stream().map(ProblemFixturesTest::codeOf).distinct())
        .containsExactlyInAnyOrderElementsOf(raised);
    for (String code : raised) {
      String page =
          Files.readString(Path.of("src/main/resources/META-INF/statute/codes/" + code + ".md"));
      assertThat(page).startsWith("# " + code + " ").contains("```yaml");
    }
  }

  /** Returns all codes in this module's sources. */
  private static Set<String> codes() throws IOException {
    Set<String> codes = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      for (Path source : sources.filter(Files::isRegularFile).toList()) {
        Matcher code = CODE.matcher(Files.readString(source));
        while (code.find()) {
          codes.add(code.group(1));
        }
      }
    }
    return codes;
  }

  private static String codeOf(String fixture) {
    return fixture.startsWith("quote-me") ? "quote-me" : fixture.substring(0, 4);
  }

  private static Map<String, Supplier<List<Problem>>> fixtures() throws IOException {
    Map<String, Supplier<List<Problem>>> fixtures = new TreeMap<>(made());
    try (Stream<Path> files = Files.list(FOLDER)) {
      files
          .filter(file -> file.toString().endsWith(".yaml"))
          .forEach(
              file -> fixtures.put(file.getFileName().toString().replace(".yaml", ""), load(file)));
    }
    return fixtures;
  }

  private static Supplier<List<Problem>> load(Path file) {
    String name = file.getFileName().toString();
    if (name.endsWith(".test.yaml")) {
      return () -> TestFile.load(file).problems();
    }
    if (name.endsWith(".pack.yaml")) {
      return () -> PackYaml.load(new Source(file.toString(), read(file))).problems();
    }
    if (name.endsWith(".tools.yaml")) {
      return () -> ToolsReader.load(new Source(file.toString(), read(file))).problems();
    }
    if (name.startsWith("P2")) {
      return () -> {
        ChartDefinition chart = YamlCharts.load(file).get();
        return finder().find(chart.policies(), file).problems();
      };
    }
    return () -> YamlCharts.load(file).problems();
  }

  /** Returns fixtures that are too large for a file, or no file. */
  private static Map<String, Supplier<List<Problem>>> made() {
    Map<String, Supplier<List<Problem>>> made = new LinkedHashMap<>();
    made.put(
        "C100-no-such-file",
        () -> YamlCharts.load(FOLDER.resolve("C100-no-such-file.yaml")).problems());
    made.put("C100-folder", () -> YamlCharts.load(FOLDER).problems());
    made.put(
        "C105-too-large",
        () -> chart("C105-too-large.yaml", "#".repeat(SourceFile.MAX_BYTES + 1)).problems());
    made.put(
        "C105-too-many-values",
        () -> chart("C105-too-many-values.yaml", "- 1\n".repeat(500_001)).problems());
    made.put(
        "C150-too-many-states",
        () ->
            chart("C150-too-many-states.yaml", "chart: c\nstates:\n" + states(20_001)).problems());
    made.put(
        "C151-too-many-transitions",
        () ->
            chart(
                    "C151-too-many-transitions.yaml",
                    "chart: c\nstates:\n  s1:\n    always:\n" + "    - to: s1\n".repeat(100_001))
                .problems());
    made.put("P206-no-workbook", () -> table("P206-no-workbook", new byte[] {'P', 'K'}));
    made.put(
        "P207-several-sheets",
        () -> table("P207-several-sheets", new TestWorkbook().sheet("").sheet("").bytes()));
    made.put(
        "P208-no-stored-value",
        () -> sheet("P208-no-stored-value", TestWorkbook.cell("B1", "", "<f>A1</f>"), ""));
    made.put(
        "P209-merged-cells", () -> sheet("P209-merged-cells", "", "<mergeCell ref=\"B2:B4\"/>"));
    made.put(
        "P210-too-many-columns",
        () -> sheet("P210-too-many-columns", TestWorkbook.cell("ZZZ1", "", "<v>1</v>"), ""));
    made.put("P205-link-to-elsewhere", ProblemFixturesTest::linked);
    made.put("P204-no-such-profile", () -> finder().profile("none", null).problems());
    return made;
  }

  private static List<Problem> sheet(String name, String cells, String rest) {
    String row = "<row>" + cells + "</row>";
    return table(name, new TestWorkbook().sheet("t", "visible", row, rest).bytes());
  }

  private static List<Problem> table(String name, byte[] workbook) {
    ProblemCollector problems = new ProblemCollector();
    SourceFile.decoded(name + ".rules.xlsx", workbook, problems);
    return problems.sorted();
  }

  private static List<Problem> linked() {
    try {
      Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "links");
      Files.createSymbolicLink(
          folder.resolve("strict.drl"),
          FOLDER.resolve("C142-absolute-parent.yaml").toAbsolutePath());
      Path chart = folder.resolve("agent.yaml");
      SourceText name = SourceText.synthetic("strict", "agent.yaml");
      return finder()
          .find(List.of(new PackReference(name, List.of(), Map.of())), chart)
          .problems()
          .stream()
          .map(
              each ->
                  Problem.error(
                      each.code(), name, each.message().replace(folder + "/", ""), each.fix()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String states(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> "  s" + i + ": {}\n")
        .collect(Collectors.joining());
  }

  private static Loaded<ChartDefinition> chart(String name, String text) {
    return YamlCharts.load(new Source(name, text));
  }

  private static PackFinder finder() {
    return new PackFinder(FOLDER, ClassLoader.getPlatformClassLoader());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
