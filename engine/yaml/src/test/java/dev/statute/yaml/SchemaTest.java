package dev.statute.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.statute.problem.Loaded;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.Source;
import dev.statute.yaml.internal.pack.PackYaml;
import dev.statute.yaml.internal.pack.ToolsReader;
import dev.statute.yaml.internal.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Agreement of the JSON schema, as used by editors, with the loader. */
class SchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final Set<String> SHAPE =
      Set.of(
          "C120", "C121", "C122", "C123", "C124", "C125", "C126", "C127", "C128", "C130", "C131",
          "P101", "P102", "P103", "T101", "T103", "T104", "T105");

  @Test
  void good_charts_are_good_for_the_schema() throws IOException {
    JsonSchema schema = schema("chart");
    for (Path file : files(RESOURCES.resolve("charts"))) {
      assertThat(schema.validate(json(file))).as(file.toString()).isEmpty();
    }
  }

  @Test
  void a_fixture_with_an_error_of_shape_is_bad_for_the_schema_and_one_without_any_is_good()
      throws IOException {
    int bad = 0;
    for (Path file : files(RESOURCES.resolve("problems"))) {
      String name = file.getFileName().toString();
      String kind =
          Stream.of("test", "pack", "tools")
              .filter(each -> name.endsWith("." + each + ".yaml"))
              .findFirst()
              .orElse("chart");
      ProblemCollector problems = new ProblemCollector();
      YamlTree tree = TreeReader.read(file, problems);
      if (tree == null) {
        continue;
      }
      Loaded<?> loaded = loader(kind).apply(new Source(file.toString(), Files.readString(file)));
      Set<ValidationMessage> found = schema(kind).validate(JSON.valueToTree(tree.plain()));
      if (loaded.problems().stream().anyMatch(problem -> SHAPE.contains(problem.code()))) {
        assertThat(found).as(name).isNotEmpty();
        bad++;
      } else if (loaded.hasValue()) {
        assertThat(found).as(name).isEmpty();
      }
    }
    assertThat(bad).isGreaterThan(20);
  }

  @Test
  void the_loader_and_the_schema_agree_on_charts_with_changed_parts() throws IOException {
    agree("chart", "charts/everything.yaml", "charts/hierarchy.yaml", "charts/parents/base.yaml");
  }

  @Test
  void the_loader_and_the_schema_agree_on_test_files_with_changed_parts() throws IOException {
    agree("test", "tests/chart.test.yaml", "tests/pack.test.yaml");
  }

  @Test
  void the_loader_and_the_schema_agree_on_pack_files_with_changed_parts() throws IOException {
    agree("pack", "tests/everything.pack.yaml");
  }

  @Test
  void the_loader_and_the_schema_agree_on_catalogues_with_changed_parts() throws IOException {
    agree("tools", "tests/everything.tools.yaml");
  }

  private static void agree(String kind, String... files) throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    JsonSchema schema = schema(kind);
    Function<Source, Loaded<?>> loader = loader(kind);
    int good = 0;
    int rounds = Integer.getInteger("statute.fuzz.rounds", 800);
    for (int round = 0; round < rounds; round++) {
      JsonNode tree = json(RESOURCES.resolve(files[random.nextInt(files.length)]));
      change(tree, random);
      String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree);
      Loaded<?> loaded = loader.apply(new Source("f.yaml", text));
      Set<ValidationMessage> found = schema.validate(tree);
      assertThat(found.isEmpty())
          .as("seed " + seed + " round " + round + "\n" + loaded.problems() + "\n" + found)
          .isEqualTo(isGoodInShape(loaded));
      good += loaded.hasValue() ? 1 : 0;
    }
    assertThat(good).as("seed " + seed).isBetween(1, rounds - 1);
  }

  /**
   * Returns whether the file is valid but for unique names, types of values and the warning of a
   * file without tests, which a schema cannot express.
   */
  private static boolean isGoodInShape(Loaded<?> loaded) {
    return loaded.problems().stream()
        .allMatch(problem -> Set.of("T102", "T106", "C129").contains(problem.code()));
  }

  private static void change(JsonNode tree, Random random) {
    List<JsonNode> inner = new ArrayList<>();
    collect(tree, inner);
    JsonNode at = inner.get(random.nextInt(inner.size()));
    JsonNode other = value(inner, random);
    if (at instanceof ObjectNode map && !map.isEmpty()) {
      List<String> keys = new ArrayList<>();
      map.fieldNames().forEachRemaining(keys::add);
      String key = keys.get(random.nextInt(keys.size()));
      switch (random.nextInt(4)) {
        case 0 -> map.remove(key);
        case 1 -> map.set(key + "x", map.remove(key));
        case 2 -> map.set(keys.get(random.nextInt(keys.size())), other);
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

  private static JsonNode value(List<JsonNode> inner, Random random) {
    JsonNodeFactory make = JsonNodeFactory.instance;
    return switch (random.nextInt(12)) {
      case 0 -> make.nullNode();
      case 1 -> make.booleanNode(random.nextBoolean());
      case 2 -> make.numberNode(random.nextInt(3));
      case 3 -> make.numberNode(1.5);
      case 4 -> make.textNode("idle");
      case 5 -> make.textNode("two words");
      case 6 -> make.textNode("yes");
      case 7 -> make.arrayNode();
      case 8 -> make.objectNode();
      case 9 -> make.textNode("*");
      default -> inner.get(random.nextInt(inner.size())).deepCopy();
    };
  }

  private static void collect(JsonNode tree, List<JsonNode> inner) {
    if (tree.isContainerNode()) {
      inner.add(tree);
      tree.forEach(member -> collect(member, inner));
    }
  }

  private static Function<Source, Loaded<?>> loader(String kind) {
    return switch (kind) {
      case "test" -> TestFile::load;
      case "pack" -> PackYaml::load;
      case "tools" -> ToolsReader::load;
      default -> YamlCharts::load;
    };
  }

  private static JsonSchema schema(String kind) throws IOException {
    try (var in = YamlCharts.class.getResourceAsStream(kind + ".schema.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(in);
    }
  }

  private static JsonNode json(Path file) throws JsonProcessingException {
    // through text, so that a number has the type that it would have in any other file
    return JSON.readTree(JSON.writeValueAsString(YamlTree.read(file).get().plain()));
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }
}
