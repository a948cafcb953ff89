package dev.statute.runtime;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answer of a handler; the chart receives it as the data of {@code done.call.<handler>} or {@code
 * done.invoke.<id>}. Values are null, Boolean, Long (or Integer), Double, String, Duration,
 * Instant, List and Map of such. Immutable.
 *
 * @param status a word that the chart can test, such as {@code completed}
 * @param message for people; null = none
 * @param value the result; null = none
 * @param fields values for form fields of the chart, by name
 */
public record Reply(
    String status,
    @Nullable String message,
    Map<String, ?> metadata,
    @Nullable Object value,
    Map<String, ?> fields) {
  /** Default status of a reply. */
  public static final String DONE = "done";

  /** Status of an optional handler that is not registered. */
  public static final String NONE = "none";

  public Reply {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** Creates a reply without values for form fields. */
  public Reply(
      String status, @Nullable String message, Map<String, ?> metadata, @Nullable Object value) {
    this(status, message, metadata, value, Map.of());
  }

  /** Returns a reply with status {@link #DONE} and a result. */
  public static Reply of(@Nullable Object value) {
    return new Reply(DONE, null, Map.of(), value);
  }

  public static Reply status(String status) {
    return new Reply(status, null, Map.of(), null);
  }

  public static Reply status(String status, String message) {
    return new Reply(status, message, Map.of(), null);
  }

  /** Returns this reply with values for form fields of the chart. */
  public Reply withFields(Map<String, ?> values) {
    return new Reply(status, message, metadata, value, values);
  }

  /** Returns the data of the event; {@code fields} only if there are any. */
  public Map<String, ?> data() {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("status", status);
    data.put("message", message);
    data.put("metadata", metadata);
    data.put("value", value);
    if (!fields.isEmpty()) {
      data.put("fields", fields);
    }
    return Collections.unmodifiableMap(data);
  }
}
