package dev.statute.yaml.internal.test;

import dev.statute.expr.DurationFormat;
import dev.statute.problem.SourceText;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.yaml.TestFile.TestStep;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NodeReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of test steps: an input line each, with its expectation. */
final class TestStepReader {
  static final List<String> INPUTS = List.of("query", "event", "move", "type", "advance", "at");

  /**
   * Additional keys of a record, which may have any field; a phase has a description of its own.
   */
  private static final List<String> RECORD_STEP_KEYS = List.of("expect", "repeat");

  static final List<String> STEP_KEYS = List.of("expect", "repeat", "note", "description");
  static final List<String> LINE_KEYS =
      List.of(
          "query", "event", "move", "advance", "at", "data", "id", "reason", "expect", "repeat");
  static final List<String> EXPECTED =
      List.of(
          "outcome",
          "to",
          "configuration",
          "rule",
          "code",
          "reason",
          "effects",
          "findings",
          "data",
          "final");
  static final List<String> OUTCOMES =
      List.of(
          "taken",
          "ignored",
          "blocked",
          "denied",
          "deferred",
          "rejected",
          "duplicate",
          "failed",
          "started",
          "advanced",
          "recorded",
          "answered",
          "unreadable");
  static final List<String> EXPECTED_OF_FACTS = List.of("verdicts");
  private static final String EXAMPLE = "steps: [ { event: Pause, expect: { to: [paused] } } ]";

  private final NodeReader shape;

  TestStepReader(NodeReader shape) {
    this.shape = shape;
  }

  List<TestStep> of(KeyReader test) {
    return shape.maps(test.members("steps"), "steps", "a list of steps", EXAMPLE).stream()
        .map(this::step)
        .toList();
  }

  private TestStep step(Mapping map) {
    boolean isRecord = map.entries().containsKey("type");
    if (!isRecord) {
      KeyReader.of(shape, map, "a step", LINE_KEYS);
    }
    if (INPUTS.stream().noneMatch(map.entries()::containsKey)) {
      shape.error(
          "T104",
          map.at(),
          "this step puts nothing in",
          "add an event, move, advance, query, or a record's type");
    }
    if (map.get("advance") instanceof Scalar time && time.plain() instanceof Number) {
      DurationFormat.parse(time.at(), shape.problems()); // in JSON it would be milliseconds
    }
    Map<String, Entry> input = new LinkedHashMap<>(map.entries());
    input.keySet().removeAll(isRecord ? RECORD_STEP_KEYS : STEP_KEYS);
    YamlTree repeat = map.get("repeat");
    YamlTree expect = map.get("expect");
    return new TestStep(
        new Mapping(input, map.at()),
        expect == null ? null : expectation(expect, false),
        repeat == null ? 1 : shape.wholeNumber(repeat, "repeat", 1),
        map.place());
  }

  /** Reads an expectation: of a step, or, with {@code verdicts}, of given facts. */
  @Nullable Mapping expectation(YamlTree tree, boolean ofFacts) {
    List<String> allowed = ofFacts ? EXPECTED_OF_FACTS : EXPECTED;
    Mapping map =
        shape.map(
            tree,
            "expect",
            "a map",
            ofFacts ? "expect: { verdicts: [ { deny: … } ] }" : "expect: { to: [paused] }");
    if (map != null) {
      KeyReader.of(shape, map, "'expect'", allowed);
      YamlTree outcome = map.get("outcome");
      if (!ofFacts && outcome != null) {
        outcome(outcome);
      }
    }
    return map;
  }

  private void outcome(YamlTree tree) {
    if (tree instanceof Scalar scalar && (scalar.isBroken() || OUTCOMES.contains(scalar.text()))) {
      return;
    }
    SourceText at = tree.at();

    shape.error(
        "T105",
        at,
        "'" + at + "' is no outcome",
        SpellingSuggestion.fix(
            at.value(), OUTCOMES, "outcomes are: " + String.join(", ", OUTCOMES)));
  }
}
