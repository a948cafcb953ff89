package dev.statute.jdbc;

import java.util.LinkedHashMap;
import java.util.Map;

/** Values of the keys that were used last, so many at most. Not thread-safe. */
final class LruMap<V> extends LinkedHashMap<String, V> {
  private static final long serialVersionUID = 1;

  private final int most;

  LruMap(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
    return size() > most;
  }
}
