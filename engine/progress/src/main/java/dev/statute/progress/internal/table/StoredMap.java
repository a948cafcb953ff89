package dev.statute.progress.internal.table;

import dev.statute.progress.internal.text.ValueText;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Stored map with entries of known kinds; those without content are absent. */
public record StoredMap(Map<String, Object> map) {
  public long number(String name) {
    Object value = map.getOrDefault(name, 0L);
    if (value instanceof Number number) {
      return number.longValue();
    }
    throw wrong(name, value);
  }

  /** Returns bytes, which may be stored as a text in Base64. */
  public byte[] bytes(String name) {
    Object value = map.getOrDefault(name, "");
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    if (value instanceof String text) {
      return Base64.getDecoder().decode(text);
    }
    throw wrong(name, value);
  }

  public <T> List<T> list(String name, Function<Row, T> read) {
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
        "a tracker's '" + name + "' cannot be " + ValueText.describe(value));
  }

  /** List of cells of known kinds. */
  public record Row(String name, List<?> cells) {
    private <T> T cell(int index, Class<T> kind) {
      Object value = index < cells.size() ? cells.get(index) : null;
      if (!kind.isInstance(value)) {
        throw new IllegalArgumentException(
            "a tracker's '" + name + "' cannot have " + ValueText.describe(value) + " at " + index);
      }
      return kind.cast(value);
    }

    public String text(int index) {
      return cell(index, String.class);
    }

    public long number(int index) {
      return cell(index, Number.class).longValue();
    }

    public boolean flag(int index) {
      return cell(index, Boolean.class);
    }

    public Map<String, Object> map(int index) {
      Map<String, Object> copy = new LinkedHashMap<>();
      ((Map<?, ?>) cell(index, Map.class))
          .forEach((name, value) -> copy.put(String.valueOf(name), value));
      return copy;
    }

    public List<String> texts(int index) {
      return ((List<?>) cell(index, List.class)).stream().map(String::valueOf).toList();
    }
  }
}
