package dev.statute.step;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an instance is given from outside. Values are null, Boolean, Long, Double, String, List and
 * Map of such, and must not change afterwards.
 */
public sealed interface Input {
  /** Makes it one input however often it is given; null = not told apart. */
  @Nullable String id();

  /**
   * An event.
   *
   * @param data its payload; null = not given: the same as empty, except that a question ({@link
   *     Interpreter#can}) is then not about the payload
   * @param sender null = nobody says who sent it
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

    /** The payload, empty if none was given. */
    public Map<String, ?> payload() {
      return data == null ? Map.of() : data;
    }
  }

  /**
   * A request for a state.
   *
   * @param to a state's id or dotted path
   * @param reason why, reported with the change of state
   */
  record Move(
      String to, @Nullable String reason, @Nullable Map<String, ?> data, @Nullable String id)
      implements Input {
    public Move(String to) {
      this(to, null, null, null);
    }

    /** The payload, empty if none was given. */
    public Map<String, ?> payload() {
      return data == null ? Map.of() : data;
    }
  }

  /**
   * A record of something the agent did.
   *
   * @param fields as {@code progress.md} lists them, {@code type} among them
   */
  record Report(Map<String, ?> fields, @Nullable String id) implements Input {
    public Report(Map<String, ?> fields) {
      this(fields, null);
    }
  }

  /**
   * What is known of where an event comes from; null = nothing. Expressions read it as {@code
   * event_meta}, under the names that SCXML has for it.
   *
   * @param origin id of the instance that sent it
   * @param sendid the id that its send was given
   * @param invokeid id of the invocation, of the one who hears it, that sent or answered it
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
