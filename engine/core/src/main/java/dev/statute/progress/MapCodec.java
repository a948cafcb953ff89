package dev.statute.progress;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A map being written or read; what is empty is left out. */
final class MapCodec {
  private final Map<String, Object> map;

  MapCodec() {
    map = new LinkedHashMap<>();
  }

  MapCodec(Map<String, ?> map) {
    this.map = new LinkedHashMap<>(map);
  }

  Map<String, Object> map() {
    return map;
  }

  void number(String name, long value) {
    if (value != 0) {
      map.put(name, value);
    }
  }

  void text(String name, String value) {
    map.put(name, value);
  }

  <T> void list(String name, List<T> entries, Function<T, List<Object>> write) {
    if (!entries.isEmpty()) {
      List<Object> rows = new ArrayList<>();
      entries.forEach(entry -> rows.add(write.apply(entry)));
      map.put(name, rows);
    }
  }

  long number(String name) {
    Object value = map.getOrDefault(name, 0L);
    if (value instanceof Number number) {
      return number.longValue();
    }
    throw wrong(name, value);
  }

  Map<String, Object> map(String name) {
    Map<String, Object> copy = new LinkedHashMap<>();
    if (map.getOrDefault(name, Map.of()) instanceof Map<?, ?> inner) {
      inner.forEach((key, value) -> copy.put(String.valueOf(key), value));
    }
    return copy;
  }

  String text(String name) {
    Object value = map.getOrDefault(name, "");
    if (value instanceof String text) {
      return text;
    }
    throw wrong(name, value);
  }

  <T> List<T> list(String name, Function<Row, T> read) {
    Object value = map.getOrDefault(name, List.of());
    if (!(value instanceof List<?> rows)) {
      throw wrong(name, value);
    }
    List<T> entries = new ArrayList<>();
    for (Object row : rows) {
      if (!(row instanceof List<?> cells)) {
        throw wrong(name, row);
      }
      entries.add(read.apply(new Row(name, cells)));
    }
    return List.copyOf(entries);
  }

  private static IllegalArgumentException wrong(String name, Object value) {
    return new IllegalArgumentException(
        "a tracker's '" + name + "' cannot be " + RecordShape.words(value));
  }

  /** A list of cells of known kinds. */
  record Row(String name, List<?> cells) {
    private <T> T cell(int index, Class<T> kind) {
      Object value = index < cells.size() ? cells.get(index) : null;
      if (!kind.isInstance(value)) {
        throw new IllegalArgumentException(
            "a tracker's '" + name + "' cannot have " + RecordShape.words(value) + " at " + index);
      }
      return kind.cast(value);
    }

    int size() {
      return cells.size();
    }

    String text(int index) {
      return cell(index, String.class);
    }

    long number(int index) {
      return cell(index, Number.class).longValue();
    }

    boolean flag(int index) {
      return cell(index, Boolean.class);
    }

    List<String> texts(int index) {
      return ((List<?>) cell(index, List.class)).stream().map(String::valueOf).toList();
    }
  }
}
