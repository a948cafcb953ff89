package dev.statute.scxml.internal;

import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Translates executable content. */
final class Actions {
  private final Scripts scripts;

  private final Payloads payloads;
  private final Sends sends;

  Actions(Scripts scripts, Set<String> sendIds) {
    this.scripts = scripts;
    this.payloads = new Payloads(scripts);
    this.sends = new Sends(scripts, payloads, sendIds);
  }

  /** The actions inside these elements, in order. */
  Yaml.Items of(List<Element> content) {
    List<Yaml> all = new ArrayList<>();
    for (Element element : content) {
      int before = all.size();
      add(element, all);
      for (Yaml added : all.subList(before, all.size())) {
        if (added instanceof Yaml.Fields fields) {
          fields.from(element.name());
        }
      }
    }
    return new Yaml.Items(all);
  }

  private void add(Element e, List<Yaml> out) {
    switch (e.name().value()) {
      case "raise" -> out.add(one("raise", required(e, "event").value()));
      case "assign" -> out.add(assign(e));
      case "log" -> out.add(one("log", log(e)));
      case "send" -> sends.send(e, out);
      case "cancel" -> sends.cancel(e, out);
      case "if" -> out.add(choice(e));
      case "foreach" -> out.add(each(e));
      case "do" -> out.add(new Yaml.Raw(e.text().value().strip()));
      case "script" ->
          scripts.assignments(script(e)).forEach(a -> out.add(assigned(a.getKey(), a.getValue())));
      default ->
          scripts
              .problems()
              .error(
                  "X202",
                  e.name(),
                  "<" + e.name().value() + "> has no counterpart in a chart",
                  "take it out");
    }
  }

  static Yaml.Fields one(String action, String value) {
    return new Yaml.Fields().put(action, value);
  }

  static Yaml.Fields assigned(String path, String value) {
    return new Yaml.Fields().put("assign", new Yaml.Fields().put(path, value));
  }

  private Text script(Element e) {
    Text src = e.attribute("src");
    if (src != null) {
      scripts
          .problems()
          .error("X201", src, "a script in another file cannot be translated", "take it out");
    }
    return e.text();
  }

  private Yaml assign(Element e) {
    Text location = required(e, "location");
    String path = e.attribute("location") == null ? null : scripts.location(location);
    if (path == null) {
      return failing("'" + location.value().strip() + "' is no place in the data");
    }
    Text expr = e.attribute("expr");
    Text value = expr != null ? expr : e.text();
    return assigned(path, scripts.value(value));
  }

  /** What SCXML answers with {@code error.execution}: the rest of the block is skipped. */
  static Yaml failing(String why) {
    return one("fail", EcmaScript.quoted(why));
  }

  private String log(Element e) {
    Text label = e.attribute("label");
    Text expr = e.attribute("expr");
    String before = label == null ? "" : label.value().replace("${", "$ {");
    return expr == null
        ? before
        : before + (before.isEmpty() ? "" : ": ") + "${" + scripts.value(expr) + "}";
  }

  private Yaml choice(Element e) {
    List<Yaml> branches = new ArrayList<>();
    Text when = required(e, "cond");
    List<Element> inside = new ArrayList<>();
    boolean last = false;
    for (Element child : e.children()) {
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
    return new Yaml.Fields().put("if", new Yaml.Items(branches));
  }

  private Yaml branch(@Nullable Text when, List<Element> inside) {
    Yaml.Fields branch = new Yaml.Fields();
    if (when != null) {
      branch.put("when", scripts.condition(when), when);
    }
    return branch.put("do", of(List.copyOf(inside)));
  }

  private Yaml each(Element e) {
    String in = scripts.value(required(e, "array"));
    Text named = required(e, "item");
    String item = named.value();
    Text index = e.attribute("index");
    if (!scripts.isCel() && (scripts.location(named) == null || !item.matches("[A-Za-z_]\\w*"))) {
      return failing("'" + item + "' is no name of a variable");
    }
    Yaml.Fields each = new Yaml.Fields().put("item", item);
    List<String> locals = new ArrayList<>(List.of(item));
    if (index != null) {
      each.put("index", index.value());
      locals.add(index.value());
    }
    // the variables outlive the loop where the document declares them
    List<Yaml> actions = new ArrayList<>();
    locals.stream().filter(scripts.names()::declares).forEach(l -> actions.add(assigned(l, l)));
    locals.forEach(scripts.names()::begin);
    e.children().forEach(child -> add(child, actions));
    locals.forEach(scripts.names()::end);
    return new Yaml.Fields().put("each", each.put("in", in).put("do", new Yaml.Items(actions)));
  }

  /** What namelist, param and content say, as fields. */
  Yaml.Fields payload(Element e) {
    return payloads.of(e);
  }

  private Text required(Element e, String attribute) {
    return scripts.required(e, attribute);
  }
}
