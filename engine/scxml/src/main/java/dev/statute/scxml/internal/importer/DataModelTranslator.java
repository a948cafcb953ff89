package dev.statute.scxml.internal.importer;

import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import dev.statute.scxml.internal.document.XmlElement;
import dev.statute.scxml.internal.document.YamlWriter;
import dev.statute.scxml.internal.script.NameMapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Variables of one document: those of its data model, and those of loops and top-level scripts,
 * which are created by use. Each is declared in the chart; a value that is no literal is assigned
 * at the start.
 */
final class DataModelTranslator {
  private static final Pattern ASSIGNED =
      Pattern.compile("(?:^|;|\\n)\\s*(?:var\\s+|let\\s+|const\\s+)?([A-Za-z$][\\w$]*)\\s*=(?!=)");
  private final Map<String, XmlElement> declared = new LinkedHashMap<>();

  /** State of each variable, with late binding. */
  private final Map<String, String> lateDeclarations = new LinkedHashMap<>();

  private final Map<String, XmlElement> created = new LinkedHashMap<>();
  private final boolean isWritten;
  private final boolean isLate;

  private DataModelTranslator(XmlElement root) {
    SourceText binding = root.attribute("binding");
    this.isLate = binding != null && binding.value().equals("late");
    this.isWritten = root.child("datamodel") != null;
  }

  static DataModelTranslator of(XmlElement root, ProblemCollector problems) {
    DataModelTranslator model = new DataModelTranslator(root);
    model.declare(root, problems);
    model.make(root);
    return model;
  }

  private void declare(XmlElement e, ProblemCollector problems) {
    for (XmlElement model : e.children("datamodel")) {
      for (XmlElement item : model.children("data")) {
        if (!item.children().isEmpty()) {
          problems.error(
              "X202",
              item.children().get(0).name(),
              "a variable's value cannot be XML",
              "write its fields in braces");
        }
        SourceText id = item.attribute("id");
        if (id == null) {
          problems.error("X102", item.name(), "<data> needs 'id'", "add id=\"…\"");
        } else {
          declared.put(id.value(), item);
          SourceText state = e.attribute("id");
          if (isLate && state != null) {
            lateDeclarations.put(id.value(), state.value());
          }
        }
      }
    }
    for (XmlElement child : e.children()) {
      if (Set.of("state", "parallel", "final").contains(child.name().value())) {
        declare(child, problems);
      }
    }
  }

  private void make(XmlElement e) {
    if (e.is("foreach")) {
      for (String attribute : List.of("item", "index")) {
        SourceText name = e.attribute(attribute);
        if (name != null && name.value().matches("[A-Za-z]\\w*")) {
          created.putIfAbsent(name.value(), e);
        }
      }
    } else if (e.is("script")) {
      Matcher matcher = ASSIGNED.matcher(e.text().value());
      while (matcher.find()) {
        created.putIfAbsent(matcher.group(1), e);
      }
    }
    for (XmlElement child : e.children()) {
      if (!child.is("content")) {
        make(child);
      }
    }
  }

  boolean declares(String id) {
    return declared.containsKey(id);
  }

  /** Returns every variable with its certain type: only {@code bool} or {@code any}. */
  Map<String, String> kinds(XmlElement root) {
    Map<String, String> kinds = new LinkedHashMap<>();
    created.keySet().forEach(id -> kinds.put(id, "any"));
    declared.forEach(
        (id, item) -> {
          SourceText expr = item.attribute("expr");
          boolean bool = expr != null && expr.value().strip().matches("true|false");
          kinds.put(id, bool && !created.containsKey(id) ? "bool" : "any");
        });
    markUnknown(root, kinds);
    return kinds;
  }

  /** Marks variables with other assignments as {@code any}. */
  private static void markUnknown(XmlElement e, Map<String, String> kinds) {
    SourceText location = e.is("assign") ? e.attribute("location") : null;
    if (location != null && "bool".equals(kinds.get(location.value().strip()))) {
      SourceText expr = e.attribute("expr");
      ScriptTranslator scripts =
          new ScriptTranslator(
              new ProblemCollector(),
              new NameMapping("", id -> id, kinds, false),
              false,
              name -> null);
      if (expr == null || !scripts.kind(expr).equals("bool")) {
        kinds.put(location.value().strip(), "any");
      }
    }
    e.children().forEach(child -> markUnknown(child, kinds));
  }

  /** Writes {@code data} into the chart; returns the assignments at the start. */
  List<YamlWriter> bind(ScriptTranslator scripts, YamlWriter.Fields chart) {
    List<YamlWriter> bindings = new ArrayList<>();
    YamlWriter.Fields data = new YamlWriter.Fields();
    declared.forEach(
        (id, item) -> {
          if (lateDeclarations.containsKey(id)) {
            data.put(id, YamlWriter.Scalar.word("null"), item.comments());
          } else {
            bind(id, item, scripts, data, bindings);
          }
        });
    lateDeclarations.values().stream()
        .distinct()
        .forEach(state -> data.put(initializedName(state), YamlWriter.Scalar.word("false")));
    created.keySet().stream()
        .filter(id -> !declared.containsKey(id))
        .forEach(id -> data.put(id, YamlWriter.Scalar.word("null")));
    if (!data.isEmpty() || isWritten || !scripts.isCel()) {
      chart.put("data", data);
    }
    return bindings;
  }

  /** Returns the assignments at the first entry of a state, with late binding. */
  List<YamlWriter> lateDeclarations(String state, ScriptTranslator scripts) {
    List<YamlWriter> first = new ArrayList<>();
    lateDeclarations.forEach(
        (id, where) -> {
          XmlElement item = declared.get(id);
          String value = item == null || !where.equals(state) ? null : value(item, scripts);
          if (value != null) {
            first.add(ExecutableContent.assignment(id, value));
          }
        });
    if (first.isEmpty()) {
      return List.of();
    }
    first.add(ExecutableContent.assignment(initializedName(state), "true"));
    YamlWriter branch = ExecutableContent.branch("!data." + initializedName(state), first);
    return List.of(ExecutableContent.choice(List.of(branch)));
  }

  private static String initializedName(String state) {
    return state.replaceAll("\\W", "_") + "_begun";
  }

  private static void bind(
      String id,
      XmlElement item,
      ScriptTranslator scripts,
      YamlWriter.Fields data,
      List<YamlWriter> bindings) {
    SourceText ours = item.statuteAttribute("yaml");
    if (ours != null) {
      data.put(id, new YamlWriter.Raw(ours.value()), item.comments());
      return;
    }
    SourceText src = item.attribute("src");
    String value = src == null ? value(item, scripts) : scripts.file(src);
    YamlWriter literal = value == null ? null : CelLiterals.of(value);
    data.put(id, literal == null ? YamlWriter.Scalar.word("null") : literal, item.comments());
    if (literal == null && value != null) {
      bindings.add(ExecutableContent.assignment(id, value));
    }
  }

  /** Returns the value of an item; one that is text inside is a literal, or that text. */
  private static @Nullable String value(XmlElement item, ScriptTranslator scripts) {
    SourceText expr = item.attribute("expr");
    if (expr == null && !scripts.isCel()) {
      return item.hasText() ? scripts.literalOrText(item.text()) : null;
    }
    return expr != null ? scripts.value(expr) : item.hasText() ? scripts.value(item.text()) : null;
  }
}
