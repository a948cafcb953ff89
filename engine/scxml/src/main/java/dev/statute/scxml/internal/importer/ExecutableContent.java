package dev.statute.scxml.internal.importer;

import dev.statute.problem.SourceText;
import dev.statute.scxml.internal.document.XmlElement;
import dev.statute.scxml.internal.document.YamlWriter;
import dev.statute.scxml.internal.script.EcmaScriptTranslator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Translation of executable content. */
final class ExecutableContent {
  private final ScriptTranslator scripts;

  private final EventPayloads payloads;
  private final SendTranslator sends;

  ExecutableContent(ScriptTranslator scripts, Set<String> sendIds) {
    this.scripts = scripts;
    this.payloads = new EventPayloads(scripts);
    this.sends = new SendTranslator(scripts, payloads, sendIds);
  }

  /** Returns the actions inside these elements, in order. */
  YamlWriter.Items of(List<XmlElement> content) {
    List<YamlWriter> all = new ArrayList<>();
    for (XmlElement element : content) {
      int before = all.size();
      add(element, all);
      for (YamlWriter added : all.subList(before, all.size())) {
        if (added instanceof YamlWriter.Fields fields) {
          fields.from(element.name());
        }
      }
    }
    return new YamlWriter.Items(all);
  }

  private void add(XmlElement e, List<YamlWriter> out) {
    switch (e.name().value()) {
      case "raise" -> out.add(singleAction("raise", required(e, "event").value()));
      case "assign" -> out.add(assign(e));
      case "log" -> out.add(singleAction("log", log(e)));
      case "send" -> sends.send(e, out);
      case "cancel" -> sends.cancel(e, out);
      case "if" -> out.add(choice(e));
      case "foreach" -> out.add(each(e));
      case "do" -> out.add(new YamlWriter.Raw(e.text().value().strip()));
      case "script" ->
          scripts
              .assignments(script(e))
              .forEach(a -> out.add(assignment(a.getKey(), a.getValue())));
      default ->
          scripts.refuse(
              e.name(), "<" + e.name().value() + "> has no counterpart in a chart", "take it out");
    }
  }

  static YamlWriter.Fields singleAction(String action, String value) {
    return new YamlWriter.Fields().put(action, value);
  }

  static YamlWriter.Fields assignment(String path, String value) {
    return new YamlWriter.Fields().put("assign", new YamlWriter.Fields().put(path, value));
  }

  private SourceText script(XmlElement e) {
    SourceText src = e.attribute("src");
    if (src != null) {
      scripts
          .problems()
          .error("X201", src, "a script in another file cannot be translated", "take it out");
    }
    return e.text();
  }

  private YamlWriter assign(XmlElement e) {
    SourceText location = required(e, "location");
    String path = e.attribute("location") == null ? null : scripts.location(location);
    if (path == null) {
      return failingAction("'" + location.value().strip() + "' is no place in the data");
    }
    SourceText expr = e.attribute("expr");
    SourceText value = expr != null ? expr : e.text();
    return assignment(path, scripts.value(value));
  }

  /**
   * Returns an action that fails like SCXML's {@code error.execution}: the rest of the block is
   * skipped.
   */
  static YamlWriter failingAction(String why) {
    return singleAction("fail", EcmaScriptTranslator.quoted(why));
  }

  private String log(XmlElement e) {
    SourceText label = e.attribute("label");
    SourceText expr = e.attribute("expr");
    String before = label == null ? "" : label.value().replace("${", "$ {");
    return expr == null
        ? before
        : before + (before.isEmpty() ? "" : ": ") + "${" + scripts.value(expr) + "}";
  }

  private YamlWriter choice(XmlElement e) {
    List<YamlWriter> branches = new ArrayList<>();
    SourceText when = required(e, "cond");
    List<XmlElement> inside = new ArrayList<>();
    boolean last = false;
    for (XmlElement child : e.children()) {
      if (child.is("elseif") || child.is("else")) {
        branches.add(branch(last ? null : when, inside));
        inside.clear();
        last = child.is("else");
        when = last ? when : required(child, "cond");
      } else {
        inside.add(child);
      }
    }
    branches.add(branch(last ? null : when, inside));
    return choice(branches);
  }

  /** Returns the action {@code if} with these branches. */
  static YamlWriter choice(List<YamlWriter> branches) {
    return new YamlWriter.Fields().put("if", new YamlWriter.Items(branches));
  }

  /** Returns a branch; null stands for {@code else}. */
  static YamlWriter branch(@Nullable String when, List<YamlWriter> actions) {
    YamlWriter.Fields branch = new YamlWriter.Fields();
    if (when != null) {
      branch.put("when", when);
    }
    return branch.put("do", new YamlWriter.Items(actions));
  }

  private YamlWriter branch(@Nullable SourceText when, List<XmlElement> inside) {
    YamlWriter.Fields branch = new YamlWriter.Fields();
    if (when != null) {
      branch.put("when", scripts.condition(when), when);
    }
    return branch.put("do", of(List.copyOf(inside)));
  }

  private YamlWriter each(XmlElement e) {
    String in = scripts.value(required(e, "array"));
    SourceText named = required(e, "item");
    String item = named.value();
    SourceText index = e.attribute("index");
    if (!scripts.isCel() && (scripts.location(named) == null || !item.matches("[A-Za-z_]\\w*"))) {
      return failingAction("'" + item + "' is no name of a variable");
    }
    YamlWriter.Fields each = new YamlWriter.Fields().put("item", item);
    List<String> locals = new ArrayList<>(List.of(item));
    if (index != null) {
      each.put("index", index.value());
      locals.add(index.value());
    }
    // the variables exist beyond the loop if the document declares them
    List<YamlWriter> actions = new ArrayList<>();
    locals.stream().filter(scripts.names()::declares).forEach(l -> actions.add(assignment(l, l)));
    locals.forEach(scripts.names()::pushLocals);
    e.children().forEach(child -> add(child, actions));
    locals.forEach(scripts.names()::popLocals);
    return new YamlWriter.Fields()
        .put("each", each.put("in", in).put("do", new YamlWriter.Items(actions)));
  }

  /** Returns namelist, param and content as fields. */
  YamlWriter.Fields payload(XmlElement e) {
    return payloads.of(e);
  }

  private SourceText required(XmlElement e, String attribute) {
    return scripts.required(e, attribute);
  }
}
