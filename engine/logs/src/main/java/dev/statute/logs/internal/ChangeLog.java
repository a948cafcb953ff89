package dev.statute.logs.internal;

import dev.statute.expr.reading.LenientMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Document that a log of changes makes: kind 0 is the whole of it, 1 sets a value at a path, 2
 * appends members to a list. Confined to one thread.
 */
final class ChangeLog {
  private @Nullable Object document;

  /** Returns the value that a line changes something to; of a line that is no change, the line. */
  static @Nullable Object value(@Nullable Object line) {
    return isChange(line) ? EntryPath.find(line, "v") : line;
  }

  private static boolean isChange(@Nullable Object line) {
    return EntryPath.find(line, "kind") instanceof Long && EntryPath.find(line, "v") != null;
  }

  /** Applies a change; returns whether it could be applied. */
  boolean apply(@Nullable Object line) {
    Object value = value(line);
    Object path = EntryPath.find(line, "k");
    if (!isChange(line) || Long.valueOf(0).equals(EntryPath.find(line, "kind"))) {
      document = value;
      return true;
    }
    boolean appends = Long.valueOf(2).equals(EntryPath.find(line, "kind"));
    return path instanceof List<?> keys && !keys.isEmpty() && change(keys, value, appends);
  }

  private boolean change(List<?> keys, @Nullable Object value, boolean appends) {
    Object holder = document;
    for (Object key : keys.subList(0, keys.size() - 1)) {
      holder = member(holder, key);
    }
    Object key = keys.get(keys.size() - 1);
    Object list = appends ? member(holder, key) : null;
    if (list instanceof List<?> && value instanceof List<?> more) {
      @SuppressWarnings("unchecked") // lists of this parser take any value
      List<@Nullable Object> members = (List<@Nullable Object>) list;
      return members.addAll(more);
    }
    return set(holder, key, value);
  }

  private static @Nullable Object member(@Nullable Object holder, @Nullable Object key) {
    if (holder instanceof List<?> list && key instanceof Long index) {
      return index >= 0 && index < list.size() ? list.get(index.intValue()) : null;
    }
    return holder instanceof Map<?, ?> map && key instanceof String name ? map.get(name) : null;
  }

  private static boolean set(
      @Nullable Object holder, @Nullable Object key, @Nullable Object value) {
    if (holder instanceof LenientMap map && key instanceof String name) {
      map.put(name, value);
      return true;
    }
    if (holder instanceof List<?> && key instanceof Long index) {
      @SuppressWarnings("unchecked") // lists of this parser take any value
      List<@Nullable Object> list = (List<@Nullable Object>) holder;
      if (index >= 0 && index < list.size()) {
        list.set(index.intValue(), value);
        return true;
      }
      return index == list.size() && list.add(value);
    }
    return false;
  }

  /** The document after all changes so far. */
  @Nullable Object document() {
    return document;
  }
}
