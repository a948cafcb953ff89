package dev.statute.scxml.internal.importer;

import dev.statute.problem.SourceText;
import dev.statute.scxml.internal.document.XmlElement;
import dev.statute.scxml.internal.document.YamlWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Translation of event data. It has named fields in a chart; an unnamed value of {@code <content>}
 * is the field {@code content}, and is read from there.
 */
final class EventPayloads {
  static final String CONTENT = "content";
  private final ScriptTranslator scripts;

  EventPayloads(ScriptTranslator scripts) {
    this.scripts = scripts;
  }

  /** Tests for such a value anywhere in the document. */
  static boolean hasValue(XmlElement e) {
    if (e.is("content") && e.child("scxml") == null) {
      SourceText expr = e.attribute("expr");
      String text = expr == null ? e.text().value() : expr.value();
      return !text.strip().startsWith("{");
    }
    return e.children().stream().anyMatch(EventPayloads::hasValue);
  }

  YamlWriter.Fields of(XmlElement e) {
    XmlElement content = e.is("invoke") ? null : e.child("content");
    if (content != null) {
      return content(content);
    }
    Map<String, String> fields = new LinkedHashMap<>();
    SourceText names = e.attribute("namelist");
    if (names != null) {
      for (String name : names.value().strip().split("\\s+")) {
        int at = names.value().indexOf(name);
        fields.put(
            name,
            scripts.isCel() ? "data." + name : scripts.value(names.slice(at, at + name.length())));
      }
    }
    for (XmlElement param : e.children("param")) {
      SourceText expr = param.attribute("expr");
      SourceText value = expr == null ? param.attribute("location") : expr;
      String name = scripts.required(param, "name").value();
      fields.put(name, value == null ? "null" : scripts.value(value));
    }
    YamlWriter.Fields data = new YamlWriter.Fields();
    fields.forEach(data::put);
    return data;
  }

  private YamlWriter.Fields content(XmlElement content) {
    SourceText expr = content.attribute("expr");
    if (!content.children().isEmpty()) {
      scripts.refuse(
          content.children().get(0).name(),
          "an event's data cannot be XML",
          "use <param>, or write fields in braces");
      return new YamlWriter.Fields();
    }
    SourceText source = expr == null ? content.text() : expr;
    YamlWriter.Fields fields = scripts.fields(source);
    if (fields != null) {
      return fields;
    }
    String value = expr == null ? scripts.literalOrText(source) : scripts.value(expr);
    return new YamlWriter.Fields().put(CONTENT, value);
  }
}
