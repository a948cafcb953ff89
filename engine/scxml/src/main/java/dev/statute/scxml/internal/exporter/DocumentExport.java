package dev.statute.scxml.internal.exporter;

import dev.statute.chart.ChartDefinition;
import dev.statute.chart.DataDefinition;
import dev.statute.chart.InitialDefinition;
import dev.statute.scxml.internal.document.ScxmlVocabulary;
import dev.statute.scxml.internal.document.XmlWriter;
import dev.statute.scxml.internal.document.YamlWriter;
import dev.statute.scxml.internal.script.EcmaScriptTranslator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Export of the document itself. */
public final class DocumentExport {
  private DocumentExport() {}

  public static String of(ChartDefinition chart) {
    XmlWriter xml = new XmlWriter();
    xml.open("scxml")
        .attribute("xmlns", ScxmlVocabulary.NAMESPACE)
        .attribute("xmlns:statute", ScxmlVocabulary.STATUTE_NAMESPACE);
    xml.attribute("version", "1.0")
        .attribute("datamodel", "cel")
        .attribute("name", chart.name().value());
    StateElements states = new StateElements(chart, xml);
    InitialDefinition initial = chart.root().initial();
    if (initial != null && initial.actions().isEmpty()) {
      xml.attribute("initial", states.targets(initial.targets()));
    }
    head(chart, states);
    Map<String, DataDefinition> data = chart.data();
    if (data != null) {
      xml.open("datamodel");
      data.forEach((id, item) -> data(xml, id, item));
      xml.close();
    }
    states.root();
    return xml.close().toString();
  }

  private static void head(ChartDefinition chart, StateElements states) {
    if (chart.version() != 1) {
      states.yaml("version", YamlWriter.Scalar.word(String.valueOf(chart.version())));
    }
    if (!chart.policies().isEmpty()) {
      states.yaml("policies", YamlFragment.policies(chart.policies()));
    }
    if (!chart.settings().isEmpty()) {
      states.yaml("settings", YamlFragment.settings(chart.settings()));
    }
    if (chart.events() != null) {
      states.yaml("events", YamlFragment.events(chart.events()));
    }
    if (!chart.fields().isEmpty()) {
      states.yaml("fields", YamlFragment.fields(chart.fields()));
    }
    if (!chart.timers().isEmpty()) {
      states.yaml("timers", YamlFragment.timers(chart.timers()));
    }
    states.yaml("on_unhandled", word(chart.onUnhandled().name()));
    states.yaml("on_error", word(chart.onError().name()));
  }

  private static YamlWriter word(String constant) {
    return YamlWriter.Scalar.word(constant.toLowerCase(Locale.ROOT));
  }

  /**
   * Writes a data item: its expression for other programs, and its full declaration if that says
   * more.
   */
  private static void data(XmlWriter xml, String id, DataDefinition item) {
    Object initial = item.initial();
    boolean plain =
        item.type() == null
            && (initial == null || initial instanceof Number || initial instanceof Boolean);
    xml.open("data").attribute("id", id).attribute("expr", cel(initial));
    xml.attribute("statute:yaml", plain ? null : YamlFragment.data(item).flow()).close();
  }

  private static String cel(@Nullable Object value) {
    if (value instanceof String text) {
      return EcmaScriptTranslator.quoted(text);
    }
    if (value instanceof List<?> list) {
      return list.stream().map(DocumentExport::cel).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(e -> cel(e.getKey()) + ": " + cel(e.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return String.valueOf(value);
  }
}
