package dev.statute.yaml.internal.chart;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Entry;
import dev.statute.yaml.YamlTree.Mapping;
import dev.statute.yaml.internal.node.KeyReader;
import dev.statute.yaml.internal.node.NameReader;
import dev.statute.yaml.internal.node.NodeReader;
import dev.statute.yaml.internal.node.ValueReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of action lists: each member is a map with the action's name as its only key. */
final class ActionReader {
  private static final List<String> NAMES =
      List.of(
          "assign", "merge", "append", "remove", "raise", "send", "cancel", "emit", "call",
          "restart", "log", "if", "each", "block", "fill", "fail");
  private static final String EXAMPLE = "do: [ { raise: ready } ]";

  private final NodeReader shape;
  private final EventActions events;

  ActionReader(NodeReader shape) {
    this.shape = shape;
    this.events = new EventActions(shape);
  }

  /** Returns the list under {@code key}; empty if the key is absent. */
  List<ActionDefinition> list(KeyReader keys, String key) {
    return list(keys.members(key), key);
  }

  private List<ActionDefinition> list(List<YamlTree> members, String key) {
    List<ActionDefinition> actions = new ArrayList<>();
    members.forEach(member -> add(actions, member, key));
    return List.copyOf(actions);
  }

  private void add(List<ActionDefinition> actions, YamlTree tree, String key) {
    Mapping map = shape.map(tree, key, "actions", EXAMPLE.replace("do", key));
    if (map == null) {
      return;
    }
    KeyReader keys = KeyReader.of(shape, map, "an action", NAMES);
    List<Entry> said = keys.known(NAMES);
    if (said.isEmpty()) {
      if (map.entries().keySet().stream().allMatch(ActionReader::isNote)) {
        shape.error("C131", map.at(), "an action that does nothing", "add an action: " + EXAMPLE);
      }
      return;
    }
    if (said.size() > 1) {
      shape.error(
          "C131",
          said.get(1).key(),
          "'" + said.get(0).key() + "' and '" + said.get(1).key() + "' are two actions in one",
          "make them two members of the list");
    }
    Entry action = said.get(0);
    actions.addAll(action(action.key(), action.value()));
  }

  private static boolean isNote(String key) {
    return key.equals("note") || key.equals("description");
  }

  private List<ActionDefinition> action(SourceText name, YamlTree value) {
    ActionDefinition one =
        switch (name.value()) {
          case "assign" -> new ActionDefinition.Assign(paths(name, value), name.place());
          case "merge" -> new ActionDefinition.Merge(paths(name, value), name.place());
          case "append" -> new ActionDefinition.Append(paths(name, value), name.place());
          case "remove" ->
              new ActionDefinition.Remove(
                  shape.texts(value, "remove", "paths", "remove: [ name ]"), name.place());
          case "raise" -> events.raise(name, value);
          case "send" -> events.send(name, value);
          case "cancel" -> events.cancel(name, value);
          case "call" -> events.call(name, value);
          case "restart" -> events.restart(name, value);
          case "log" -> log(name, value);
          case "if" -> branches(name, value);
          case "each" -> each(name, value);
          case "block" ->
              new ActionDefinition.Block(list(shape.oneOrMore(value), "block"), name.place());
          case "fill" -> {
            ValueDefinition values = ValueReader.value(shape, value, "fill");
            yield values == null ? null : new ActionDefinition.Fill(values, name.place());
          }
          case "fail" -> {
            ValueDefinition message = ValueReader.value(shape, value, "fail");
            yield message == null ? null : new ActionDefinition.Fail(message, name.place());
          }
          default -> null;
        };
    if (name.value().equals("emit")) {
      return events.emit(name, value);
    }
    return one == null ? List.of() : List.of(one);
  }

  private Map<SourceText, ValueDefinition> paths(SourceText name, YamlTree value) {
    String key = name.value();
    Mapping map =
        shape.map(value, key, "a map from paths to values", key + ": { count: data.count + 1 }");
    return map == null ? Map.of() : ValueReader.byKey(shape, map);
  }

  private @Nullable ActionDefinition log(SourceText name, YamlTree value) {
    SourceText message = shape.text(value, "log", "a text", "log: \"…\"");
    return message == null ? null : new ActionDefinition.Log(message, name.place());
  }

  private ActionDefinition branches(SourceText name, YamlTree value) {
    String example = "if: [ { when: …, do: […] }, { do: […] } ]";
    List<ActionDefinition.Branch> branches = new ArrayList<>();
    for (Mapping map : shape.maps(shape.oneOrMore(value), "if", "branches", example)) {
      KeyReader keys = KeyReader.of(shape, map, "a branch", List.of("when", "do"));
      keys.require("do", "do: [ … ]");
      branches.add(new ActionDefinition.Branch(keys.expression("when"), list(keys, "do")));
    }
    return new ActionDefinition.If(List.copyOf(branches), name.place());
  }

  private @Nullable ActionDefinition each(SourceText name, YamlTree value) {
    String example = "each: { item: x, in: data.items, do: [ … ] }";
    Mapping map = shape.map(value, "each", "a map", example);
    if (map == null) {
      return null;
    }
    KeyReader keys = KeyReader.of(shape, map, "'each'", List.of("item", "index", "in", "do"));
    keys.require("item", "item: x");
    keys.require("in", "in: data.items");
    keys.require("do", "do: [ … ]");
    SourceText variable = keys.read("item", item -> NameReader.variable(shape, item, "item"));
    SourceText counter = keys.read("index", index -> NameReader.variable(shape, index, "index"));
    ValueDefinition values = keys.value("in");
    List<ActionDefinition> body = list(keys, "do");
    return variable == null || values == null
        ? null
        : new ActionDefinition.Each(variable, counter, values, body, name.place());
  }
}
