package dev.statute.scxml.internal.exporter;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import dev.statute.scxml.internal.document.YamlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Export of actions as YAML. */
final class ActionYaml {
  private ActionYaml() {}

  /** One dispatch over the sealed kinds of actions. */
  static YamlWriter of(ActionDefinition action) {
    if (action instanceof ActionDefinition.Assign assign) {
      return one("assign", paths(assign.values()));
    }
    if (action instanceof ActionDefinition.Merge merge) {
      return one("merge", paths(merge.values()));
    }
    if (action instanceof ActionDefinition.Append append) {
      return one("append", paths(append.values()));
    }
    if (action instanceof ActionDefinition.Remove remove) {
      return one("remove", YamlFragment.texts(remove.paths()));
    }
    if (action instanceof ActionDefinition.Raise raise) {
      YamlWriter.Fields all = one("event", YamlFragment.text(raise.event()));
      return one("raise", data(all, "data", raise.data()));
    }
    if (action instanceof ActionDefinition.Send send) {
      YamlWriter.Fields all = one("event", YamlFragment.text(send.event()));
      data(all, "data", send.data());
      YamlFragment.put(all, "to", send.to());
      YamlFragment.put(all, "after", send.after());
      return one("send", YamlFragment.put(all, "id", send.id()));
    }
    if (action instanceof ActionDefinition.Cancel cancel) {
      return one("cancel", YamlFragment.text(cancel.id()));
    }
    if (action instanceof ActionDefinition.Emit emit) {
      return one("emit", one(emit.type().value(), YamlFragment.values(emit.fields())));
    }
    if (action instanceof ActionDefinition.Call call) {
      YamlWriter.Fields all = one("handler", YamlFragment.text(call.handler()));
      data(all, "with", call.with());
      return one(
          "call", call.optional() ? all.put("optional", YamlWriter.Scalar.word("true")) : all);
    }
    if (action instanceof ActionDefinition.Restart restart) {
      YamlWriter.Fields all = one("timer", YamlFragment.text(restart.timer()));
      return one("restart", YamlFragment.put(all, "after", restart.after()));
    }
    if (action instanceof ActionDefinition.Log log) {
      return one("log", YamlFragment.text(log.message()));
    }
    if (action instanceof ActionDefinition.If choice) {
      return one("if", branches(choice));
    }
    if (action instanceof ActionDefinition.Each each) {
      YamlWriter.Fields all = one("item", YamlFragment.text(each.item()));
      YamlFragment.put(all, "index", each.index()).put("in", YamlFragment.value(each.in()));
      return one("each", all.put("do", YamlFragment.actions(each.actions())));
    }
    if (action instanceof ActionDefinition.Block block) {
      return one("block", YamlFragment.actions(block.actions()));
    }
    if (action instanceof ActionDefinition.Fill fill) {
      return one("fill", YamlFragment.value(fill.values()));
    }
    return one("fail", YamlFragment.value(((ActionDefinition.Fail) action).message()));
  }

  private static YamlWriter branches(ActionDefinition.If choice) {
    List<YamlWriter> all = new ArrayList<>();
    for (ActionDefinition.Branch branch : choice.branches()) {
      YamlWriter.Fields one = YamlFragment.put(new YamlWriter.Fields(), "when", branch.when());
      all.add(one.put("do", YamlFragment.actions(branch.actions())));
    }
    return new YamlWriter.Items(all);
  }

  private static YamlWriter paths(Map<SourceText, ValueDefinition> values) {
    YamlWriter.Fields fields = new YamlWriter.Fields();
    values.forEach((path, value) -> fields.put(path.value(), YamlFragment.value(value)));
    return fields;
  }

  private static YamlWriter.Fields one(String key, YamlWriter value) {
    return new YamlWriter.Fields().put(key, value);
  }

  private static YamlWriter.Fields data(
      YamlWriter.Fields fields, String key, @Nullable ValueDefinition value) {
    return value == null ? fields : fields.put(key, YamlFragment.value(value));
  }
}
