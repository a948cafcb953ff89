package dev.statute.progress.internal.state;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Names of the last changed files with their content hashes, the file that changed last at the end.
 * Immutable.
 *
 * @param byPath hash by name; empty where no content was reported
 */
public record FileHashes(Map<String, String> byPath) {
  public static final FileHashes EMPTY = new FileHashes(Map.of());

  public FileHashes {
    byPath = Collections.unmodifiableMap(new LinkedHashMap<>(byPath));
  }

  /**
   * Returns these and a changed file, of which a known hash stays if none is given.
   *
   * @param atMost number of files to keep; 0 = none
   */
  FileHashes with(String path, String hash, int atMost) {
    if (atMost == 0) {
      return this;
    }
    Map<String, String> next = new LinkedHashMap<>(byPath);
    String before = next.remove(path);
    next.put(path, hash.isEmpty() && before != null ? before : hash);
    if (next.size() > atMost) {
      next.remove(next.keySet().iterator().next());
    }
    return new FileHashes(next);
  }
}
