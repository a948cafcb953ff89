package dev.statute.yaml.internal.test;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.yaml.TestFile;
import dev.statute.yaml.TestFile.Given;
import dev.statute.yaml.TestFile.Property;
import dev.statute.yaml.TestFile.PropertyKind;
import dev.statute.yaml.TestFile.TestCase;
import dev.statute.yaml.TestFile.TestStep;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Sequence;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of test files. */
public final class TestReader {
  static final List<String> KEYS =
      List.of("chart", "pack", "set", "data", "tests", "never", "always", "leads_to");
  static final List<String> CASE_KEYS =
      List.of("name", "at", "set", "data", "given", "steps", "expect");

  static final List<String> PROPERTY_KEYS = List.of("when", "then");

  private static final String EXAMPLE = "tests: [ { name: …, steps: [ … ] } ]";

  private final NodeReader shape;
  private final TestStepReader steps;

  private TestReader(NodeReader shape) {
    this.shape = shape;
    this.steps = new TestStepReader(shape);
  }

  /** Returns the file as far as it can be read, or null, with problems. */
  public static @Nullable TestFile read(YamlTree tree, ProblemCollector problems) {
    NodeReader shape = new NodeReader(problems);
    Mapping map = shape.map(tree, "a test file", "a map", "chart: FILE and tests: [ … ]");
    return map == null ? null : new TestReader(shape).file(map);
  }

  private TestFile file(Mapping map) {
    KeyReader keys = KeyReader.of(shape, map, "a test file", KEYS);
    if (!keys.has("chart") && !keys.has("pack")) {
      shape.error(
          "T101", map.at(), "this does not say what it tests", "add chart: FILE, or pack: NAME");
    }
    keys.rejectBoth("chart", "pack", "keep the one that is tested", true);
    List<Property> properties = new ArrayList<>();
    for (SourceText never : keys.expressions("never")) {
      properties.add(new Property(PropertyKind.NEVER, never, null));
    }
    for (SourceText always : keys.expressions("always")) {
      properties.add(new Property(PropertyKind.ALWAYS, always, null));
    }
    leadsTo(keys, properties);
    if (properties.isEmpty()) {
      keys.require("tests", EXAMPLE);
    }
    if (properties.isEmpty()
        && (keys.has("chart") || keys.has("pack"))
        && keys.get("tests") instanceof Sequence none
        && none.members().isEmpty()) {
      shape
          .problems()
          .warning(
              "T106",
              none.at(),
              "this tests nothing: it has no test and no property",
              "add one: " + EXAMPLE);
    }
    return new TestFile(
        keys.text("chart", "a name", "chart: agent.yaml"),
        pack(keys),
        keys.settings("set"),
        data(keys),
        tests(keys),
        List.copyOf(properties));
  }

  private List<TestCase> tests(KeyReader keys) {
    List<TestCase> tests = new ArrayList<>();
    Map<String, SourceText> names = new LinkedHashMap<>();
    for (Mapping map : shape.maps(keys.members("tests"), "tests", "a list of tests", EXAMPLE)) {
      TestCase test = test(map);
      if (test == null) {
        continue;
      }
      tests.add(test);
      SourceText first = names.putIfAbsent(test.name().value(), test.name());
      if (first != null) {
        shape.error(
            "T102",
            test.name(),
            "two tests are called '" + test.name() + "'; the first is at " + first.place(),
            "say what is different about this one");
      }
    }
    return List.copyOf(tests);
  }

  private @Nullable TestCase test(Mapping map) {
    KeyReader keys = KeyReader.of(shape, map, "a test", CASE_KEYS);
    keys.require("name", "name: what should be");
    SourceText called = keys.text("name", "a sentence", "name: …");
    keys.rejectBoth("steps", "given", "make them two tests", true);
    keys.rejectBoth("steps", "expect", "say at each step what is expected of it", true);
    if (!keys.has("steps") && (!keys.has("given") || !keys.has("expect"))) {
      shape.error(
          "T103",
          map.at(),
          "this test does nothing",
          "add steps: [ … ], or for a pack given: [ … ] and expect: { … }");
    }
    List<SourceText> resting = keys.targets("at");
    var set = keys.settings("set");
    var data = data(keys);
    List<Given> facts = given(keys);
    List<TestStep> taken = steps.of(keys);
    Mapping expected = keys.read("expect", tree -> steps.expectation(tree, true));
    return called == null ? null : new TestCase(called, resting, set, data, facts, taken, expected);
  }

  private List<Given> given(KeyReader keys) {
    List<Given> facts = new ArrayList<>();
    String example = "given: [ { Transition: { from: idle, to: running } } ]";
    for (Mapping map : shape.maps(keys.members("given"), "given", "a list of facts", example)) {
      for (Entry entry : map.entries().values()) {
        Mapping fields =
            shape.mapOrEmpty(entry.value(), entry.key().value(), "a fact's fields", example);
        if (fields != null) {
          facts.add(new Given(entry.key(), fields));
        }
      }
    }
    return List.copyOf(facts);
  }

  private void leadsTo(KeyReader file, List<Property> properties) {
    String example = "leads_to: [ { when: …, then: … } ]";
    for (Mapping map :
        shape.maps(file.members("leads_to"), "leads_to", "a list of maps", example)) {
      KeyReader keys = KeyReader.of(shape, map, "'leads_to'", PROPERTY_KEYS);
      keys.require("when", "when: \"active('running')\"");
      keys.require("then", "then: \"active('idle')\"");
      SourceText from = keys.expression("when");
      SourceText to = keys.expression("then");
      if (from != null && to != null) {
        properties.add(new Property(PropertyKind.LEADS_TO, from, to));
      }
    }
  }

  private @Nullable SourceText pack(KeyReader keys) {
    SourceText name = keys.text("pack", "a name", "pack: guards/strict");
    return name == null || !NameReader.isPack(shape, name) ? null : name;
  }

  private static Map<String, Entry> data(KeyReader keys) {
    Mapping map = keys.map("data", "a map of values", "data: { count: 0 }");
    return map == null ? Map.of() : map.entries();
  }
}
