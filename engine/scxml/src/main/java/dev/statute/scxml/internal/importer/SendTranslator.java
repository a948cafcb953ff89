package dev.statute.scxml.internal.importer;

import dev.statute.problem.SourceText;
import dev.statute.scxml.internal.document.XmlElement;
import dev.statute.scxml.internal.document.YamlWriter;
import dev.statute.scxml.internal.script.EcmaScriptTranslator;
import dev.statute.scxml.internal.script.SystemVariables;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Translates {@code <send>} and {@code <cancel>}. */
final class SendTranslator {
  private static final Pattern DELAY = Pattern.compile("\\s*(\\d*\\.?\\d+)\\s*(ms|s|m|h|d)?\\s*");
  private static final String SESSION = "#_scxml_";
  private final ScriptTranslator scripts;
  private final EventPayloads payloads;
  private final Set<String> ids;
  private int unnamed;

  /**
   * @param ids all ids that the document's sends are given
   */
  SendTranslator(ScriptTranslator scripts, EventPayloads payloads, Set<String> ids) {
    this.scripts = scripts;
    this.payloads = payloads;
    this.ids = ids;
  }

  void send(XmlElement e, List<YamlWriter> out) {
    SourceText type = e.attribute("type");
    SourceText target = e.attribute("target");
    String id = id(e, out);
    if (type != null
        && !type.value().equals(SystemVariables.PROCESSOR)
        && !type.value().equalsIgnoreCase("scxml")) {
      out.add(fails(e, type, "no event can be sent as '" + type.value() + "'", id));
      return;
    }
    if (target != null && !target.value().strip().startsWith("#_") && !scripts.isCel()) {
      out.add(fails(e, target, "'" + target.value() + "' is no address of SCXML", id));
      return;
    }
    SourceText addressed = e.attribute("targetexpr");
    YamlWriter sent =
        addressed == null
            ? sent(e, target, id)
            : with(e, "${" + scripts.value(addressed) + "}", id);
    SourceText typed = e.attribute("typeexpr");
    if (typed == null) {
      out.add(sent);
      return;
    }
    String known = scripts.operand(typed) + " in ['scxml', '" + SystemVariables.PROCESSOR + "']";
    YamlWriter no = ExecutableContent.failingAction("no event can be sent like that");
    out.add(choice(List.of(branch(known, sent), branch(null, no))));
  }

  /** The error that answers it bears the send's id, so it is a send that fails. */
  private YamlWriter fails(XmlElement e, SourceText at, String why, @Nullable String id) {
    scripts.warn(at, why, "if that is not meant, send to a chart");
    return with(e, "${" + ScriptTranslator.failingExpression(why) + "}", id);
  }

  /** An id that SCXML would make up is the same each time here. */
  private @Nullable String id(XmlElement e, List<YamlWriter> out) {
    SourceText given = e.attribute("id");
    SourceText location = e.attribute("idlocation");
    if (given != null || location == null) {
      return given == null ? null : given.value();
    }
    String id = "send." + ++unnamed;
    String path = scripts.location(location);
    out.add(
        path == null
            ? ExecutableContent.failingAction("'" + location.value() + "' is no place in the data")
            : ExecutableContent.assignment(path, EcmaScriptTranslator.quoted(id)));
    return id;
  }

  private YamlWriter sent(XmlElement e, @Nullable SourceText target, @Nullable String id) {
    if (target == null) {
      return with(e, null, id);
    }
    return switch (target.value()) {
      case "#_internal" -> raised(e);
      case "#_parent" -> with(e, "#parent", id);
      default -> with(e, address(target.value().strip()), id);
    };
  }

  /** SCXML's spelling of an address that is written out, as a chart spells it. */
  private static String address(String target) {
    return target.startsWith(SESSION)
        ? target.substring(SESSION.length())
        : target.replaceFirst("^#_", "#");
  }

  private YamlWriter raised(XmlElement e) {
    SourceText computed = e.attribute("eventexpr");
    if (computed != null) {
      scripts
          .problems()
          .error(
              "X202",
              computed,
              "the name of an internal event cannot be computed",
              "raise each event by its name, chosen with <if>");
      return ExecutableContent.singleAction("raise", "unknown");
    }
    String event = scripts.required(e, "event").value();
    YamlWriter.Fields data = payloads.of(e);
    return data.isEmpty()
        ? ExecutableContent.singleAction("raise", event)
        : new YamlWriter.Fields()
            .put("raise", new YamlWriter.Fields().put("event", event).put("data", data));
  }

  private YamlWriter with(XmlElement e, @Nullable String to, @Nullable String id) {
    SourceText computedName = e.attribute("eventexpr");
    String event =
        computedName == null
            ? scripts.required(e, "event").value()
            : "${" + scripts.value(computedName) + "}";
    YamlWriter.Fields send = new YamlWriter.Fields().put("event", event);
    YamlWriter.Fields data = payloads.of(e);
    if (!data.isEmpty()) {
      send.put("data", data);
    }
    if (to != null) {
      send.put("to", to);
    }
    SourceText delay = e.attribute("delay");
    SourceText computed = e.attribute("delayexpr");
    if (delay != null) {
      send.put("after", duration(delay, delay.value()));
    } else if (computed != null) {
      send.put("after", computed(computed));
    }
    if (id != null) {
      send.put("id", id);
    }
    return send.hasOnly("event")
        ? ExecutableContent.singleAction("send", event)
        : new YamlWriter.Fields().put("send", send);
  }

  private String computed(SourceText delay) {
    String value = scripts.value(delay);
    boolean literal = value.matches("'[^'\\\\]*'");
    return literal
        ? duration(delay, value.substring(1, value.length() - 1))
        : "duration(" + value + ")";
  }

  private String duration(SourceText at, String delay) {
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
  void cancel(XmlElement e, List<YamlWriter> out) {
    SourceText computed = e.attribute("sendidexpr");
    if (computed == null) {
      SourceText id = scripts.required(e, "sendid");
      if (ids.contains(id.value()) || scripts.isCel()) {
        out.add(ExecutableContent.singleAction("cancel", id.value()));
      } else {
        scripts
            .problems()
            .warning("X304", id, "nothing is sent with the id '" + id.value() + "'", "take it out");
      }
      return;
    }
    String value = scripts.operand(computed);
    List<YamlWriter> branches = new ArrayList<>();
    for (String id : ids) {
      branches.add(
          branch(
              value + " == " + EcmaScriptTranslator.quoted(id),
              ExecutableContent.singleAction("cancel", id)));
    }
    if (!branches.isEmpty()) {
      out.add(choice(branches));
    }
  }

  private static YamlWriter choice(List<YamlWriter> branches) {
    return new YamlWriter.Fields().put("if", new YamlWriter.Items(branches));
  }

  private static YamlWriter branch(@Nullable String when, YamlWriter action) {
    YamlWriter.Fields branch = new YamlWriter.Fields();
    if (when != null) {
      branch.put("when", when);
    }
    return branch.put("do", new YamlWriter.Items(List.of(action)));
  }

  /** The ids that are given to sends in a document, without those of its children. */
  static Set<String> ids(XmlElement root) {
    Set<String> ids = new java.util.LinkedHashSet<>();
    collect(root, ids);
    return ids;
  }

  private static void collect(XmlElement e, Set<String> ids) {
    SourceText id = e.is("send") ? e.attribute("id") : null;
    if (id != null) {
      ids.add(id.value());
    }
    e.children().stream().filter(c -> !c.is("content")).forEach(c -> collect(c, ids));
  }
}
