package dev.statute.yaml.internal.chart;

import dev.statute.chart.InvokeDefinition;
import dev.statute.chart.InvokeDefinition.Retry;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NodeReader;
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
  List<InvokeDefinition> read(KeyReader keys, SourceText state) {
    return shape.maps(keys.members("invoke"), "invoke", "what to run", EXAMPLE).stream()
        .map(map -> readOne(map, state))
        .toList();
  }

  private InvokeDefinition readOne(Mapping map, SourceText state) {
    KeyReader keys = KeyReader.of(shape, map, "'invoke'", KEYS);
    keys.rejectBoth("chart", "task", "make them two members of a list under 'invoke'", true);
    if (!keys.has("chart")) {
      keys.require("task", "task: NAME, or chart: NAME");
    }
    SourceText id = keys.name("id", "a name");
    return new InvokeDefinition(
        keys.name("chart", "a name"),
        keys.name("task", "a name"),
        id == null ? state : id,
        keys.value("with"),
        keys.expression("timeout"),
        retry(keys),
        keys.flag("autoforward"),
        actions.list(keys, "finalize"),
        map.place());
  }

  /** Reads a retry policy; the default is a constant delay of one second. */
  private @Nullable Retry retry(KeyReader invocation) {
    String example = "retry: { max: 3, backoff: 1s, factor: 2 }";
    Mapping map = invocation.map("retry", "a map", example);
    if (map == null) {
      return null;
    }
    KeyReader keys = KeyReader.of(shape, map, "'retry'", List.of("max", "backoff", "factor"));
    keys.require("max", "max: 3");
    YamlTree max = keys.get("max");
    YamlTree factor = keys.get("factor");
    SourceText first = keys.expression("backoff");
    return new Retry(
        max == null ? 1 : shape.wholeNumber(max, "max", 0),
        first == null ? SourceText.of("1s", map.place()) : first,
        factor == null ? 1 : shape.number(factor, "factor"));
  }
}
