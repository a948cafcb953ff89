package dev.statute.yaml.internal.chart;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.YamlTree.Scalar;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.node.ValueReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of actions that name an event, a handler or a timer: a bare name, or a map with more. */
final class EventActions {
  private final NodeReader shape;

  EventActions(NodeReader shape) {
    this.shape = shape;
  }

  @Nullable ActionDefinition raise(SourceText name, YamlTree value) {
    if (value instanceof Mapping map) {
      KeyReader keys = KeyReader.of(shape, map, "'raise'", List.of("event", "data"));
      keys.require("event", "event: NAME");
      SourceText event = keys.read("event", named -> NameReader.event(shape, named, "event"));
      ValueDefinition data = keys.value("data");
      return event == null ? null : new ActionDefinition.Raise(event, data, name.place());
    }
    SourceText event = NameReader.event(shape, value, "raise");
    return event == null ? null : new ActionDefinition.Raise(event, null, name.place());
  }

  @Nullable ActionDefinition send(SourceText name, YamlTree value) {
    if (value instanceof Mapping map) {
      KeyReader keys =
          KeyReader.of(shape, map, "'send'", List.of("event", "data", "to", "after", "id"));
      keys.require("event", "event: NAME");
      SourceText event = keys.read("event", named -> readSend(named, "event"));
      ValueDefinition data = keys.value("data");
      SourceText target = keys.text("to", "a text", "to: \"#parent\"");
      SourceText after = keys.expression("after");
      SourceText id = keys.name("id", "a name");
      return event == null
          ? null
          : new ActionDefinition.Send(event, data, target, after, id, name.place());
    }
    SourceText event = readSend(value, "send");
    return event == null
        ? null
        : new ActionDefinition.Send(event, null, null, null, null, name.place());
  }

  @Nullable ActionDefinition cancel(SourceText name, YamlTree value) {
    SourceText id = NameReader.name(shape, value, "cancel", "the id of a send");
    return id == null ? null : new ActionDefinition.Cancel(id, name.place());
  }

  @Nullable ActionDefinition call(SourceText name, YamlTree value) {
    if (value instanceof Mapping map) {
      KeyReader keys = KeyReader.of(shape, map, "'call'", List.of("handler", "with", "optional"));
      keys.require("handler", "handler: NAME");
      SourceText called = keys.name("handler", "a name");
      ValueDefinition with = keys.value("with");
      boolean may = keys.flag("optional");
      return called == null ? null : new ActionDefinition.Call(called, with, may, name.place());
    }
    SourceText called = NameReader.name(shape, value, "call", "the name of a handler");
    return called == null ? null : new ActionDefinition.Call(called, null, false, name.place());
  }

  @Nullable ActionDefinition restart(SourceText name, YamlTree value) {
    if (value instanceof Mapping map) {
      KeyReader keys = KeyReader.of(shape, map, "'restart'", List.of("timer", "after"));
      keys.require("timer", "timer: NAME");
      SourceText restarted = keys.name("timer", "a timer's name");
      SourceText after = keys.expression("after");
      return restarted == null
          ? null
          : new ActionDefinition.Restart(restarted, after, name.place());
    }
    SourceText restarted = NameReader.name(shape, value, "restart", "the name of a timer");
    return restarted == null ? null : new ActionDefinition.Restart(restarted, null, name.place());
  }

  /** Reads {@code emit: heartbeat}, or a map from types to fields with one emission each. */
  List<ActionDefinition> emit(SourceText name, YamlTree value) {
    List<ActionDefinition> emitted = new ArrayList<>();
    emissions(value)
        .forEach(
            (type, fields) -> emitted.add(new ActionDefinition.Emit(type, fields, name.place())));
    return List.copyOf(emitted);
  }

  /** Reads types with their fields. */
  Map<SourceText, Map<String, ValueDefinition>> emissions(YamlTree value) {
    if (!(value instanceof Mapping map)) {
      SourceText type = NameReader.name(shape, value, "emit", "a type with its fields");
      return type == null ? Map.of() : Map.of(type, Map.of());
    }
    Map<SourceText, Map<String, ValueDefinition>> emissions = new LinkedHashMap<>();
    for (Entry entry : map.entries().values()) {
      String type = entry.key().value();
      boolean bare = entry.value() instanceof Scalar scalar && scalar.isNull();
      Mapping fields =
          bare
              ? new Mapping(Map.of(), entry.key())
              : shape.map(
                  entry.value(), type, "a map of fields", type + ": { reason: \"'done'\" }");
      if (fields != null) {
        emissions.put(entry.key(), ValueReader.named(shape, fields));
      }
    }
    if (map.entries().isEmpty()) {
      shape.wrongKind(map, "emit", "a type with its fields", "emit: { heartbeat: {} }");
    }
    return emissions;
  }

  /** Reads a name, or a template of one. */
  private @Nullable SourceText readSend(YamlTree tree, String key) {
    return tree instanceof Scalar scalar && scalar.text().contains("${")
        ? NameReader.name(shape, tree, key, "the name of an event")
        : NameReader.event(shape, tree, key);
  }
}
