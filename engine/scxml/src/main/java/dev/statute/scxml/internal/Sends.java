package dev.statute.scxml.internal;

import dev.statute.problem.Text;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Translates {@code <send>} and {@code <cancel>}. */
final class Sends {
  private static final Pattern DELAY = Pattern.compile("\\s*(\\d*\\.?\\d+)\\s*(ms|s|m|h|d)?\\s*");
  private static final String PROCESSOR = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor";
  private final Scripts scripts;
  private final Payloads payloads;
  private final Set<String> ids;
  private int unnamed;

  /**
   * @param ids all ids that the document's sends are given
   */
  Sends(Scripts scripts, Payloads payloads, Set<String> ids) {
    this.scripts = scripts;
    this.payloads = payloads;
    this.ids = ids;
  }

  void send(Element e, List<Yaml> out) {
    Text type = e.attribute("type");
    Text target = e.attribute("target");
    if (type != null
        && !type.value().equals(PROCESSOR)
        && !type.value().equalsIgnoreCase("scxml")) {
      out.add(fails(type, "no event can be sent as '" + type.value() + "'"));
      return;
    }
    if (target != null && !target.value().strip().startsWith("#_") && !scripts.isCel()) {
      out.add(fails(target, "'" + target.value() + "' is no address of SCXML"));
      return;
    }
    if (e.attribute("eventexpr") != null) {
      Text computed = scripts.required(e, "eventexpr");
      scripts
          .problems()
          .error(
              "X202",
              computed,
              "the name of an event cannot be computed",
              "send each event by its name, chosen with <if>");
      return;
    }
    String id = id(e, out);
    Text addressed = e.attribute("targetexpr");
    Yaml sent = addressed == null ? sent(e, target, id) : sentTo(e, scripts.value(addressed), id);
    Text typed = e.attribute("typeexpr");
    if (typed == null) {
      out.add(sent);
      return;
    }
    String known = scripts.value(typed) + " in ['scxml', '" + PROCESSOR + "']";
    Yaml no = Actions.failing("no event can be sent like that");
    out.add(choice(List.of(branch(known, sent), branch(null, no))));
  }

  private Yaml fails(Text at, String why) {
    scripts.warn(at, why, "if that is not meant, send to a chart");
    return Actions.failing(why);
  }

  /** An id that SCXML would make up is the same each time here. */
  private @Nullable String id(Element e, List<Yaml> out) {
    Text given = e.attribute("id");
    Text location = e.attribute("idlocation");
    if (given != null || location == null) {
      return given == null ? null : given.value();
    }
    String id = "send." + ++unnamed;
    String path = scripts.location(location);
    out.add(
        path == null
            ? Actions.failing("'" + location.value() + "' is no place in the data")
            : Actions.assigned(path, EcmaScript.quoted(id)));
    return id;
  }

  /** To somebody that only running can tell: the chart's own queue has a way of its own. */
  private Yaml sentTo(Element e, String to, @Nullable String id) {
    Yaml inside = raised(e);
    String parent = to + " == '#_parent' ? '#parent' : " + to;
    Yaml outside = with(e, "${" + parent + "}", id);
    String own = to + " == '#_scxml_' + instance.id";
    return choice(
        List.of(
            branch(to + " == '#_internal'", inside),
            branch(own, with(e, null, id)),
            branch(null, outside)));
  }

  private Yaml sent(Element e, @Nullable Text target, @Nullable String id) {
    if (target == null) {
      return with(e, null, id);
    }
    return switch (target.value()) {
      case "#_internal" -> raised(e);
      case "#_parent" -> with(e, "#parent", id);
      default -> with(e, target.value(), id);
    };
  }

  private Yaml raised(Element e) {
    String event = scripts.required(e, "event").value();
    Yaml.Fields data = payloads.of(e);
    return data.isEmpty()
        ? Actions.one("raise", event)
        : new Yaml.Fields().put("raise", new Yaml.Fields().put("event", event).put("data", data));
  }

  private Yaml with(Element e, @Nullable String to, @Nullable String id) {
    String event = scripts.required(e, "event").value();
    Yaml.Fields send = new Yaml.Fields().put("event", event);
    Yaml.Fields data = payloads.of(e);
    if (!data.isEmpty()) {
      send.put("data", data);
    }
    if (to != null) {
      send.put("to", to);
    }
    Text delay = e.attribute("delay");
    Text computed = e.attribute("delayexpr");
    if (delay != null) {
      send.put("after", duration(delay, delay.value()));
    } else if (computed != null) {
      send.put("after", computed(computed));
    }
    if (id != null) {
      send.put("id", id);
    }
    return send.hasOnly("event") ? Actions.one("send", event) : new Yaml.Fields().put("send", send);
  }

  private String computed(Text delay) {
    String value = scripts.value(delay);
    boolean literal = value.matches("'[^'\\\\]*'");
    return literal
        ? duration(delay, value.substring(1, value.length() - 1))
        : "duration(" + value + ")";
  }

  private String duration(Text at, String delay) {
    Matcher matcher = DELAY.matcher(delay);
    if (!matcher.matches()) {
      scripts
          .problems()
          .error("X203", at, "'" + delay + "' is no delay", "write it like 500ms or 2s");
      return "0ms";
    }
    String unit = matcher.group(2) == null ? "ms" : matcher.group(2);
    BigDecimal amount = new BigDecimal(matcher.group(1));
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
    return amount.multiply(BigDecimal.valueOf(millis)).longValue() + "ms";
  }

  /** Cancelling what nobody sent does nothing; a computed id is one of those that are known. */
  void cancel(Element e, List<Yaml> out) {
    Text computed = e.attribute("sendidexpr");
    if (computed == null) {
      Text id = scripts.required(e, "sendid");
      if (ids.contains(id.value()) || scripts.isCel()) {
        out.add(Actions.one("cancel", id.value()));
      } else {
        scripts
            .problems()
            .warning("X304", id, "nothing is sent with the id '" + id.value() + "'", "take it out");
      }
      return;
    }
    String value = scripts.value(computed);
    List<Yaml> branches = new ArrayList<>();
    for (String id : ids) {
      branches.add(branch(value + " == " + EcmaScript.quoted(id), Actions.one("cancel", id)));
    }
    if (!branches.isEmpty()) {
      out.add(choice(branches));
    }
  }

  private static Yaml choice(List<Yaml> branches) {
    return new Yaml.Fields().put("if", new Yaml.Items(branches));
  }

  private static Yaml branch(@Nullable String when, Yaml action) {
    Yaml.Fields branch = new Yaml.Fields();
    if (when != null) {
      branch.put("when", when);
    }
    return branch.put("do", new Yaml.Items(List.of(action)));
  }

  /** The ids that are given to sends in a document, without those of its children. */
  static Set<String> ids(Element root) {
    Set<String> ids = new java.util.LinkedHashSet<>();
    collect(root, ids);
    return ids;
  }

  private static void collect(Element e, Set<String> ids) {
    Text id = e.is("send") ? e.attribute("id") : null;
    if (id != null) {
      ids.add(id.value());
    }
    e.children().stream().filter(c -> !c.is("content")).forEach(c -> collect(c, ids));
  }
}
