package dev.statute.scxml.internal.script;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Platform functions and variables of SCXML: {@code In()} and the system variables. An event's
 * fields are read from the chart's: its name from {@code event_name}, its data from {@code event},
 * the others from {@code event_meta}. The address of a session is the id of its instance.
 */
public final class SystemVariables {
  /** Type of the only event processor. */
  public static final String PROCESSOR = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor";

  private static final String ADDRESS = "{'location': instance.id}";
  private static final Set<String> PROCESSORS = Set.of(PROCESSOR, "scxml");
  private final EcmaScriptTokenReader tokens;
  private final NameMapping names;

  SystemVariables(EcmaScriptTokenReader in, NameMapping names) {
    this.tokens = in;
    this.names = names;
  }

  /** Translates an expression that starts with a platform name, which was read. */
  CelExpression of(EcmaScriptToken word) throws UntranslatableContent {
    return switch (word.text()) {
      case "In" -> active();
      case "_event" -> event();
      case "_sessionid" -> CelExpression.atom("instance.id", "string");
      case "_name" -> CelExpression.atom(EcmaScriptTranslator.quoted(names.chart()), "string");
      case "_ioprocessors" -> processors();
      default ->
          throw new UntranslatableContent(
              word.at(), "'" + word.text() + "' belongs to the platform and has no counterpart");
    };
  }

  static boolean isWord(String name) {
    return name.startsWith("_") || name.equals("In");
  }

  private CelExpression active() throws UntranslatableContent {
    tokens.expect("(");
    EcmaScriptToken state = tokens.read();
    if (!state.kind().equals("string")) {
      throw new UntranslatableContent(state.at(), "In() needs the name of a state in quotes");
    }
    tokens.expect(")");
    return CelExpression.atom(
        "active(" + EcmaScriptTranslator.quoted(names.state(state.text())) + ")", "bool");
  }

  private CelExpression event() throws UntranslatableContent {
    EcmaScriptToken field = field();
    if (field.kind().equals("end")) {
      // before the first event there is none
      Map<String, String> all = new LinkedHashMap<>();
      fields().forEach((name, value) -> all.put(name, value.text()));
      return new CelExpression(map(all), CelExpression.ATOM, "any", bound());
    }
    if (field.text().equals("data")) {
      return tokens.peek().is(".") || tokens.peek().is("[")
          ? CelExpression.atom(names.payload(), "any")
          : names.event();
    }
    CelExpression value = fields().get(field.text());
    if (value == null) {
      throw new UntranslatableContent(
          field.at(),
          "'_event' has no '" + field.text() + "'; it has " + String.join(", ", fields().keySet()));
    }
    return value;
  }

  /**
   * Reads {@code .name} or {@code ['name']}; returns a token of kind {@code end} if neither
   * follows.
   */
  private EcmaScriptToken field() throws UntranslatableContent {
    if (tokens.take(".")) {
      EcmaScriptToken at = tokens.peek();
      return new EcmaScriptToken("name", tokens.name(), at.at());
    }
    if (tokens.peek().is("[") && tokens.afterNext().kind().equals("string")) {
      tokens.read();
      EcmaScriptToken name = tokens.read();
      tokens.expect("]");
      return name;
    }
    if (tokens.peek().is("[")) {
      throw new UntranslatableContent(
          tokens.peek().at(), "'_event' is asked for its fields by their names");
    }
    return new EcmaScriptToken("end", "", tokens.peek().at());
  }

  private static Map<String, CelExpression> fields() {
    Map<String, CelExpression> all = new LinkedHashMap<>();
    all.put("name", CelExpression.atom("event_name", "string"));
    all.put("type", CelExpression.atom("event_meta.type", "string"));
    all.put("sendid", CelExpression.atom("event_meta.sendid", "any"));
    all.put("origin", CelExpression.atom("event_meta.origin", "any"));
    String type = "event_meta.origin == null ? null : " + EcmaScriptTranslator.quoted(PROCESSOR);
    all.put("origintype", new CelExpression(type, 0, "any"));
    all.put("invokeid", CelExpression.atom("event_meta.invokeid", "any"));
    all.put("data", CelExpression.atom("event", "any"));
    return all;
  }

  /** Returns the test for a present event. */
  private static CelExpression bound() {
    return new CelExpression("event_name != ''", 3, "bool");
  }

  /** Translates {@code 'sendid' in _event}: the event always has all its fields. */
  static CelExpression hasField(String name) {
    return fields().containsKey(name) ? bound() : CelExpression.atom("false", "bool");
  }

  /** Returns the addresses of this chart: only for events of SCXML, by its id. */
  private CelExpression processors() throws UntranslatableContent {
    EcmaScriptToken type = field();
    if (type.kind().equals("end")) {
      Map<String, String> all = new LinkedHashMap<>();
      all.put(PROCESSOR, ADDRESS);
      all.put("scxml", ADDRESS);
      return CelExpression.atom(map(all), "other");
    }
    if (!PROCESSORS.contains(type.text())) {
      return CelExpression.atom("null", "null");
    }
    int before = tokens.peek().at();
    EcmaScriptToken field = field();
    if (field.kind().equals("end")) {
      return CelExpression.atom(ADDRESS, "other");
    }
    if (!field.text().equals("location")) {
      throw new UntranslatableContent(before, "of an I/O processor only the location is known");
    }
    return CelExpression.atom("instance.id", "string");
  }

  private static String map(Map<String, String> members) {
    return members.entrySet().stream()
        .map(e -> EcmaScriptTranslator.quoted(e.getKey()) + ": " + e.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
