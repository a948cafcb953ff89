package dev.statute.yaml.internal.test;

import dev.statute.chart.SettingDefinition;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.yaml.TestFile;
import dev.statute.yaml.TestFile.Given;
import dev.statute.yaml.TestFile.Property;
import dev.statute.yaml.TestFile.TestCase;
import dev.statute.yaml.TestFile.TestStep;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.node.QuotingChecks;
import dev.statute.yaml.internal.node.ValueReader;
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
      shape
          .problems()
          .error(
              "T101",
              map.at(),
              "this does not say what it tests",
              "add chart: FILE, or pack: NAME");
    }
    keys.rejectBoth(shape, "chart", "pack", "keep the one that is tested", true);
    List<Property> properties = new ArrayList<>();
    for (SourceText never : expressions(keys, "never")) {
      properties.add(new Property.Never(never));
    }
    for (SourceText always : expressions(keys, "always")) {
      properties.add(new Property.Always(always));
    }
    leadsTo(keys.get("leads_to"), properties);
    if (properties.isEmpty()) {
      keys.require(shape, "tests", "a test file", "tests: [ { name: …, steps: [ … ] } ]");
    }
    return new TestFile(
        text(keys, "chart", "chart: agent.yaml"),
        pack(keys),
        settings(keys),
        data(keys),
        tests(keys.get("tests")),
        List.copyOf(properties));
  }

  private List<TestCase> tests(@Nullable YamlTree tree) {
    List<TestCase> tests = new ArrayList<>();
    Map<String, SourceText> names = new LinkedHashMap<>();
    if (tree != null) {
      for (YamlTree member : shape.oneOrMore(tree)) {
        Mapping map =
            shape.map(member, "tests", "a list of tests", "tests: [ { name: …, steps: [ … ] } ]");
        TestCase test = map == null ? null : test(map);
        if (test != null) {
          tests.add(test);
          SourceText first = names.putIfAbsent(test.name().value(), test.name());
          if (first != null) {
            shape
                .problems()
                .error(
                    "T102",
                    test.name(),
                    "two tests are called '" + test.name() + "'; the first is at " + first.place(),
                    "say what is different about this one");
          }
        }
      }
    }
    return List.copyOf(tests);
  }

  private @Nullable TestCase test(Mapping map) {
    KeyReader keys = KeyReader.of(shape, map, "a test", CASE_KEYS);
    YamlTree name = keys.require(shape, "name", "a test", "name: what should be");
    SourceText called = name == null ? null : shape.text(name, "name", "a sentence", "name: …");
    YamlTree at = keys.get("at");
    YamlTree expect = keys.get("expect");
    YamlTree given = keys.get("given");
    keys.rejectBoth(shape, "steps", "given", "make them two tests", true);
    keys.rejectBoth(shape, "steps", "expect", "say at each step what is expected of it", true);
    if (!keys.has("steps") && (!keys.has("given") || !keys.has("expect"))) {
      shape
          .problems()
          .error(
              "T103",
              map.at(),
              "this test does nothing",
              "add steps: [ … ], or for a pack given: [ … ] and expect: { … }");
    }
    List<SourceText> resting = at == null ? List.of() : NameReader.targets(shape, at, "at");
    var set = settings(keys);
    var data = data(keys);
    List<Given> facts = given == null ? List.of() : given(given);
    List<TestStep> taken = steps.of(keys.get("steps"));
    Mapping expected = expect == null ? null : steps.expectation(expect, true);
    return called == null ? null : new TestCase(called, resting, set, data, facts, taken, expected);
  }

  private List<Given> given(YamlTree tree) {
    List<Given> facts = new ArrayList<>();
    String example = "given: [ { Transition: { from: idle, to: running } } ]";
    for (YamlTree member : shape.oneOrMore(tree)) {
      Mapping map = shape.map(member, "given", "a list of facts", example);
      if (map != null) {
        for (Entry entry : map.entries().values()) {
          Mapping fields =
              shape.mapOrEmpty(entry.value(), entry.key().value(), "a fact's fields", example);
          if (fields != null) {
            facts.add(new Given(entry.key(), fields));
          }
        }
      }
    }
    return List.copyOf(facts);
  }

  private List<SourceText> expressions(KeyReader keys, String key) {
    YamlTree tree = keys.get(key);
    List<SourceText> all = new ArrayList<>();
    if (tree != null) {
      for (YamlTree member : shape.oneOrMore(tree)) {
        SourceText expression = QuotingChecks.expression(shape, member, key);
        if (expression != null) {
          all.add(expression);
        }
      }
    }
    return all;
  }

  private void leadsTo(@Nullable YamlTree tree, List<Property> properties) {
    if (tree == null) {
      return;
    }
    for (YamlTree member : shape.oneOrMore(tree)) {
      Mapping map =
          shape.map(member, "leads_to", "a list of maps", "leads_to: [ { when: …, then: … } ]");
      if (map != null) {
        KeyReader keys = KeyReader.of(shape, map, "'leads_to'", PROPERTY_KEYS);
        YamlTree when = keys.require(shape, "when", "'leads_to'", "when: \"active('running')\"");
        YamlTree then = keys.require(shape, "then", "'leads_to'", "then: \"active('idle')\"");
        SourceText from = when == null ? null : QuotingChecks.expression(shape, when, "when");
        SourceText to = then == null ? null : QuotingChecks.expression(shape, then, "then");
        if (from != null && to != null) {
          properties.add(new Property.LeadsTo(from, to));
        }
      }
    }
  }

  private @Nullable SourceText pack(KeyReader keys) {
    SourceText name = text(keys, "pack", "pack: guards/strict");
    return name == null || !NameReader.isPack(shape, name) ? null : name;
  }

  private @Nullable SourceText text(KeyReader keys, String key, String example) {
    YamlTree tree = keys.get(key);
    return tree == null ? null : shape.text(tree, key, "a name", example);
  }

  private Map<String, SettingDefinition> settings(KeyReader keys) {
    YamlTree tree = keys.get("set");
    return tree == null ? Map.of() : ValueReader.settings(shape, tree, "set");
  }

  private Map<String, Entry> data(KeyReader keys) {
    YamlTree tree = keys.get("data");
    Mapping map =
        tree == null ? null : shape.map(tree, "data", "a map of values", "data: { count: 0 }");
    return map == null ? Map.of() : map.entries();
  }
}
