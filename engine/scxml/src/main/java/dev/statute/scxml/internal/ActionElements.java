package dev.statute.scxml.internal;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.Text;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes actions as SCXML's executable content where it has the same meaning, else as {@code
 * <statute:do>} with the action's YAML in it.
 */
final class ActionElements {
  private final XmlText xml;

  ActionElements(XmlText xml) {
    this.xml = xml;
  }

  void write(List<ActionDefinition> actions) {
    actions.forEach(this::write);
  }

  private void write(ActionDefinition action) {
    if (!isWritten(action)) {
      xml.text("statute:do", null, WrittenActions.of(action).flow());
    }
  }

  private boolean isWritten(ActionDefinition action) {
    if (action instanceof ActionDefinition.Assign assign && assign.values().size() == 1) {
      Map.Entry<Text, ValueDefinition> only = assign.values().entrySet().iterator().next();
      xml.open("assign").with("location", only.getKey().value());
      xml.with("expr", cel(only.getValue())).close();
      return true;
    }
    if (action instanceof ActionDefinition.Raise raise && raise.data() == null) {
      xml.open("raise").with("event", raise.event().value()).close();
      return true;
    }
    if (action instanceof ActionDefinition.Cancel cancel) {
      xml.open("cancel").with("sendid", cancel.id().value()).close();
      return true;
    }
    if (action instanceof ActionDefinition.Log log && !log.message().value().contains("${")) {
      xml.open("log").with("label", log.message().value()).close();
      return true;
    }
    if (action instanceof ActionDefinition.Send send) {
      return isSent(send);
    }
    return action instanceof ActionDefinition.If choice && isChosen(choice);
  }

  private boolean isSent(ActionDefinition.Send send) {
    Text to = send.to();
    Text after = send.after();
    ValueDefinition data = send.data();
    boolean fields = data == null || data instanceof ValueDefinition.MapOf;
    boolean literal = after == null || after.value().matches("\\d+(ms|s|m|h|d)");
    if (!fields || !literal || send.isComputed() || (to != null && !to.value().equals("#parent"))) {
      return false;
    }
    xml.open("send").with("event", send.event().value());
    xml.with("target", to == null ? null : "#_parent").with("delay", value(after));
    xml.with("id", value(send.id()));
    if (data instanceof ValueDefinition.MapOf map) {
      params(map.members());
    }
    xml.close();
    return true;
  }

  void params(Map<String, ValueDefinition> values) {
    values.forEach(
        (name, value) -> xml.open("param").with("name", name).with("expr", cel(value)).close());
  }

  private boolean isChosen(ActionDefinition.If choice) {
    List<ActionDefinition.Branch> all = choice.branches();
    for (int i = 0; i < all.size(); i++) {
      // SCXML has one else, at the end, and not alone
      if (all.get(i).when() == null && (i == 0 || i < all.size() - 1)) {
        return false;
      }
    }
    xml.open("if").with("cond", value(all.get(0).when()));
    write(all.get(0).actions());
    for (ActionDefinition.Branch branch : all.subList(1, all.size())) {
      Text when = branch.when();
      xml.open(when == null ? "else" : "elseif").with("cond", value(when)).close();
      write(branch.actions());
    }
    xml.close();
    return true;
  }

  static @Nullable String value(@Nullable Text text) {
    return text == null ? null : text.value();
  }

  /** A value as one expression. */
  static String cel(ValueDefinition value) {
    if (value instanceof ValueDefinition.Expr expr) {
      return expr.source().value();
    }
    if (value instanceof ValueDefinition.ListOf list) {
      return list.members().stream()
          .map(ActionElements::cel)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof ValueDefinition.MapOf map) {
      return map.members().entrySet().stream()
          .map(e -> EcmaScript.quoted(e.getKey()) + ": " + cel(e.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return String.valueOf(((ValueDefinition.Literal) value).value());
  }
}
