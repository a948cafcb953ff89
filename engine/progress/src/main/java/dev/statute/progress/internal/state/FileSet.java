package dev.statute.progress.internal.state;

import java.util.Arrays;

/**
 * Set of modified files, as sorted 32-bit keys. Exact up to 1,024 files; each further file counts
 * as new every time. Immutable.
 */
public final class FileSet {
  public static final FileSet EMPTY = new FileSet(new int[0]);
  private static final int MAX_FILES = 1024;
  private final int[] keys;

  private FileSet(int[] keys) {
    this.keys = keys;
  }

  public static FileSet of(int[] keys) {
    return keys.length == 0 ? EMPTY : new FileSet(keys);
  }

  /** Returns whether the keys are sorted, as they have to be. */
  public boolean isSorted() {
    for (int i = 1; i < keys.length; i++) {
      if (keys[i - 1] >= keys[i]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the keys in ascending order; must not be changed. */
  public int[] keys() {
    return keys;
  }

  boolean contains(int key) {
    return Arrays.binarySearch(keys, key) >= 0;
  }

  FileSet with(int key) {
    int at = Arrays.binarySearch(keys, key);
    if (at >= 0 || keys.length >= MAX_FILES) {
      return this;
    }
    int[] next = new int[keys.length + 1];
    System.arraycopy(keys, 0, next, 0, -at - 1);
    next[-at - 1] = key;
    System.arraycopy(keys, -at - 1, next, -at, keys.length + at + 1);
    return new FileSet(next);
  }
}
