package dev.statute.logs.internal;

import dev.statute.expr.reading.LenientMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Path of names in plain values; lists on it are flattened. */
final class EntryPath {
  private EntryPath() {}

  /**
   * Collects the objects at a path; a text there is an object of type {@code text}.
   *
   * @param at number of the names before
   */
  static void collect(@Nullable Object value, List<String> path, int at, List<Object> to) {
    if (value instanceof List<?> list) {
      list.forEach(member -> collect(member, path, at, to));
    } else if (at == path.size()) {
      if (value instanceof String text && !text.isEmpty()) {
        LenientMap part = new LenientMap();
        part.put("type", "text");
        part.put("text", text);
        to.add(part);
      } else if (value instanceof Map && value != LenientMap.NOTHING) {
        to.add(value);
      }
    } else if (value instanceof Map<?, ?> map && value != LenientMap.NOTHING) {
      collect(map.get(path.get(at)), path, at + 1, to);
    }
  }

  /** Returns the value at a path without lists; null if there is none. */
  static @Nullable Object find(@Nullable Object value, String... path) {
    Object found = value;
    for (String name : path) {
      found = found instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return found == LenientMap.NOTHING ? null : found;
  }
}
