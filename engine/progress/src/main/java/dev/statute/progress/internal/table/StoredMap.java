package dev.statute.progress.internal.table;

import dev.statute.progress.internal.text.ValueText;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Stored map with entries of known kinds; those without content are absent. */
public record StoredMap(Map<String, Object> map) {
  public long number(String name) {
    return entry(name, 0L, Number.class).longValue();
  }

  /** Returns bytes, which are stored as a text in Base64. */
  public byte[] bytes(String name) {
    return Base64.getDecoder().decode(entry(name, "", String.class));
  }

  public <T> List<T> list(String name, Function<Row, T> read) {
    List<?> rows = entry(name, List.of(), List.class);
    return rows.stream()
        .map(row -> read.apply(new Row(name, checked(name, row, List.class))))
        .toList();
  }

  private <T> T entry(String name, Object absent, Class<T> kind) {
    return checked(name, map.getOrDefault(name, absent), kind);
  }

  private static <T> T checked(String name, Object value, Class<T> kind) {
    if (!kind.isInstance(value)) {
      throw new IllegalArgumentException(
          "a tracker's '" + name + "' cannot be " + ValueText.describe(value));
    }
    return kind.cast(value);
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
