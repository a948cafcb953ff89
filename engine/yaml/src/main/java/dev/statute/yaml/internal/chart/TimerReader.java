package dev.statute.yaml.internal.chart;

import dev.statute.chart.TimerDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import java.util.List;
import java.util.Map;

/** Reader of named timers. */
final class TimerReader {
  private static final List<String> KEYS =
      List.of("in", "after", "every", "restart_on", "send", "data", "emit");
  private static final String EXAMPLE = "{ in: idle, after: 10m, send: Timeout }";

  private final NodeReader shape;

  TimerReader(NodeReader shape) {
    this.shape = shape;
  }

  Map<String, TimerDefinition> of(KeyReader chart) {
    return chart.maps("timers", "a timer", "idle", EXAMPLE, this::timer);
  }

  private TimerDefinition timer(SourceText name, Mapping map) {
    KeyReader keys = KeyReader.of(shape, map, "a timer", KEYS);
    keys.require("in", "in: STATE, or in: any");
    keys.rejectBoth("after", "every", "use 'every' for a period, 'after' for an instant", true);
    if (!keys.has("every")) {
      keys.require("after", "after: 10m, or every: 30s");
    }
    if (!keys.has("emit") || keys.has("data")) {
      keys.require("send", "send: EVENT, or emit: TYPE");
    }
    YamlTree emit = keys.get("emit");
    var emitted =
        emit == null ? Map.<SourceText, Map<String, ValueDefinition>>of() : emissions(emit);
    SourceText type = emitted.isEmpty() ? null : emitted.keySet().iterator().next();
    return new TimerDefinition(
        name,
        keys.targets("in"),
        instants(keys),
        keys.expression("every"),
        keys.descriptors("restart_on"),
        keys.read("send", send -> NameReader.event(shape, send, "send")),
        keys.value("data"),
        type,
        type == null ? null : emitted.get(type),
        name.place());
  }

  private Map<SourceText, Map<String, ValueDefinition>> emissions(YamlTree emit) {
    var emitted = new EventActions(shape).emissions(emit);
    if (emitted.size() > 1) {
      shape.error("C131", emit.at(), "a timer emits one type", "make a timer for each type");
    }
    return emitted;
  }

  private List<SourceText> instants(KeyReader keys) {
    YamlTree after = keys.get("after");
    if (after != null && shape.oneOrMore(after).isEmpty()) {
      shape.wrongKind(after, "after", "a duration", "after: 10m");
    }
    return keys.expressions("after");
  }
}
