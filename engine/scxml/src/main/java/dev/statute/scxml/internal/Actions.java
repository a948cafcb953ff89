package dev.statute.scxml.internal;

import dev.statute.problem.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Translates executable content. */
final class Actions {
  private static final Pattern DELAY = Pattern.compile("\\s*(\\d*\\.?\\d+)\\s*(ms|s|m|h|d)?\\s*");
  private final Scripts scripts;
  private final Set<String> declared;

  /**
   * @param declared ids of the data model
   */
  Actions(Scripts scripts, Set<String> declared) {
    this.scripts = scripts;
    this.declared = declared;
  }

  /** The actions inside these elements, in order. */
  Yaml.Items of(List<Element> content) {
    List<Yaml> all = new ArrayList<>();
    for (Element element : content) {
      add(element, all);
    }
    return new Yaml.Items(all);
  }

  private void add(Element e, List<Yaml> out) {
    switch (e.name().value()) {
      case "raise" -> out.add(one("raise", required(e, "event").value()));
      case "assign" -> out.add(assign(e));
      case "log" -> out.add(one("log", log(e)));
      case "send" -> out.add(send(e));
      case "cancel" -> out.add(one("cancel", id(e)));
      case "if" -> out.add(choice(e));
      case "foreach" -> out.add(each(e));
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

  private static Yaml.Fields one(String action, String value) {
    return new Yaml.Fields().put(action, value);
  }

  private static Yaml.Fields assigned(String path, String value) {
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
    String path = scripts.location(required(e, "location"));
    Text expr = e.attribute("expr");
    Text value = expr != null ? expr : e.text();
    return assigned(path, scripts.value(value));
  }

  private String log(Element e) {
    Text label = e.attribute("label");
    Text expr = e.attribute("expr");
    String before = label == null ? "" : label.value().replace("${", "$ {");
    return expr == null
        ? before
        : before + (before.isEmpty() ? "" : ": ") + "${" + scripts.value(expr) + "}";
  }

  private String id(Element e) {
    Text literal = e.attribute("sendid");
    if (literal == null) {
      Text computed = e.attribute("sendidexpr");
      if (computed != null) {
        scripts
            .problems()
            .error("X202", computed, "a computed id cannot be cancelled", "give the id as it is");
      } else {
        required(e, "sendid");
      }
    }
    return literal == null ? "" : literal.value();
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
      branch.put("when", scripts.condition(when));
    }
    return branch.put("do", of(List.copyOf(inside)));
  }

  private Yaml each(Element e) {
    String in = scripts.value(required(e, "array"));
    String item = required(e, "item").value();
    Text index = e.attribute("index");
    Yaml.Fields each = new Yaml.Fields().put("item", item);
    List<String> locals = new ArrayList<>(List.of(item));
    if (index != null) {
      each.put("index", index.value());
      locals.add(index.value());
    }
    // the variables outlive the loop where the document declares them
    List<Yaml> actions = new ArrayList<>();
    locals.forEach(scripts::begin);
    locals.stream().filter(declared::contains).forEach(l -> actions.add(assigned(l, l)));
    e.children().forEach(child -> add(child, actions));
    locals.forEach(scripts::end);
    return new Yaml.Fields().put("each", each.put("in", in).put("do", new Yaml.Items(actions)));
  }

  private Yaml send(Element e) {
    for (String unknown : List.of("eventexpr", "targetexpr", "typeexpr", "idlocation")) {
      Text attribute = e.attribute(unknown);
      if (attribute != null) {
        scripts
            .problems()
            .error(
                "X202",
                attribute,
                "<send " + unknown + "> has no counterpart in a chart",
                "write the value itself");
      }
    }
    Text type = e.attribute("type");
    if (type != null
        && !type.value().endsWith("SCXMLEventProcessor")
        && !type.value().equalsIgnoreCase("scxml")) {
      scripts
          .problems()
          .error(
              "X202", type, "only other charts can be sent to, not '" + type.value() + "'", null);
    }
    Text target = e.attribute("target");
    Yaml.Fields data = payload(e);
    String event = e.attribute("eventexpr") == null ? required(e, "event").value() : "unknown";
    if (target != null && target.value().equals("#_internal")) {
      return data.isEmpty()
          ? one("raise", event)
          : new Yaml.Fields().put("raise", new Yaml.Fields().put("event", event).put("data", data));
    }
    Yaml.Fields send = new Yaml.Fields().put("event", event);
    if (!data.isEmpty()) {
      send.put("data", data);
    }
    if (target != null) {
      send.put("to", target.value().equals("#_parent") ? "#parent" : target.value());
    }
    Text delay = e.attribute("delay");
    Text computed = e.attribute("delayexpr");
    if (delay != null) {
      send.put("after", duration(delay));
    } else if (computed != null) {
      send.put("after", "duration(" + scripts.value(computed) + ")");
    }
    Text id = e.attribute("id");
    if (id != null) {
      send.put("id", id.value());
    }
    return send.hasOnly("event") ? one("send", event) : new Yaml.Fields().put("send", send);
  }

  private String duration(Text delay) {
    var matcher = DELAY.matcher(delay.value());
    if (!matcher.matches()) {
      scripts
          .problems()
          .error("X203", delay, "'" + delay.value() + "' is no delay", "write it like 500ms or 2s");
      return "0ms";
    }
    String unit = matcher.group(2) == null ? "ms" : matcher.group(2);
    java.math.BigDecimal amount = new java.math.BigDecimal(matcher.group(1));
    if (amount.stripTrailingZeros().scale() <= 0) {
      return amount.toBigInteger() + unit;
    }
    long millis =
        switch (unit) {
          case "s" -> 1_000;
          case "m" -> 60_000;
          case "h" -> 3_600_000;
          case "d" -> 86_400_000;
          default -> 1;
        };
    return amount.multiply(java.math.BigDecimal.valueOf(millis)).longValue() + "ms";
  }

  /** What namelist, param and content say, as fields. */
  Yaml.Fields payload(Element e) {
    Map<String, String> fields = new LinkedHashMap<>();
    Text names = e.attribute("namelist");
    if (names != null) {
      for (String name : names.value().strip().split("\\s+")) {
        fields.put(name, "data." + name);
      }
    }
    for (Element param : e.children("param")) {
      Text expr = param.attribute("expr");
      Text location = param.attribute("location");
      String name = required(param, "name").value();
      fields.put(
          name,
          expr != null ? scripts.value(expr) : location != null ? scripts.value(location) : "null");
    }
    Element content = e.child("content");
    if (content != null) {
      scripts
          .problems()
          .error(
              "X202",
              content.name(),
              "an event's data has named fields here",
              "use <param> instead of <content>");
    }
    Yaml.Fields data = new Yaml.Fields();
    fields.forEach(data::put);
    return data;
  }

  private Text required(Element e, String attribute) {
    Text value = e.attribute(attribute);
    if (value == null) {
      scripts
          .problems()
          .error("X102", e.name(), "<" + e.name().value() + "> needs '" + attribute + "'", null);
      return Text.of("unknown", e.name().place());
    }
    return value;
  }
}
