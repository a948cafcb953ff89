package dev.statute.scxml.internal.exporter;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import dev.statute.scxml.internal.document.XmlWriter;
import dev.statute.scxml.internal.script.EcmaScriptTranslator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Export of actions as SCXML's executable content if the meaning is equal, else as {@code
 * <statute:do>} with the action's YAML.
 */
final class ActionElements {
  private final XmlWriter xml;

  ActionElements(XmlWriter xml) {
    this.xml = xml;
  }

  void write(List<ActionDefinition> actions) {
    actions.forEach(this::write);
  }

  private void write(ActionDefinition action) {
    if (!isPlainScxml(action)) {
      xml.text("statute:do", null, ActionYaml.of(action).flow());
    }
  }

  private boolean isPlainScxml(ActionDefinition action) {
    if (action instanceof ActionDefinition.Assign assign && assign.values().size() == 1) {
      Map.Entry<SourceText, ValueDefinition> only = assign.values().entrySet().iterator().next();
      xml.open("assign").attribute("location", only.getKey().value());
      xml.attribute("expr", cel(only.getValue())).close();
      return true;
    }
    if (action instanceof ActionDefinition.Raise raise && raise.data() == null) {
      xml.open("raise").attribute("event", raise.event().value()).close();
      return true;
    }
    if (action instanceof ActionDefinition.Cancel cancel) {
      xml.open("cancel").attribute("sendid", cancel.id().value()).close();
      return true;
    }
    if (action instanceof ActionDefinition.Log log && !log.message().value().contains("${")) {
      xml.open("log").attribute("label", log.message().value()).close();
      return true;
    }
    if (action instanceof ActionDefinition.Send send) {
      return isSendAction(send);
    }
    return action instanceof ActionDefinition.If choice && isChoice(choice);
  }

  private boolean isSendAction(ActionDefinition.Send send) {
    SourceText to = send.to();
    SourceText after = send.after();
    ValueDefinition data = send.data();
    boolean fields = data == null || data instanceof ValueDefinition.MapOf;
    boolean literal = after == null || after.value().matches("\\d+(ms|s|m|h|d)");
    if (!fields || !literal || send.isComputed() || (to != null && !to.value().equals("#parent"))) {
      return false;
    }
    xml.open("send").attribute("event", send.event().value());
    xml.attribute("target", to == null ? null : "#_parent").attribute("delay", value(after));
    xml.attribute("id", value(send.id()));
    if (data instanceof ValueDefinition.MapOf map) {
      params(map.members());
    }
    xml.close();
    return true;
  }

  void params(Map<String, ValueDefinition> values) {
    values.forEach(
        (name, value) ->
            xml.open("param").attribute("name", name).attribute("expr", cel(value)).close());
  }

  private boolean isChoice(ActionDefinition.If choice) {
    List<ActionDefinition.Branch> all = choice.branches();
    for (int i = 0; i < all.size(); i++) {
      // SCXML has a single else, at the end, after an if
      if (all.get(i).when() == null && (i == 0 || i < all.size() - 1)) {
        return false;
      }
    }
    xml.open("if").attribute("cond", value(all.get(0).when()));
    write(all.get(0).actions());
    for (ActionDefinition.Branch branch : all.subList(1, all.size())) {
      SourceText when = branch.when();
      xml.open(when == null ? "else" : "elseif").attribute("cond", value(when)).close();
      write(branch.actions());
    }
    xml.close();
    return true;
  }

  static @Nullable String value(@Nullable SourceText text) {
    return text == null ? null : text.value();
  }

  /** Returns a value as one expression. */
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
          .map(e -> EcmaScriptTranslator.quoted(e.getKey()) + ": " + cel(e.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return String.valueOf(((ValueDefinition.Literal) value).value());
  }
}
