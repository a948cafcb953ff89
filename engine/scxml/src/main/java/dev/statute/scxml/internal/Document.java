package dev.statute.scxml.internal;

import dev.statute.problem.Problems;
import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Translates the document itself: name, data model, top-level script, and the states below. */
public final class Document {
  private static final String NAMESPACE = "http://www.w3.org/2005/07/scxml";

  private Document() {}

  /** The YAML text, or null if the root is no SCXML document. */
  public static @Nullable String translate(Element root, String file, Problems problems) {
    if (!root.is("scxml")) {
      problems.error(
          "X102", root.name(), "the document is <" + root.name().value() + ">, not <scxml>", null);
      return null;
    }
    if (!root.namespace().isEmpty() && !root.namespace().equals(NAMESPACE)) {
      problems.warning(
          "X302",
          root.name(),
          "its namespace is '" + root.namespace() + "'",
          "it should be " + NAMESPACE);
    }
    String name = name(root, file);
    Text model = root.attribute("datamodel");
    String kind = model == null ? "null" : model.value();
    if (!Set.of("null", "ecmascript", "cel").contains(kind) && model != null) {
      problems.error(
          "X202",
          model,
          "the data model '" + kind + "' cannot be translated",
          "ecmascript can, in part");
    }
    Map<String, Element> data = new LinkedHashMap<>();
    collect(root, data, problems);
    Scripts scripts = new Scripts(problems, name, kind.equals("cel"));
    Actions actions = new Actions(scripts, data.keySet());
    States states = new States(scripts, actions);
    Yaml.Fields chart =
        new Yaml.Fields().put("chart", new Yaml.Scalar(name, false), root.comments());
    // an error event that nobody handles is dropped, as SCXML has it
    chart.put("on_error", "drop");
    List<Yaml> bindings = bind(data, scripts, chart);
    for (Element script : root.children("script")) {
      bindings.addAll(actions.of(List.of(script)).all());
    }
    if (!bindings.isEmpty()) {
      chart.put("entry", new Yaml.Items(bindings));
    }
    states.blocks(root, chart, null);
    if (!states.rows().isEmpty()) {
      chart.put("transitions", new Yaml.Items(states.rows()));
    }
    StringBuilder out = new StringBuilder();
    chart.block(out, 0);
    return out.toString();
  }

  private static String name(Element root, String file) {
    Text given = root.attribute("name");
    String name =
        given == null
            ? file.replaceFirst("^.*[/\\\\]", "").replaceFirst("\\.(scxml|xml)$", "")
            : given.value();
    name = name.replaceAll("[^A-Za-z0-9_.-]", "-");
    return name.matches("[A-Za-z].*") ? name : "chart-" + name;
  }

  private static void collect(Element e, Map<String, Element> data, Problems problems) {
    for (Element model : e.children("datamodel")) {
      for (Element item : model.children("data")) {
        Text id = item.attribute("id");
        if (id == null) {
          problems.error("X102", item.name(), "<data> needs 'id'", null);
        } else {
          data.put(id.value(), item);
        }
      }
    }
    for (Element child : e.children()) {
      if (Set.of("state", "parallel", "final").contains(child.name().value())) {
        collect(child, data, problems);
      }
    }
  }

  /** Declares the data; a value that is no literal is assigned when the chart begins. */
  private static List<Yaml> bind(Map<String, Element> data, Scripts scripts, Yaml.Fields chart) {
    List<Yaml> bindings = new ArrayList<>();
    if (data.isEmpty()) {
      return bindings;
    }
    Yaml.Fields declared = new Yaml.Fields();
    data.forEach(
        (id, item) -> {
          Text src = item.attribute("src");
          if (src != null) {
            scripts
                .problems()
                .error(
                    "X202",
                    src,
                    "data from another file cannot be translated",
                    "write it into the chart");
          }
          Text expr = item.attribute("expr");
          Text source = expr != null ? expr : item.hasText() ? item.text() : null;
          String value = source == null ? "null" : scripts.value(source);
          boolean plain = value.matches("-?\\d+|-?\\d+\\.\\d+|true|false|null");
          declared.put(id, new Yaml.Scalar(plain ? value : "null", true), item.comments());
          if (!plain) {
            bindings.add(new Yaml.Fields().put("assign", new Yaml.Fields().put(id, value)));
          }
        });
    chart.put("data", declared);
    return bindings;
  }
}
