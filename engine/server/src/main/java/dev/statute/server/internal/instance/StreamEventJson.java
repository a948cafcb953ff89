package dev.statute.server.internal.instance;

import dev.statute.json.JsonText;
import dev.statute.store.StreamEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Data of stream events as JSON, the same in every stream: the keys of the event as they are, with
 * {@code cause} and what else the server adds beside them.
 */
final class StreamEventJson {
  private StreamEventJson() {}

  /**
   * Writes the data of an event.
   *
   * @param additions keys besides {@code cause}; one that the event has itself gets an underscore
   */
  static String write(StreamEvent event, Map<String, String> additions) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>(event.data());
    additions.forEach((key, value) -> data.put(data.containsKey(key) ? "_" + key : key, value));
    data.putIfAbsent("cause", event.cause());
    return JsonText.write(data);
  }
}
