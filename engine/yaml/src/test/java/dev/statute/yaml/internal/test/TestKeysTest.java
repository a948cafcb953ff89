package dev.statute.yaml.internal.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.statute.yaml.TestFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Agreement of the keys in the schema of test files with the reader. */
class TestKeysTest {
  private static final List<String> NOTES = List.of("note", "description");

  @Test
  void the_schema_describes_exactly_the_keys_that_are_read() throws IOException {
    JsonNode schema;
    try (var in = TestFile.class.getResourceAsStream("test.schema.json")) {
      schema = new ObjectMapper().readTree(in);
    }
    Map.of(
            "/properties", List.of(TestReader.KEYS, NOTES),
            "/definitions/lead/properties", List.of(TestReader.PROPERTY_KEYS, NOTES),
            "/definitions/case/properties", List.of(TestReader.CASE_KEYS, NOTES),
            "/definitions/step/properties",
                List.of(TestStepReader.LINE_KEYS, TestStepReader.INPUTS),
            "/definitions/expect/properties", List.of(TestStepReader.EXPECTED, NOTES),
            "/definitions/case/properties/expect/properties",
                List.of(TestStepReader.EXPECTED_OF_FACTS, NOTES))
        .forEach(
            (path, keys) -> {
              Set<String> read = new TreeSet<>();
              keys.forEach(read::addAll);
              assertThat(schema.at(path).fieldNames())
                  .as(path)
                  .toIterable()
                  .containsExactlyInAnyOrderElementsOf(read);
            });
    assertThat(schema.at("/definitions/expect/properties/outcome/enum"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(TestStepReader.OUTCOMES);
  }
}
