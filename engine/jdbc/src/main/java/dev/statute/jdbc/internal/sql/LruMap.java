package dev.statute.jdbc.internal.sql;

import java.util.LinkedHashMap;
import java.util.Map;

/** Map of limited size with the values of recently used keys. Not thread-safe. */
public final class LruMap<V> extends LinkedHashMap<String, V> {
  private static final long serialVersionUID = 1;

  private final int capacity;

  public LruMap(int most) {
    super(16, 0.75f, true);
    this.capacity = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
    return size() > capacity;
  }
}
