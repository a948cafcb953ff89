package dev.statute.chart.internal.canonical;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ActionDefinition.Append;
import dev.statute.chart.ActionDefinition.Assign;
import dev.statute.chart.ActionDefinition.Block;
import dev.statute.chart.ActionDefinition.Call;
import dev.statute.chart.ActionDefinition.Cancel;
import dev.statute.chart.ActionDefinition.Each;
import dev.statute.chart.ActionDefinition.Emit;
import dev.statute.chart.ActionDefinition.Fail;
import dev.statute.chart.ActionDefinition.Fill;
import dev.statute.chart.ActionDefinition.If;
import dev.statute.chart.ActionDefinition.Log;
import dev.statute.chart.ActionDefinition.Merge;
import dev.statute.chart.ActionDefinition.Raise;
import dev.statute.chart.ActionDefinition.Remove;
import dev.statute.chart.ActionDefinition.Restart;
import dev.statute.chart.ActionDefinition.Send;
import dev.statute.chart.ValueDefinition;
import dev.statute.chart.internal.canonical.CanonicalChart.TreeBuilder;
import dev.statute.problem.SourceText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Canonical form of actions and values as maps and lists, without places. */
final class CanonicalAction {
  private CanonicalAction() {}

  static List<Object> list(List<ActionDefinition> actions) {
    List<Object> list = new ArrayList<>();
    actions.forEach(action -> list.add(action(action).members));
    return list;
  }

  private static TreeBuilder action(ActionDefinition action) {
    if (action instanceof Assign assign) {
      return new TreeBuilder().putAlways("assign", paths(assign.values()));
    }
    if (action instanceof Merge merge) {
      return new TreeBuilder().putAlways("merge", paths(merge.values()));
    }
    if (action instanceof Append append) {
      return new TreeBuilder().putAlways("append", paths(append.values()));
    }
    if (action instanceof Remove remove) {
      return new TreeBuilder()
          .putAlways("remove", remove.paths().stream().map(SourceText::value).toList());
    }
    if (action instanceof If choice) {
      List<Object> branches = new ArrayList<>();
      for (ActionDefinition.Branch branch : choice.branches()) {
        branches.add(
            new TreeBuilder().put("when", branch.when()).put("do", list(branch.actions())).members);
      }
      return new TreeBuilder().putAlways("if", branches);
    }
    if (action instanceof Each each) {
      return new TreeBuilder()
          .putAlways("each", each.item())
          .put("index", each.index())
          .putAlways("in", tree(each.in()))
          .put("do", list(each.actions()));
    }
    if (action instanceof Block block) {
      return new TreeBuilder().putAlways("block", list(block.actions()));
    }
    if (action instanceof Fill fill) {
      return new TreeBuilder().putAlways("fill", tree(fill.values()));
    }
    if (action instanceof Fail fail) {
      return new TreeBuilder().putAlways("fail", tree(fail.message()));
    }
    return eventAction(action);
  }

  private static TreeBuilder eventAction(ActionDefinition action) {
    if (action instanceof Raise raise) {
      return new TreeBuilder().putAlways("raise", raise.event()).put("data", value(raise.data()));
    }
    if (action instanceof Send send) {
      return new TreeBuilder()
          .putAlways("send", send.event())
          .put("data", value(send.data()))
          .put("to", send.to())
          .put("after", send.after())
          .put("id", send.id());
    }
    if (action instanceof Cancel cancel) {
      return new TreeBuilder().putAlways("cancel", cancel.id());
    }
    if (action instanceof Emit emit) {
      return new TreeBuilder().putAlways("emit", emit.type()).put("fields", pairs(emit.fields()));
    }
    if (action instanceof Call call) {
      return new TreeBuilder()
          .putAlways("call", call.handler())
          .put("with", value(call.with()))
          .put("optional", call.optional());
    }
    if (action instanceof Restart restart) {
      return new TreeBuilder().putAlways("restart", restart.timer()).put("after", restart.after());
    }
    if (action instanceof Log log) {
      return new TreeBuilder().putAlways("log", log.message());
    }
    throw new IllegalArgumentException("no such action: " + action);
  }

  /** Lists path or name and value, in order. */
  static List<Object> pairs(Map<String, ValueDefinition> values) {
    List<Object> pairs = new ArrayList<>();
    values.forEach((name, value) -> pairs.add(List.of(name, tree(value))));
    return pairs;
  }

  private static List<Object> paths(Map<SourceText, ValueDefinition> values) {
    Map<String, ValueDefinition> named = new LinkedHashMap<>();
    values.forEach((path, value) -> named.put(path.value(), value));
    return pairs(named);
  }

  static @Nullable Object value(@Nullable ValueDefinition value) {
    return value == null ? null : tree(value);
  }

  /**
   * Converts a value to a list that starts with its kind, so that an expression differs from text.
   */
  private static Object tree(ValueDefinition value) {
    if (value instanceof ValueDefinition.Literal literal) {
      return Arrays.asList("value", literal.value());
    }
    if (value instanceof ValueDefinition.Expr expression) {
      return List.of("expr", expression.source().value());
    }
    if (value instanceof ValueDefinition.ListOf list) {
      List<Object> members = new ArrayList<>(List.of("list"));
      list.members().forEach(member -> members.add(tree(member)));
      return members;
    }
    if (value instanceof ValueDefinition.MapOf map) {
      return List.of("map", pairs(map.members()));
    }
    throw new IllegalArgumentException("no such value: " + value);
  }
}
