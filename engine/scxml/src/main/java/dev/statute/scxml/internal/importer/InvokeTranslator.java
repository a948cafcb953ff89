package dev.statute.scxml.internal.importer;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.scxml.internal.document.XmlElement;
import dev.statute.scxml.internal.document.YamlWriter;
import dev.statute.scxml.internal.script.EcmaScriptTranslator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Translation of {@code <invoke>}: child charts in files of their own, or inline. */
final class InvokeTranslator {
  private static final String TYPES =
      "['scxml', 'http://www.w3.org/TR/scxml/', 'http://www.w3.org/TR/scxml']";
  private static final Pattern FIELD = Pattern.compile("[A-Za-z_]\\w*");
  private final ScriptTranslator scripts;
  private final ExecutableContent actions;
  private final InlineDocuments children;

  InvokeTranslator(ScriptTranslator scripts, ExecutableContent actions, InlineDocuments children) {
    this.scripts = scripts;
    this.actions = actions;
    this.children = children;
  }

  void add(XmlElement e, YamlWriter.Fields state, String id) {
    List<YamlWriter> all = new ArrayList<>();
    List<YamlWriter> ids = new ArrayList<>();
    for (XmlElement invoke : e.children("invoke")) {
      // an id visible to the document is generated as in SCXML
      boolean seen = invoke.attribute("idlocation") != null;
      String near = all.isEmpty() && !seen ? id : id + "." + (all.size() + 1);
      YamlWriter.Fields out = invoke(invoke, near, seen || !all.isEmpty());
      if (out != null) {
        all.add(out);
        SourceText location = invoke.attribute("idlocation");
        String path = location == null ? null : scripts.location(location);
        if (path != null) {
          ids.add(ExecutableContent.assignment(path, EcmaScriptTranslator.quoted(near)));
        }
      }
    }
    if (!ids.isEmpty()) {
      state.append("entry", ids);
    }
    if (!all.isEmpty()) {
      state.put("invoke", all.size() == 1 ? all.get(0) : new YamlWriter.Items(all));
    }
  }

  private YamlWriter.@Nullable Fields invoke(XmlElement e, String near, boolean further) {
    SourceText type = e.attribute("type");
    if (type != null && !type.value().matches("(?i)scxml|https?://www\\.w3\\.org/TR/scxml/?")) {
      scripts.refuse(
          type,
          "only charts can be invoked, not '" + type.value() + "'",
          "invoke type=\"scxml\", or send an event to the host");
      return null;
    }
    SourceText given = e.attribute("id");
    String id = given == null ? near : given.value();
    String chart = chart(e, id);
    if (chart == null) {
      return null;
    }
    SourceText typed = e.attribute("typeexpr");
    YamlWriter.Fields out =
        new YamlWriter.Fields()
            .put("chart", typed == null ? chart : ofType(scripts.operand(typed), chart));
    YamlWriter.Fields with = actions.payload(e);
    XmlElement child = inline(e);
    if (child != null) {
      with = known(with, child, e);
    }
    if (!with.isEmpty()) {
      out.put("with", with);
    }
    if (given != null || further) {
      out.put("id", id);
    }
    SourceText forward = e.attribute("autoforward");
    if (forward != null && forward.value().equals("true")) {
      out.put("autoforward", YamlWriter.Scalar.word("true"));
    }
    XmlElement finalize = e.child("finalize");
    if (finalize != null) {
      out.put(
          "finalize", finalize.children().isEmpty() ? updates(e) : actions.of(finalize.children()));
    }
    return out;
  }

  /**
   * Returns the effect of an empty {@code <finalize>}: passed variables are updated from each
   * event.
   */
  private YamlWriter updates(XmlElement e) {
    Map<String, String> locations = new LinkedHashMap<>();
    SourceText names = e.attribute("namelist");
    if (names != null) {
      List.of(names.value().strip().split("\\s+")).forEach(name -> locations.put(name, name));
    }
    for (XmlElement param : e.children("param")) {
      SourceText location = param.attribute("location");
      if (location != null) {
        locations.put(scripts.required(param, "name").value(), location.value().strip());
      }
    }
    List<YamlWriter> all = new ArrayList<>();
    locations.forEach(
        (name, location) -> {
          String path = scripts.location(SourceText.of(location, e.name().place()));
          if (path != null && FIELD.matcher(name).matches()) {
            YamlWriter update = ExecutableContent.assignment(path, "event." + name);
            YamlWriter branch =
                ExecutableContent.branch("has(event." + name + ")", List.of(update));
            all.add(ExecutableContent.choice(List.of(branch)));
          }
        });
    return new YamlWriter.Items(all);
  }

  /** Returns a chart that is only invoked if a computed type is SCXML's. */
  private static String ofType(String type, String chart) {
    String name =
        chart.startsWith("${")
            ? chart.substring(2, chart.length() - 1)
            : EcmaScriptTranslator.quoted(chart);
    String failing = ScriptTranslator.failingExpression("only charts can be invoked");
    return "${" + type + " in " + TYPES + " ? (" + name + ") : string(" + failing + ")}";
  }

  private @Nullable String chart(XmlElement e, String id) {
    SourceText src = e.attribute("src");
    SourceText computed = e.attribute("srcexpr");
    if (computed != null) {
      return "${" + scripts.value(computed) + "}";
    }
    if (src != null) {
      return src.value().replaceFirst("^file:", "").replaceFirst("\\.scxml$", "");
    }
    XmlElement content = e.child("content");
    XmlElement child = inline(e);
    if (child != null) {
      return children.add(child, id, scripts.problems());
    }
    scripts.refuse(
        (content == null ? e : content).name(),
        "which chart to invoke is not said",
        "name its file in 'src', or write it into <content>");
    return null;
  }

  private static @Nullable XmlElement inline(XmlElement e) {
    XmlElement content = e.child("content");
    return content == null ? null : content.child("scxml");
  }

  /** Removes fields that the child does not declare, as in SCXML. */
  private YamlWriter.Fields known(YamlWriter.Fields with, XmlElement child, XmlElement e) {
    DataModelTranslator model = DataModelTranslator.of(child, new ProblemCollector());
    YamlWriter.Fields known = new YamlWriter.Fields();
    for (String key : with.keys()) {
      if (model.declares(key) || ScriptTranslator.alwaysFails(with.get(key))) {
        known.put(key, with.get(key));
      } else {
        scripts
            .problems()
            .warning(
                "X304",
                e.name(),
                "the child declares no '" + key + "', so it is not given it",
                "declare it in the child's data model, or leave it out here");
      }
    }
    return known;
  }
}
