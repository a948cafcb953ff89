package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tables of {@code charts/TESTS.md}, each between a comment that names it and the next comment:
 * they list the keys of the schema of test files with meaning and example. {@code
 * -Dgolden.write=true} rewrites them.
 */
class TestFileReferenceTest {
  private static final String ONE_TEST = "tests: [{ name: n, steps: [] }]";

  private static final Path PAGE =
      Path.of(System.getProperty("statute.root"), "charts", "TESTS.md");
  private static final JsonNode SCHEMA = schema();

  /** Tables in the order of the page, each a path in the schema. */
  private static final Map<String, String> TABLES =
      new TreeMap<>(
          Map.of(
              "file", "/properties",
              "property", "/definitions/lead/properties",
              "test", "/definitions/case/properties",
              "step", "/definitions/step/properties",
              "expect", "/definitions/expect/properties",
              "effect", "/definitions/effect/properties",
              "finding", "/definitions/finding/properties",
              "expect of facts", "/definitions/case/properties/expect/properties",
              "verdict", "/definitions/verdict/properties"));

  /** Test file around a key of a table, by table. */
  private static final Map<String, String> FRAMES =
      Map.of(
          "file", "{ %s, %s }",
          "property", "{ chart: c.yaml, leads_to: { %s, %s } }",
          "test", "{ chart: c.yaml, tests: [ { %s, %s } ] }",
          "step", "{ chart: c.yaml, tests: [ { name: n, steps: [ { %s, %s } ] } ] }",
          "expect",
              "{ chart: c.yaml, tests: [ { name: n, steps: [ { event: e, expect: { %s%s } } ] } ] }",
          "effect",
              "{ chart: c.yaml, tests: [ { name: n, steps: [ { event: e, expect: { effects: [ { %s%s } ] } } ] } ] }",
          "finding",
              "{ chart: c.yaml, tests: [ { name: n, steps: [ { event: e, expect: { findings: [ { %s%s } ] } } ] } ] }",
          "expect of facts",
              "{ pack: p, tests: [ { name: n, given: [ { Progress: {} } ], expect: { %s%s } } ] }",
          "verdict",
              "{ pack: p, tests: [ { name: n, given: [ { Progress: {} } ], expect: { verdicts: [ { %s%s } ] } } ] }");

  private static JsonNode schema() {
    try (var in = TestFile.class.getResourceAsStream("test.schema.json")) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void the_tables_are_up_to_date() throws IOException {
    String page = Files.readString(PAGE);
    String written = page;
    for (String name : TABLES.keySet()) {
      String mark = "<!-- keys: " + name + " -->\n";
      int from = written.indexOf(mark) + mark.length();
      assertThat(from).as(name).isGreaterThan(mark.length());
      int to = written.indexOf("<!-- end -->", from);
      written = written.substring(0, from) + table(name) + written.substring(to);
    }
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(PAGE, written);
      page = written;
    }
    assertThat(page).isEqualTo(written);
  }

  @Test
  void every_key_has_a_meaning_and_an_example() {
    for (String name : TABLES.keySet()) {
      keys(name)
          .forEach(
              (key, value) -> {
                assertThat(value.path("description").asText()).as(name + " " + key).endsWith(".");
                assertThat(value.path("examples")).as(name + " " + key).isNotEmpty();
              });
    }
  }

  static List<String> files() {
    List<String> files = new ArrayList<>();
    for (String name : TABLES.keySet()) {
      keys(name)
          .forEach(
              (key, value) ->
                  value
                      .path("examples")
                      .forEach(
                          example ->
                              files.add(
                                  FRAMES
                                      .get(name)
                                      .formatted(key + ": " + flow(example), rest(name, key)))));
    }
    return files;
  }

  /** Returns the other parts that a file, test or step requires. */
  private static String rest(String table, String key) {
    return switch (table) {
      case "file" ->
          switch (key) {
            case "chart" -> ONE_TEST;
            case "pack" -> ONE_TEST;
            case "tests", "never", "always", "leads_to" -> "chart: c.yaml";
            default -> "chart: c.yaml, " + ONE_TEST;
          };
      case "property" ->
          key.equals("when")
              ? "then: 'true'"
              : key.equals("then") ? "when: 'true'" : "when: 'true', then: 'true'";
      case "test" ->
          switch (key) {
            case "name" -> "steps: []";
            case "steps" -> "name: n";
            case "given" -> "name: n, expect: {}";
            case "expect" -> "name: n, given: []";
            default -> "name: n, steps: []";
          };
      case "step" -> key.equals("event") ? "data: {}" : "event: e";
      default -> "";
    };
  }

  @ParameterizedTest
  @MethodSource("files")
  void each_example_is_read_without_a_problem(String text) {
    Loaded<TestFile> loaded = TestFile.load(new Source("f.test.yaml", text));
    assertThat(loaded.problems()).isEmpty();
  }

  private static String table(String name) {
    StringBuilder table = new StringBuilder("\n| key | meaning | example |\n|---|---|---|\n");
    keys(name)
        .forEach(
            (key, value) -> {
              StringJoiner examples = new StringJoiner(" or ");
              value
                  .path("examples")
                  .forEach(example -> examples.add("`" + key + ": " + flow(example) + "`"));
              table.append(
                  "| `%s` | %s | %s |\n"
                      .formatted(key, value.path("description").asText(), examples)
                      .replace("||", "\\|\\|"));
            });
    return table.append('\n').toString();
  }

  private static Map<String, JsonNode> keys(String name) {
    Map<String, JsonNode> all = new LinkedHashMap<>();
    SCHEMA
        .at(TABLES.get(name))
        .properties()
        .forEach(each -> all.put(each.getKey(), each.getValue()));
    return all;
  }

  /** Returns a value as YAML on one line. */
  private static String flow(JsonNode value) {
    if (value.isObject()) {
      StringJoiner map = new StringJoiner(", ", "{ ", " }");
      value.properties().forEach(each -> map.add(each.getKey() + ": " + flow(each.getValue())));
      return map.toString();
    }
    if (value.isArray()) {
      StringJoiner list = new StringJoiner(", ", "[", "]");
      value.forEach(each -> list.add(flow(each)));
      return list.toString();
    }
    String text = value.asText();
    return !value.isTextual() || text.matches("[\\w./ -]*[A-Za-z./-][\\w./ -]*")
        ? text
        : value.toString();
  }
}
