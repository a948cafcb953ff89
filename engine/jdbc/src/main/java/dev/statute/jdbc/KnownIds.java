package dev.statute.jdbc;

import dev.statute.jdbc.HandledIds.Kept;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a store knows of the ids that its instances handled last; of those that it wrote last. What
 * is forgotten costs the next commit a row more. Thread-safe.
 */
final class KnownIds {
  private static final int MOST = 16_384;

  private final Map<String, Kept> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
          return size() > MOST;
        }
      };

  synchronized @Nullable Kept of(String id) {
    return known.get(id);
  }

  synchronized void put(String id, @Nullable Kept kept) {
    if (kept == null) {
      known.remove(id);
    } else {
      known.put(id, kept);
    }
  }
}
