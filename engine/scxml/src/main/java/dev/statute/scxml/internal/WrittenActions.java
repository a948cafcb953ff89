package dev.statute.scxml.internal;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes actions as the YAML they were read from, or mean. */
final class WrittenActions {
  private WrittenActions() {}

  /** One dispatch over the sealed kinds of actions. */
  static Yaml of(ActionDefinition action) {
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
      return one("remove", Written.texts(remove.paths()));
    }
    if (action instanceof ActionDefinition.Raise raise) {
      Yaml.Fields all = new Yaml.Fields().put("event", Written.text(raise.event()));
      return one("raise", data(all, "data", raise.data()));
    }
    if (action instanceof ActionDefinition.Send send) {
      Yaml.Fields all = new Yaml.Fields().put("event", Written.text(send.event()));
      data(all, "data", send.data());
      put(all, "to", send.to());
      put(all, "after", send.after());
      return one("send", put(all, "id", send.id()));
    }
    if (action instanceof ActionDefinition.Cancel cancel) {
      return one("cancel", Written.text(cancel.id()));
    }
    if (action instanceof ActionDefinition.Emit emit) {
      return one("emit", one(emit.type().value(), Written.values(emit.fields())));
    }
    if (action instanceof ActionDefinition.Call call) {
      Yaml.Fields all = new Yaml.Fields().put("handler", Written.text(call.handler()));
      data(all, "with", call.with());
      return one(
          "call", call.optional() ? all.put("optional", new Yaml.Scalar("true", true)) : all);
    }
    if (action instanceof ActionDefinition.Restart restart) {
      Yaml.Fields all = new Yaml.Fields().put("timer", Written.text(restart.timer()));
      return one("restart", put(all, "after", restart.after()));
    }
    if (action instanceof ActionDefinition.Log log) {
      return one("log", Written.text(log.message()));
    }
    if (action instanceof ActionDefinition.If choice) {
      return one("if", branches(choice));
    }
    if (action instanceof ActionDefinition.Each each) {
      Yaml.Fields all = new Yaml.Fields().put("item", Written.text(each.item()));
      put(all, "index", each.index()).put("in", Written.value(each.in()));
      return one("each", all.put("do", Written.actions(each.actions())));
    }
    if (action instanceof ActionDefinition.Block block) {
      return one("block", Written.actions(block.actions()));
    }
    if (action instanceof ActionDefinition.Fill fill) {
      return one("fill", Written.value(fill.values()));
    }
    return one("fail", Written.value(((ActionDefinition.Fail) action).message()));
  }

  private static Yaml branches(ActionDefinition.If choice) {
    List<Yaml> all = new ArrayList<>();
    for (ActionDefinition.Branch branch : choice.branches()) {
      Yaml.Fields one = put(new Yaml.Fields(), "when", branch.when());
      all.add(one.put("do", Written.actions(branch.actions())));
    }
    return new Yaml.Items(all);
  }

  private static Yaml paths(Map<Text, ValueDefinition> values) {
    Yaml.Fields fields = new Yaml.Fields();
    values.forEach((path, value) -> fields.put(path.value(), Written.value(value)));
    return fields;
  }

  private static Yaml one(String key, Yaml value) {
    return new Yaml.Fields().put(key, value);
  }

  private static Yaml.Fields put(Yaml.Fields fields, String key, @Nullable Text text) {
    return text == null ? fields : fields.put(key, Written.text(text));
  }

  private static Yaml.Fields data(Yaml.Fields fields, String key, @Nullable ValueDefinition value) {
    return value == null ? fields : fields.put(key, Written.value(value));
  }
}
