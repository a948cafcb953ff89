package dev.statute.json.internal;

import dev.statute.expr.DurationFormat;
import dev.statute.json.InputLine;
import dev.statute.json.internal.JsonReader.JsonMember;
import dev.statute.problem.SpellingSuggestion;
import dev.statute.problem.VisibleText;
import dev.statute.step.Input;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parser of input lines: determines the kind of an object and reads it. */
public final class InputLineParser {
  private static final List<String> KINDS =
      List.of("type", "query", "event", "move", "advance", "at");
  private static final List<String> QUERIES =
      List.of("enabled", "can", "progress", "phases", "stuck");
  private static final Instant MIN_INSTANT = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant MAX_INSTANT = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private static final List<String> SENDER_KEYS = List.of("origin", "sendid", "invokeid");
  private final int number;
  private final Map<String, JsonMember> members;
  private final @Nullable Instant at;

  private InputLineParser(int number, Map<String, JsonMember> members) throws JsonSyntaxError {
    this.number = number;
    this.members = members;
    this.at = instant();
  }

  public static InputLine parse(int number, Map<String, JsonMember> members)
      throws JsonSyntaxError {
    return new InputLineParser(number, members).parseLine();
  }

  private InputLine parseLine() throws JsonSyntaxError {
    if (members.containsKey("type")) {
      return record();
    }
    if (members.containsKey("query")) {
      return query();
    }
    if (members.containsKey("event") || members.containsKey("move")) {
      Input input = input();
      requireOnly(
          input instanceof Input.Event ? "event data id sender at" : "move reason data id at");
      return new InputLine.Submit(number, at, input);
    }
    if (members.containsKey("advance")) {
      requireOnly("advance at");
      return new InputLine.Advance(number, at, duration());
    }
    if (at != null) {
      requireOnly("at");
      return new InputLine.Advance(number, at, Duration.ZERO);
    }
    throw unknownKind();
  }

  private InputLine record() throws JsonSyntaxError {
    String type = text("type");
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    members.forEach(
        (name, member) -> {
          if (!name.equals("at")) {
            fields.put(name, member.value());
          }
        });
    Map<String, @Nullable Object> kept = Collections.unmodifiableMap(fields);
    return type.equals("meta")
        ? new InputLine.Meta(number, at, kept)
        : new InputLine.Submit(number, at, new Input.Report(kept));
  }

  private InputLine query() throws JsonSyntaxError {
    String kind = text("query");
    if (!QUERIES.contains(kind)) {
      throw member("query")
          .fault(
              "L113",
              "there is no query '" + kind + "'",
              SpellingSuggestion.fix(kind, QUERIES, "ask enabled, can, progress, phases or stuck"));
    }
    if (!kind.equals("can")) {
      requireOnly("query at");
      return new InputLine.Query(number, at, kind, null);
    }
    requireOnly("query event move data at");
    if (!members.containsKey("event") && !members.containsKey("move")) {
      throw member("query")
          .fault(
              "L113",
              "the query 'can' does not say what it asks about",
              "add \"event\":\"…\" or \"move\":\"…\"");
    }
    return new InputLine.Query(number, at, kind, input());
  }

  private Input input() throws JsonSyntaxError {
    if (!members.containsKey("move")) {
      return new Input.Event(text("event"), data(), textOrNull("id"), sender());
    }
    if (members.containsKey("event")) {
      throw member("move")
          .fault("L110", "the line has both an 'event' and a 'move'", "write two lines");
    }
    return new Input.Move(text("move"), textOrNull("reason"), data(), textOrNull("id"));
  }

  private void requireOnly(String allowed) throws JsonSyntaxError {
    List<String> names = List.of(allowed.split(" "));
    for (Map.Entry<String, JsonMember> entry : members.entrySet()) {
      String name = entry.getKey();
      if (names.contains(name)) {
        continue;
      }
      if (KINDS.contains(name)) {
        throw entry
            .getValue()
            .faultAtKey(
                "L110",
                "the line has both '" + names.get(0) + "' and '" + name + "'",
                "write two lines");
      }
      throw entry
          .getValue()
          .faultAtKey(
              "L104",
              "a line with '" + names.get(0) + "' has no key '" + name + "'",
              SpellingSuggestion.fix(name, names, "its keys are " + String.join(", ", names)));
    }
  }

  private JsonSyntaxError unknownKind() {
    for (Map.Entry<String, JsonMember> entry : members.entrySet()) {
      String near = SpellingSuggestion.nearest(entry.getKey(), KINDS);
      if (near != null && !near.equals(entry.getKey())) {
        return entry
            .getValue()
            .faultAtKey(
                "L103",
                "no line has the key '" + entry.getKey() + "' alone",
                "did you mean '" + near + "'?");
      }
    }
    return new JsonSyntaxError(
        "L103",
        "the line is neither an event, a move, a record, an advance nor a query",
        "say what it is with one of the keys event, move, type, advance, query");
  }

  private JsonMember member(String name) {
    JsonMember member = members.get(name);
    if (member == null) {
      throw new IllegalStateException("no member " + name);
    }
    return member;
  }

  private String text(String name) throws JsonSyntaxError {
    JsonMember member = member(name);
    if (member.value() instanceof String text && !text.isEmpty()) {
      return text;
    }
    throw member.fault(
        "L105",
        "'" + name + "' must be a text, not " + describe(member.value()),
        "put it in quotes");
  }

  private @Nullable String textOrNull(String name) throws JsonSyntaxError {
    JsonMember member = members.get(name);
    return member == null || member.value() == null ? null : text(name);
  }

  @SuppressWarnings("unchecked") // JSON objects have text keys
  private @Nullable Map<String, ?> data() throws JsonSyntaxError {
    JsonMember member = members.get("data");
    if (member == null || member.value() == null) {
      return null;
    }
    if (member.value() instanceof Map<?, ?> map) {
      return (Map<String, ?>) map;
    }
    throw member.fault(
        "L105",
        "'data' must be an object, not " + describe(member.value()),
        "name the value: {\"data\":{\"value\":…}}");
  }

  /** Reads the sender of an input in a decision log. */
  private Input.@Nullable Sender sender() throws JsonSyntaxError {
    JsonMember member = members.get("sender");
    if (member == null || member.value() == null) {
      return null;
    }
    if (member.value() instanceof Map<?, ?> map
        && SENDER_KEYS.containsAll(map.keySet())
        && map.values().stream().allMatch(String.class::isInstance)) {
      return Input.Sender.of(map);
    }
    throw member.fault(
        "L105",
        "'sender' must be an object of texts, not " + describe(member.value()),
        "its keys are " + String.join(", ", SENDER_KEYS));
  }

  private Duration duration() throws JsonSyntaxError {
    JsonMember member = member("advance");
    Object value = member.value();
    Duration duration =
        value instanceof String text
            ? DurationFormat.parse(text)
            : value instanceof Duration given
                ? given
                : value instanceof Long millis ? DurationFormat.parse(millis + "ms") : null;
    if (duration == null || duration.isNegative()) {
      throw member.fault(
          "L112",
          "'advance' must be a duration, not " + describe(value),
          value == null
              ? "write it as 250ms, 30s, 10m, 2h, 1d or PT10M"
              : DurationFormat.suggestFix(value));
    }
    return duration;
  }

  private @Nullable Instant instant() throws JsonSyntaxError {
    JsonMember member = members.get("at");
    if (member == null || member.value() == null) {
      return null;
    }
    Object value = member.value();
    try {
      Instant instant =
          value instanceof Instant given
              ? given
              : value instanceof String text ? OffsetDateTime.parse(text).toInstant() : null;
      if (instant != null && !instant.isBefore(MIN_INSTANT) && !instant.isAfter(MAX_INSTANT)) {
        return instant;
      }
    } catch (DateTimeException e) {
      // falls through: no instant
    }
    throw member.fault(
        "L112",
        "'at' must be an instant, not " + describe(value),
        "write it as 2026-01-01T00:00:00Z");
  }

  private static String describe(@Nullable Object value) {
    if (value instanceof String text) {
      return text.isEmpty() ? "an empty text" : "'" + VisibleText.shorten(text, 40) + "'";
    }
    if (value instanceof Map) {
      return "an object";
    }
    return value instanceof List ? "a list" : String.valueOf(value);
  }
}
