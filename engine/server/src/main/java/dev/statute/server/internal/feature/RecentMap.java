package dev.statute.server.internal.feature;

import java.util.LinkedHashMap;
import java.util.Map;

/** Map of limited size with the values of recently used ids. Not thread-safe. */
public final class RecentMap<V> extends LinkedHashMap<String, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  public RecentMap(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
    return size() > most;
  }
}
