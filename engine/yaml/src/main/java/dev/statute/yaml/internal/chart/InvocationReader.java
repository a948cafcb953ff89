package dev.statute.yaml.internal.chart;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.InvokeDefinition;
import dev.statute.chart.InvokeDefinition.Retry;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.node.QuotingChecks;
import dev.statute.yaml.internal.node.ValueReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of invocations of states. */
final class InvocationReader {
  private static final List<String> KEYS =
      List.of("chart", "task", "with", "id", "timeout", "retry", "autoforward", "finalize");
  private static final String EXAMPLE = "invoke: { task: llm.complete, with: { … } }";

  private final NodeReader shape;
  private final ActionReader actions;

  InvocationReader(NodeReader shape, ActionReader actions) {
    this.shape = shape;
    this.actions = actions;
  }

  /** Reads one or several invocations; {@code state} is the default id. */
  List<InvokeDefinition> read(@Nullable YamlTree tree, SourceText state) {
    List<InvokeDefinition> invocations = new ArrayList<>();
    if (tree != null) {
      for (YamlTree member : shape.oneOrMore(tree)) {
        Mapping map = shape.map(member, "invoke", "what to run", EXAMPLE);
        if (map != null) {
          invocations.add(readOne(map, state));
        }
      }
    }
    return List.copyOf(invocations);
  }

  private InvokeDefinition readOne(Mapping map, SourceText state) {
    KeyReader keys = KeyReader.of(shape, map, "'invoke'", KEYS);
    keys.rejectBoth(shape, "chart", "task", "make them two members of a list under 'invoke'", true);
    if (!keys.has("chart")) {
      keys.require(shape, "task", "'invoke'", "task: NAME, or chart: NAME");
    }
    SourceText id = name(keys, "id");
    YamlTree with = keys.get("with");
    ValueDefinition given = with == null ? null : ValueReader.value(shape, with, "with");
    YamlTree timeout = keys.get("timeout");
    YamlTree forward = keys.get("autoforward");
    List<ActionDefinition> finalizing = actions.list(keys.get("finalize"), "finalize");
    return new InvokeDefinition(
        name(keys, "chart"),
        name(keys, "task"),
        id == null ? state : id,
        given,
        timeout == null ? null : QuotingChecks.expression(shape, timeout, "timeout"),
        retry(keys.get("retry")),
        forward != null && shape.bool(forward, "autoforward"),
        finalizing,
        map.place());
  }

  private @Nullable SourceText name(KeyReader keys, String key) {
    YamlTree tree = keys.get(key);
    return tree == null ? null : NameReader.name(shape, tree, key, "a name");
  }

  /** Reads a retry policy; the default is a constant delay of one second. */
  private @Nullable Retry retry(@Nullable YamlTree tree) {
    if (tree == null) {
      return null;
    }
    String example = "retry: { max: 3, backoff: 1s, factor: 2 }";
    Mapping map = shape.map(tree, "retry", "a map", example);
    if (map == null) {
      return null;
    }
    KeyReader keys = KeyReader.of(shape, map, "'retry'", List.of("max", "backoff", "factor"));
    YamlTree max = keys.require(shape, "max", "'retry'", "max: 3");
    YamlTree backoff = keys.get("backoff");
    YamlTree factor = keys.get("factor");
    SourceText first = backoff == null ? null : QuotingChecks.expression(shape, backoff, "backoff");
    return new Retry(
        max == null ? 1 : shape.wholeNumber(max, "max", 0),
        first == null ? SourceText.of("1s", map.place()) : first,
        factor == null ? 1 : shape.number(factor, "factor"));
  }
}
