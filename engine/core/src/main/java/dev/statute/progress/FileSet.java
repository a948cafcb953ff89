package dev.statute.progress;

import java.util.Arrays;

/**
 * The different files that were modified, as sorted 32-bit keys. Exact up to 1,024 files; after
 * that a file counts as a new one each time, which no agent so far would notice.
 */
final class FileSet {
  static final FileSet EMPTY = new FileSet(new int[0]);
  private static final int MOST = 1024;
  private final int[] keys;

  private FileSet(int[] keys) {
    this.keys = keys;
  }

  /** Takes keys that were in one. */
  static FileSet of(int[] keys) {
    return keys.length == 0 ? EMPTY : new FileSet(keys);
  }

  /** Whether the keys rise, as they have to. */
  boolean rises() {
    for (int i = 1; i < keys.length; i++) {
      if (keys[i - 1] >= keys[i]) {
        return false;
      }
    }
    return true;
  }

  /** Rising; not to be changed. */
  int[] keys() {
    return keys;
  }

  boolean has(int key) {
    return Arrays.binarySearch(keys, key) >= 0;
  }

  FileSet with(int key) {
    int at = Arrays.binarySearch(keys, key);
    if (at >= 0 || keys.length >= MOST) {
      return this;
    }
    int[] next = new int[keys.length + 1];
    System.arraycopy(keys, 0, next, 0, -at - 1);
    next[-at - 1] = key;
    System.arraycopy(keys, -at - 1, next, -at, keys.length + at + 1);
    return new FileSet(next);
  }
}
