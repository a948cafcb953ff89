package dev.statute.scxml.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What SCXML's platform gives to every expression: {@code In()} and the system variables. An
 * event's fields are read where a chart has them: its name in {@code event_name}, its data in
 * {@code event}, the others in {@code event_meta}. A session is addressed by the id of its
 * instance.
 */
final class Platform {
  /** The one way in which events are sent. */
  static final String PROCESSOR = "http://www.w3.org/TR/scxml/#SCXMLEventProcessor";

  private static final String ADDRESS = "{'location': instance.id}";
  private static final Set<String> PROCESSORS = Set.of(PROCESSOR, "scxml");
  private final TokenReader in;
  private final Names names;

  Platform(TokenReader in, Names names) {
    this.in = in;
    this.names = names;
  }

  /** What begins with a word of the platform, which was read. */
  Celled of(Token word) throws Untranslatable {
    return switch (word.text()) {
      case "In" -> active();
      case "_event" -> event();
      case "_sessionid" -> Celled.atom("instance.id", "string");
      case "_name" -> Celled.atom(EcmaScript.quoted(names.chart()), "string");
      case "_ioprocessors" -> processors();
      default ->
          throw new Untranslatable(
              word.at(), "'" + word.text() + "' belongs to the platform and has no counterpart");
    };
  }

  static boolean isWord(String name) {
    return name.startsWith("_") || name.equals("In");
  }

  private Celled active() throws Untranslatable {
    in.expect("(");
    Token state = in.read();
    if (!state.kind().equals("string")) {
      throw new Untranslatable(state.at(), "In() needs the name of a state in quotes");
    }
    in.expect(")");
    return Celled.atom("active(" + EcmaScript.quoted(names.state(state.text())) + ")", "bool");
  }

  private Celled event() throws Untranslatable {
    Token field = field();
    if (field.kind().equals("end")) {
      // before the first event there is none
      Map<String, String> all = new LinkedHashMap<>();
      fields().forEach((name, value) -> all.put(name, value.text()));
      return new Celled(map(all), Celled.ATOM, "any", bound());
    }
    if (field.text().equals("data")) {
      return in.peek().is(".") || in.peek().is("[")
          ? Celled.atom(names.payload(), "any")
          : names.event();
    }
    Celled value = fields().get(field.text());
    if (value == null) {
      throw new Untranslatable(
          field.at(),
          "'_event' has no '" + field.text() + "'; it has " + String.join(", ", fields().keySet()));
    }
    return value;
  }

  /** {@code .name} or {@code ['name']}, which is read; a word of kind {@code end} if neither. */
  private Token field() throws Untranslatable {
    if (in.take(".")) {
      Token at = in.peek();
      return new Token("name", in.name(), at.at());
    }
    if (in.peek().is("[") && in.afterNext().kind().equals("string")) {
      in.read();
      Token name = in.read();
      in.expect("]");
      return name;
    }
    if (in.peek().is("[")) {
      throw new Untranslatable(in.peek().at(), "'_event' is asked for its fields by their names");
    }
    return new Token("end", "", in.peek().at());
  }

  private static Map<String, Celled> fields() {
    Map<String, Celled> all = new LinkedHashMap<>();
    all.put("name", Celled.atom("event_name", "string"));
    all.put("type", Celled.atom("event_meta.type", "string"));
    all.put("sendid", Celled.atom("event_meta.sendid", "any"));
    all.put("origin", Celled.atom("event_meta.origin", "any"));
    String type = "event_meta.origin == null ? null : " + EcmaScript.quoted(PROCESSOR);
    all.put("origintype", new Celled(type, 0, "any"));
    all.put("invokeid", Celled.atom("event_meta.invokeid", "any"));
    all.put("data", Celled.atom("event", "any"));
    return all;
  }

  /** Whether there is an event yet. */
  private static Celled bound() {
    return new Celled("event_name != ''", 3, "bool");
  }

  /** {@code 'sendid' in _event}: the event has all its fields, whatever is in them. */
  static Celled hasField(String name) {
    return fields().containsKey(name) ? bound() : Celled.atom("false", "bool");
  }

  /** Where this chart can be reached: only by events of SCXML, and by its id. */
  private Celled processors() throws Untranslatable {
    Token type = field();
    if (type.kind().equals("end")) {
      Map<String, String> all = new LinkedHashMap<>();
      all.put(PROCESSOR, ADDRESS);
      all.put("scxml", ADDRESS);
      return Celled.atom(map(all), "other");
    }
    if (!PROCESSORS.contains(type.text())) {
      return Celled.atom("null", "null");
    }
    int before = in.peek().at();
    Token field = field();
    if (field.kind().equals("end")) {
      return Celled.atom(ADDRESS, "other");
    }
    if (!field.text().equals("location")) {
      throw new Untranslatable(before, "of an I/O processor only the location is known");
    }
    return Celled.atom("instance.id", "string");
  }

  private static String map(Map<String, String> members) {
    return members.entrySet().stream()
        .map(e -> EcmaScript.quoted(e.getKey()) + ": " + e.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
