package dev.statute.runtime;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a handler answers; the chart sees it as the data of {@code done.call.<handler>} or {@code
 * done.invoke.<id>}. Values are null, Boolean, Long (or Integer), Double, String, Duration,
 * Instant, List and Map of such. Immutable.
 *
 * @param status a word that the chart may ask for, such as {@code completed}
 * @param message for people; null = none
 * @param value the result itself; null = none
 */
public record Reply(
    String status, @Nullable String message, Map<String, ?> metadata, @Nullable Object value) {
  /** The status of a handler that says no other. */
  public static final String DONE = "done";

  /** The status that an optional handler has that nobody registered. */
  public static final String NONE = "none";

  public Reply {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /** It is done, and this came of it. */
  public static Reply of(@Nullable Object value) {
    return new Reply(DONE, null, Map.of(), value);
  }

  public static Reply status(String status) {
    return new Reply(status, null, Map.of(), null);
  }

  public static Reply status(String status, String message) {
    return new Reply(status, message, Map.of(), null);
  }

  public Map<String, ?> data() {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("status", status);
    data.put("message", message);
    data.put("metadata", metadata);
    data.put("value", value);
    return Collections.unmodifiableMap(data);
  }
}
