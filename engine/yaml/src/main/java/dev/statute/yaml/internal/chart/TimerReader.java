package dev.statute.yaml.internal.chart;

import dev.statute.chart.TimerDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.node.QuotingChecks;
import dev.statute.yaml.internal.node.ValueReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of named timers. */
final class TimerReader {
  private static final List<String> KEYS =
      List.of("in", "after", "every", "restart_on", "send", "data", "emit");
  private static final String EXAMPLE = "{ in: idle, after: 10m, send: Timeout }";

  private final NodeReader shape;

  TimerReader(NodeReader shape) {
    this.shape = shape;
  }

  Map<String, TimerDefinition> of(@Nullable YamlTree tree) {
    Map<String, TimerDefinition> timers = new LinkedHashMap<>();
    Mapping map =
        tree == null
            ? null
            : shape.map(tree, "timers", "a map of timers", "timers: { idle: " + EXAMPLE + " }");
    if (map != null) {
      for (Entry entry : map.entries().values()) {
        Mapping timer =
            shape.map(entry.value(), entry.key().value(), "a timer", entry.key() + ": " + EXAMPLE);
        if (timer != null) {
          timers.put(entry.key().value(), timer(entry.key(), timer));
        }
      }
    }
    return Collections.unmodifiableMap(timers);
  }

  private TimerDefinition timer(SourceText name, Mapping map) {
    KeyReader keys = KeyReader.of(shape, map, "a timer", KEYS);
    YamlTree in = keys.require(shape, "in", "a timer", "in: STATE, or in: any");
    keys.rejectBoth(
        shape, "after", "every", "use 'every' for a period, 'after' for an instant", true);
    if (!keys.has("every")) {
      keys.require(shape, "after", "a timer", "after: 10m, or every: 30s");
    }
    if (!keys.has("emit") || keys.has("data")) {
      keys.require(shape, "send", "a timer", "send: EVENT, or emit: TYPE");
    }
    YamlTree every = keys.get("every");
    YamlTree restart = keys.get("restart_on");
    YamlTree send = keys.get("send");
    YamlTree data = keys.get("data");
    YamlTree emit = keys.get("emit");
    var emitted =
        emit == null ? Map.<SourceText, Map<String, ValueDefinition>>of() : emissions(emit);
    SourceText type = emitted.isEmpty() ? null : emitted.keySet().iterator().next();
    return new TimerDefinition(
        name,
        in == null ? List.of() : NameReader.targets(shape, in, "in"),
        instants(keys.get("after")),
        every == null ? null : QuotingChecks.expression(shape, every, "every"),
        restart == null ? List.of() : NameReader.descriptorList(shape, restart, "restart_on"),
        send == null ? null : NameReader.event(shape, send, "send"),
        data == null ? null : ValueReader.value(shape, data, "data"),
        type,
        type == null ? null : emitted.get(type),
        name.place());
  }

  private Map<SourceText, Map<String, ValueDefinition>> emissions(YamlTree emit) {
    var emitted = new EventActions(shape).emissions(emit);
    if (emitted.size() > 1) {
      shape
          .problems()
          .error("C131", emit.at(), "a timer emits one type", "make a timer for each type");
    }
    return emitted;
  }

  private List<SourceText> instants(@Nullable YamlTree tree) {
    List<SourceText> instants = new ArrayList<>();
    if (tree != null) {
      for (YamlTree member : shape.oneOrMore(tree)) {
        SourceText instant = QuotingChecks.expression(shape, member, "after");
        if (instant != null) {
          instants.add(instant);
        }
      }
      if (shape.oneOrMore(tree).isEmpty()) {
        shape.wrongKind(tree, "after", "a duration", "after: 10m");
      }
    }
    return List.copyOf(instants);
  }
}
