package dev.statute.policy.spi;

import java.util.Map;

/**
 * State that a tracker keeps for one instance, as a part of its snapshot. The same records at the
 * same times give the same stored form. Immutable, thread-safe.
 */
public interface ProgressState {
  /** No record counted yet. */
  ProgressState NONE =
      new ProgressState() {
        @Override
        public long records() {
          return 0;
        }

        @Override
        public Map<String, Object> toMap() {
          return Map.of();
        }
      };

  /** Returns how many records were counted. */
  long records();

  /**
   * Returns the stored form: maps, lists, texts, booleans and whole numbers in a fixed order, with
   * a {@code version}.
   */
  Map<String, Object> toMap();
}
