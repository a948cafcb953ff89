package dev.statute.step;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * External input of an instance. Values are null, Boolean, Long, Double, String, List and Map of
 * such, and must not change afterwards.
 */
public sealed interface Input {
  /**
   * Returns the id for deduplication: inputs with the same id are handled once; null = no
   * deduplication.
   */
  @Nullable String id();

  /** Returns this input under another id. */
  Input withId(@Nullable String id);

  /**
   * External event.
   *
   * @param data payload; null = not given: the same as empty, except that {@link Interpreter#can}
   *     then ignores the payload
   * @param sender null = not known
   */
  record Event(
      String name, @Nullable Map<String, ?> data, @Nullable String id, @Nullable Sender sender)
      implements Input {
    public Event(String name, @Nullable Map<String, ?> data, @Nullable String id) {
      this(name, data, id, null);
    }

    public Event(String name) {
      this(name, null, null);
    }

    public Event(String name, Map<String, ?> data) {
      this(name, data, null);
    }

    /** Returns the payload, empty if none was given. */
    public Map<String, ?> payload() {
      return data == null ? Map.of() : data;
    }

    @Override
    public Event withId(@Nullable String other) {
      return new Event(name, data, other, sender);
    }
  }

  /**
   * Request for a state.
   *
   * @param to a state's id or dotted path
   * @param reason reported with the change of state
   */
  record Move(
      String to, @Nullable String reason, @Nullable Map<String, ?> data, @Nullable String id)
      implements Input {
    public Move(String to) {
      this(to, null, null, null);
    }

    /** Returns the payload, empty if none was given. */
    public Map<String, ?> payload() {
      return data == null ? Map.of() : data;
    }

    @Override
    public Move withId(@Nullable String other) {
      return new Move(to, reason, data, other);
    }
  }

  /**
   * Record of an action of the agent.
   *
   * @param fields of the record, {@code type} among them
   */
  record Report(Map<String, ?> fields, @Nullable String id) implements Input {
    public Report(Map<String, ?> fields) {
      this(fields, null);
    }

    @Override
    public Report withId(@Nullable String other) {
      return new Report(fields, other);
    }
  }

  /**
   * Sender of an event; null = not known. Expressions read it as {@code event_meta}, under the
   * names that SCXML defines.
   *
   * @param origin id of the instance that sent it
   * @param sendid id that its send was given
   * @param invokeid id of the receiver's invocation that sent or answered it
   */
  record Sender(@Nullable String origin, @Nullable String sendid, @Nullable String invokeid) {
    /** Returns the sender that {@link #toMap} wrote; values other than strings are ignored. */
    public static Sender of(Map<?, ?> map) {
      return new Sender(
          string(map.get("origin")), string(map.get("sendid")), string(map.get("invokeid")));
    }

    private static @Nullable String string(@Nullable Object value) {
      return value instanceof String string ? string : null;
    }

    /** Returns the known parts by name, as all formats have them. */
    public Map<String, @Nullable Object> toMap() {
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      map.put("origin", origin);
      map.put("sendid", sendid);
      map.put("invokeid", invokeid);
      map.values().removeIf(Objects::isNull);
      return map;
    }
  }
}
