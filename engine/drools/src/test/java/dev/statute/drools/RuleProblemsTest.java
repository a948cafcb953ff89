package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Problems of each file in {@code problems}, compared with its {@code .golden} file. {@code
 * -Dstatute.golden=write} writes them anew.
 */
class RuleProblemsTest {
  private static final Path FIXTURES = Path.of("src/test/resources/problems");
  private static final Vocabulary WORDS =
      new Vocabulary(
          Set.of("agent"),
          new TreeSet<>(Set.of("agent", "IDLE", "RUNNING", "ASKING", "PAUSED")),
          new TreeSet<>(Set.of("start", "stop", "tool.*")),
          Set.of("key"),
          Set.of("name"),
          Set.of(),
          List.of(
              listed("IDLE", Set.of("RUNNING"), "start", ""),
              listed("RUNNING", Set.of("IDLE"), "stop", "key"),
              listed("RUNNING", Set.of(), "tool.*", ""),
              listed("ASKING", null, "tool.ask", "")),
          Map.of(
              "start",
              new TreeMap<>(Map.of("level", "int?", "rich", "bool", "user", Vocabulary.ANY)),
              "stop",
              Map.of(Vocabulary.ANY, Vocabulary.ANY),
              "tool.timed",
              Map.of("at", "timestamp", "wait", "duration")),
          new TreeMap<>(
              Map.of(
                  "factor", Vocabulary.ANY,
                  "n", "int",
                  "name", "string",
                  "owner", Vocabulary.ANY,
                  "tries", Vocabulary.ANY)));

  private static Vocabulary.ListedTransition listed(
      String from, @Nullable Set<String> to, String event, String guard) {
    return new Vocabulary.ListedTransition(
        "agent",
        from,
        Set.of(from),
        to,
        Set.of(event),
        Set.of("event", "timer", "internal"),
        guard);
  }

  static List<Path> files() {
    try (Stream<Path> files = Files.list(FIXTURES)) {
      return files.filter(f -> f.toString().matches(".*\\.(drl|csv)")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String problems(Path file) throws IOException {
    List<Problem> all = problems(file, Files.readString(file));
    assertThat(all).allSatisfy(problem -> assertThat(problem.fix()).isNotBlank());
    return all.stream().map(Problem::toString).collect(Collectors.joining("\n", "", "\n"));
  }

  /** Problems of a fixture with this content. */
  static List<Problem> problems(Path file, String content) {
    Map<String, Pack.SettingDeclaration> settings =
        Map.of("limit", setting("limit", "int"), "strict", setting("strict", "bool"));
    List<SourceText> disabled =
        file.getFileName().toString().startsWith("R131")
            ? List.of(SourceText.synthetic("a rul", "chart.yaml"))
            : List.of();
    String name = file.toString().endsWith(".csv") ? "rules/p.rules.csv" : "rules/p.drl";
    Source source = new Source(name, content);
    Pack pack = new Pack("p", Layer.BASE, "", "", List.of(source), settings, disabled);
    return DroolsPolicies.compile(List.of(pack), WORDS).problems();
  }

  private static Pack.SettingDeclaration setting(String name, String type) {
    return new Pack.SettingDeclaration(SourceText.synthetic(name, "pack.yaml"), type, null, "");
  }

  @ParameterizedTest
  @MethodSource("files")
  void are_described_in_terms_of_the_file_with_place_and_fix(Path file) throws IOException {
    Path golden = Path.of(file.toString().replaceFirst("\\.(drl|csv)$", ".golden"));
    String problems = problems(file);
    if ("write".equals(System.getProperty("statute.golden"))) {
      Files.writeString(golden, problems);
    }
    assertThat(problems).isEqualTo(Files.readString(golden));
    String code = file.getFileName().toString().split("[-.]", 2)[0];
    assertThat(problems.isBlank() ? "good" : problems).contains(code);
  }

  @Test
  void every_code_has_a_page_and_a_fixture() throws IOException {
    Set<String> raised = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        Pattern.compile("\"(R\\d{3})\"")
            .matcher(Files.readString(file))
            .results()
            .forEach(match -> raised.add(match.group(1)));
      }
    }
    Set<String> shown =
        files().stream()
            .map(f -> f.getFileName().toString().substring(0, 4))
            .collect(Collectors.toCollection(TreeSet::new));
    shown.remove("good");
    assertThat(shown).isEqualTo(raised);
    for (String code : raised) {
      try (InputStream page =
          DroolsPolicy.class.getResourceAsStream("/META-INF/statute/codes/" + code + ".md")) {
        assertThat(page).as(code).isNotNull();
        assertThat(new String(page.readAllBytes(), StandardCharsets.UTF_8))
            .startsWith("# " + code + " ");
      }
    }
  }
}
