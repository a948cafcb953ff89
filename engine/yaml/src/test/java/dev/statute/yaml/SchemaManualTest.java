package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Keys of the schemas of charts, packs and tool catalogues, and the tables of the manuals that list
 * them. A table stands between a comment {@code keys: OWNER …} and a comment {@code end}; the first
 * cell of a row has the keys, of tables with several owners as {@code OWNER.KEY}. Test files have
 * {@link TestFileReferenceTest}.
 */
class SchemaManualTest {
  private static final Path ROOT = Path.of(System.getProperty("statute.root"));
  private static final Pattern TABLE =
      Pattern.compile("(?s)<!-- keys: ([\\w ]+) -->\\n(.*?)<!-- end -->");
  private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\| ((?:[^|\\\\]|\\\\.)*) \\|");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern KEY = Pattern.compile("(?:(\\w+)\\.)?(\\w+)");

  /** Keys of charts whose value is described by a definition of another name. */
  private static final Map<String, String> OWNERS =
      Map.of(
          "policy", "policies",
          "row", "transitions",
          "move", "moves",
          "branch", "if",
          "timer", "timers",
          "field", "fields");

  /** Parts of a schema that only restrict what other parts describe. */
  private static final Set<String> RESTRICTIONS = Set.of("if", "then", "not", "dependencies");

  /** Keys that are allowed anywhere, which the manuals say once. */
  private static final Set<String> ANYWHERE = Set.of("note", "description");

  /** Pages, each with the schemas that it describes. */
  static Stream<Arguments> pages() {
    return Stream.of(
        Arguments.of("charts/README.md", List.of("chart")),
        Arguments.of("rules/README.md", List.of("pack", "tools")));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void each_key_of_a_schema_has_a_row_in_the_manual_and_each_row_a_key(
      String page, List<String> kinds) throws IOException {
    Set<String> keys = new TreeSet<>();
    for (String kind : kinds) {
      collectKeys(schema(kind), kind, keys);
    }
    Set<String> rows = rows(Files.readString(ROOT.resolve(page)));
    assertThat(keys).hasSizeGreaterThan(10);
    assertThat(without(keys, rows)).as("keys that " + page + " lacks").isEmpty();
    assertThat(without(rows, keys)).as("rows of " + page + " without a key").isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void each_word_of_a_choice_is_in_the_manual(String page, List<String> kinds) throws IOException {
    Set<String> words = new TreeSet<>();
    for (String kind : kinds) {
      schema(kind)
          .findValues("enum")
          .forEach(choice -> choice.forEach(word -> words.add(word.asText())));
    }
    assertThat(words).isNotEmpty();
    String text = Files.readString(ROOT.resolve(page));
    words.removeIf(
        word -> Pattern.compile("\\b" + Pattern.quote(word) + "\\b").matcher(text).find());
    assertThat(words).as("words that " + page + " lacks").isEmpty();
  }

  private static Set<String> without(Set<String> all, Set<String> others) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(others);
    return rest;
  }

  private static JsonNode schema(String kind) throws IOException {
    try (var in = TestFile.class.getResourceAsStream(kind + ".schema.json")) {
      return new ObjectMapper().readTree(in);
    }
  }

  /** Adds the keys of a part of a schema, each as {@code OWNER.KEY}. */
  private static void collectKeys(JsonNode node, String owner, Set<String> keys) {
    node.properties()
        .forEach(
            part -> {
              JsonNode value = part.getValue();
              if (part.getKey().equals("properties")) {
                value.properties().forEach(key -> addKey(key.getKey(), owner, keys));
              }
              if (part.getKey().equals("properties") || part.getKey().equals("definitions")) {
                value
                    .properties()
                    .forEach(each -> collectKeys(each.getValue(), name(each.getKey()), keys));
              } else if (!RESTRICTIONS.contains(part.getKey())) {
                collectKeys(value, owner, keys);
              }
            });
    if (node.isArray()) {
      node.forEach(each -> collectKeys(each, owner, keys));
    }
  }

  private static void addKey(String key, String owner, Set<String> keys) {
    if (key.matches("\\w+") && !ANYWHERE.contains(key)) {
      keys.add(owner + "." + key);
    }
  }

  private static String name(String definition) {
    return OWNERS.getOrDefault(definition, definition);
  }

  /** Returns the keys in the first cells of all tables of a page. */
  private static Set<String> rows(String page) {
    Set<String> rows = new TreeSet<>();
    for (MatchResult table : TABLE.matcher(page).results().toList()) {
      List<String> owners = List.of(table.group(1).split(" "));
      for (MatchResult cell : FIRST_CELL.matcher(table.group(2)).results().toList()) {
        for (MatchResult code : CODE.matcher(cell.group(1)).results().toList()) {
          var key = KEY.matcher(code.group(1));
          if (key.lookingAt() && owners.size() == 1) {
            addKey(key.group(), owners.get(0), rows);
          } else if (key.lookingAt()) {
            assertThat(owners).as(key.group()).contains(key.group(1));
            addKey(key.group(2), key.group(1), rows);
          }
        }
      }
    }
    return rows;
  }
}
