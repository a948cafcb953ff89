package dev.statute.drools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.spi.Layer;
import dev.statute.policy.spi.Pack;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.problem.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Table of refused DRL in {@code rules/README.md}: each line is true. */
class RefusalTableTest {
  private static final Path ROOT = Path.of(System.getProperty("statute.root"));
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| (file|rule head|condition|consequence|pack) \\| (.*?) \\| (R\\d{3})( \\(warning\\))?"
              + " \\| (.*?) \\|$");
  private static final Pattern CODE = Pattern.compile("^`([^`]+)`");

  private static final String HEAD = "package p\nimport dev.statute.policy.*\n";
  private static final String DENY = "insert( new Deny($t, \"no\") );";

  private static final Vocabulary WORDS =
      new Vocabulary(
          Set.of("agent"),
          new TreeSet<>(Set.of("agent", "idle", "running", "paused")),
          new TreeSet<>(Set.of("Start", "Pause")),
          Set.of(),
          Set.of(),
          Set.of(),
          List.of(listed("idle", "running", "Start"), listed("running", "paused", "Pause")),
          Map.of("Start", Map.of(), "Pause", Map.of("level", "int")),
          Map.of(Vocabulary.ANY, Vocabulary.ANY));

  private static Vocabulary.ListedTransition listed(String from, String to, String event) {
    return new Vocabulary.ListedTransition(
        "agent", from, Set.of(from), Set.of(to), Set.of(event), Set.of("event"), "");
  }

  /** Line of the table. */
  record Row(String place, String refused, String code, boolean isWarning, String instead) {}

  static List<Row> rows() throws IOException {
    return ROW.matcher(Files.readString(ROOT.resolve("rules/README.md")))
        .results()
        .map(
            match ->
                new Row(
                    match.group(1),
                    match.group(2),
                    match.group(3),
                    match.group(4) != null,
                    match.group(5)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void refused_syntax_has_its_code_and_the_replacement_none(Row row) {
    List<String> refused = snippet(row.refused);
    for (String code : refused) {
      assertThat(problems(row.place, code))
          .anyMatch(
              problem -> problem.code().equals(row.code) && problem.isError() != row.isWarning);
    }
    for (String code : refused.isEmpty() ? refused : snippet(row.instead)) {
      assertThat(problems(row.place, code)).isEmpty();
    }
  }

  @Test
  void every_code_of_rules_is_in_the_table() throws IOException {
    Set<String> named = new TreeSet<>();
    rows().forEach(row -> named.addAll(codes(row.code + row.instead)));
    try (Stream<Path> pages =
        Files.list(ROOT.resolve("engine/drools/src/main/resources/META-INF/statute/codes"))) {
      assertThat(pages.map(page -> page.getFileName().toString().replace(".md", "")))
          .containsExactlyInAnyOrderElementsOf(named);
    }
  }

  private static List<String> codes(String text) {
    return Pattern.compile("R\\d{3}").matcher(text).results().map(MatchResult::group).toList();
  }

  /** Code at the start of a cell; none if it is prose or a single word. */
  private static List<String> snippet(String cell) {
    return CODE.matcher(cell)
        .results()
        .map(match -> match.group(1))
        .filter(code -> code.matches(".*[ (].*"))
        .toList();
  }

  private static List<Problem> problems(String place, String snippet) {
    String pause = "$t : Transition( event == \"Pause\" )";
    String content =
        switch (place) {
          case "file" ->
              HEAD + snippet + "\n" + (snippet.startsWith("rule") ? "" : rule("", pause, DENY));
          case "rule head" -> HEAD + rule(snippet, pause, DENY);
          case "condition" -> HEAD + rule("", snippet, DENY);
          default -> HEAD + rule("", pause, snippet);
        };
    Pack pack =
        new Pack(
            "p",
            Layer.BASE,
            "",
            "",
            List.of(new Source("p.drl", content)),
            Map.of(
                "limit",
                new Pack.SettingDeclaration(
                    SourceText.synthetic("limit", "pack.yaml"), "int", null, "")),
            List.of());
    return DroolsPolicies.compile(List.of(pack), WORDS).problems();
  }

  private static String rule(String head, String conditions, String consequence) {
    return "rule \"r\"\n%s\nwhen\n%s\nthen\n%s\nend\n".formatted(head, conditions, consequence);
  }
}
