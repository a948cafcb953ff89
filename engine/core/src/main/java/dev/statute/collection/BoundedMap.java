package dev.statute.collection;

import java.util.LinkedHashMap;
import java.util.Map;

/** Map of limited size, which drops one entry for each that it adds beyond. Not thread-safe. */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;

  private final int capacity;

  private BoundedMap(int capacity, boolean isAccessOrdered) {
    super(16, 0.75f, isAccessOrdered);
    this.capacity = capacity;
  }

  /** Creates a map that drops the entry which was least recently read or written (LRU). */
  public static <K, V> BoundedMap<K, V> ofRecentlyUsed(int capacity) {
    return new BoundedMap<>(capacity, true);
  }

  /** Creates a map that drops the entry which was added first (FIFO). */
  public static <K, V> BoundedMap<K, V> ofLatest(int capacity) {
    return new BoundedMap<>(capacity, false);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > capacity;
  }
}
