package dev.statute.progress.internal.table;

import dev.statute.progress.internal.text.ValueText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Map that is written or read; empty entries are left out. */
public final class MapCodec {
  private final Map<String, Object> map;

  public MapCodec() {
    map = new LinkedHashMap<>();
  }

  public MapCodec(Map<String, ?> map) {
    this.map = new LinkedHashMap<>(map);
  }

  public Map<String, Object> map() {
    return map;
  }

  public void number(String name, long value) {
    if (value != 0) {
      map.put(name, value);
    }
  }

  public void text(String name, String value) {
    map.put(name, value);
  }

  public void bytes(String name, byte[] value) {
    map.put(name, value);
  }

  public <T> void list(String name, List<T> entries, Function<T, List<Object>> write) {
    if (!entries.isEmpty()) {
      List<Object> rows = new ArrayList<>();
      entries.forEach(entry -> rows.add(write.apply(entry)));
      map.put(name, rows);
    }
  }

  public long number(String name) {
    Object value = map.getOrDefault(name, 0L);
    if (value instanceof Number number) {
      return number.longValue();
    }
    throw wrong(name, value);
  }

  public String text(String name) {
    Object value = map.getOrDefault(name, "");
    if (value instanceof String text) {
      return text;
    }
    throw wrong(name, value);
  }

  /** Returns the bytes of this name; null if it is absent or a text. */
  public byte @Nullable [] bytes(String name) {
    return map.get(name) instanceof byte[] bytes ? bytes : null;
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

    public int size() {
      return cells.size();
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
