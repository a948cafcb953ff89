package dev.statute.logs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.statute.logs.LogFormat;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import dev.statute.yaml.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Agreement of the JSON schema of descriptions, as used by editors, with the reader. */
class DescriptionSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path FORMS = Path.of("src/main/resources/dev/statute/logs/forms");

  private static JsonNode schema() throws IOException {
    try (var in = LogFormat.class.getResourceAsStream("log.schema.json")) {
      return JSON.readTree(in);
    }
  }

  private static JsonSchema validator() throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(schema());
  }

  private static List<Path> descriptions() throws IOException {
    try (Stream<Path> files = Files.list(FORMS)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  private static JsonNode json(String yaml) throws IOException {
    Object plain = YamlTree.read(new Source("f.yaml", yaml)).get().plain();
    return JSON.readTree(JSON.writeValueAsString(plain));
  }

  @Test
  void every_shipped_description_and_that_of_the_manual_is_valid() throws IOException {
    assertThat(descriptions()).hasSizeGreaterThan(40);
    JsonSchema validator = validator();
    for (Path file : descriptions()) {
      assertThat(validator.validate(json(Files.readString(file)))).as(file.toString()).isEmpty();
    }
    String manual = Files.readString(Path.of("README.md"));
    String yaml = manual.substring(manual.indexOf("```yaml\n") + 8);
    assertThat(validator.validate(json(yaml.substring(0, yaml.indexOf("```"))))).isEmpty();
  }

  @Test
  void the_schema_has_exactly_the_keys_that_are_read() throws IOException {
    Map.of(
            "/properties",
            DescriptionReader.KEYS,
            "/definitions/rows/properties",
            DescriptionReader.ROW_KEYS,
            "/definitions/loop/anyOf/1/properties",
            DescriptionReader.LOOP_KEYS,
            "/definitions/name/anyOf/1/properties",
            VocabularyReader.DEFINITION_KEYS,
            "/definitions/call/properties",
            fields("calls"),
            "/definitions/result/properties",
            fields("results"),
            "/definitions/message/properties",
            fields("messages"),
            "/definitions/piece/properties",
            fields("pieces"))
        .forEach(
            (path, keys) -> {
              try {
                assertThat(schema().at(path).fieldNames())
                    .as(path)
                    .toIterable()
                    .containsExactlyInAnyOrderElementsOf(keys);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    Set<String> containers = new TreeSet<>();
    for (FormDescription.Container each : FormDescription.Container.values()) {
      containers.add(each.name().toLowerCase(Locale.ROOT));
    }
    assertThat(schema().at("/properties/container/enum"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrderElementsOf(containers);
  }

  private static Set<String> fields(String kind) {
    return DescriptionReader.FIELDS.getOrDefault(kind, Set.of());
  }

  @Test
  void every_key_has_a_meaning() throws IOException {
    List<JsonNode> all = new ArrayList<>();
    schema().findParents("properties").forEach(parent -> all.add(parent.path("properties")));
    for (JsonNode properties : all) {
      properties
          .properties()
          .forEach(
              key ->
                  assertThat(key.getValue().path("description").asText())
                      .as(key.getKey())
                      .endsWith("."));
    }
  }

  @Test
  void the_reader_and_the_schema_agree_on_descriptions_with_changed_parts() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<Path> files = descriptions();
    JsonSchema validator = validator();
    int good = 0;
    int rounds = 200;
    for (int round = 0; round < rounds; round++) {
      JsonNode tree = json(Files.readString(files.get(random.nextInt(files.size()))));
      change(tree, random);
      String text = JSON.writeValueAsString(tree);
      Loaded<FormDescription> read = FormCatalogue.read(new Source("f.yaml", text));
      boolean shaped =
          read.problems().stream()
              .filter(problem -> problem.code().equals("L305"))
              .noneMatch(problem -> !MEANING.stream().anyMatch(problem.message()::contains));
      boolean valid = validator.validate(json(text)).isEmpty();
      assertThat(valid)
          .as("seed " + seed + " round " + round + "\n" + text + "\n" + read.problems())
          .isEqualTo(shaped);
      good += valid ? 1 : 0;
    }
    assertThat(good).as("seed " + seed).isBetween(1, rounds - 1);
  }

  /** Mistakes of meaning, which a schema cannot express. */
  private static final List<String> MEANING =
      List.of(
          "one loop",
          "is asked for each",
          "well-formed",
          "group",
          "no dialect",
          "is not a condition");

  private static void change(JsonNode tree, Random random) {
    List<JsonNode> inner = new ArrayList<>();
    collect(tree, inner);
    JsonNode at = inner.get(random.nextInt(inner.size()));
    JsonNodeFactory make = JsonNodeFactory.instance;
    JsonNode other =
        List.of(make.textNode("item.x"), make.arrayNode(), make.objectNode(), make.textNode("none"))
            .get(random.nextInt(4));
    if (at instanceof ObjectNode map && !map.isEmpty()) {
      List<String> keys = new ArrayList<>();
      map.fieldNames().forEachRemaining(keys::add);
      String key = keys.get(random.nextInt(keys.size()));
      switch (random.nextInt(3)) {
        case 0 -> map.remove(key);
        case 1 -> map.set(key + "x", map.remove(key));
        default -> map.set(key, other);
      }
    } else if (at instanceof ArrayNode list && !list.isEmpty()) {
      int index = random.nextInt(list.size());
      if (random.nextBoolean()) {
        list.remove(index);
      } else {
        list.set(index, other);
      }
    }
  }

  private static void collect(JsonNode tree, List<JsonNode> inner) {
    if (tree.isContainerNode()) {
      inner.add(tree);
      tree.forEach(member -> collect(member, inner));
    }
  }
}
