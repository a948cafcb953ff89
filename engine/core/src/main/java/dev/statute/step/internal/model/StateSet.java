package dev.statute.step.internal.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Set of state numbers as 64-bit words. As states are numbered in document order, the descendants
 * of a state are a range, and iteration is in document order. Mutable; confined to one thread until
 * it is shared.
 */
public final class StateSet {
  private final long[] words;

  public StateSet(int size) {
    words = new long[(size + 63) >>> 6];
  }

  private StateSet(long[] words) {
    this.words = words;
  }

  public StateSet copy() {
    return new StateSet(words.clone());
  }

  public boolean contains(int number) {
    return (words[number >>> 6] & 1L << number) != 0;
  }

  public void add(int number) {
    words[number >>> 6] |= 1L << number;
  }

  public void remove(int number) {
    words[number >>> 6] &= ~(1L << number);
  }

  public void clear() {
    Arrays.fill(words, 0);
  }

  public boolean isEmpty() {
    return next(0) < 0;
  }

  /** Returns the least member that is {@code from} or more, or -1. */
  public int next(int from) {
    int word = from >>> 6;
    if (word >= words.length) {
      return -1;
    }
    long left = words[word] & -1L << from;
    while (left == 0) {
      if (++word == words.length) {
        return -1;
      }
      left = words[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(left);
  }

  /** Returns the greatest member that is {@code from} or less, or -1. */
  public int previous(int from) {
    if (from < 0) {
      return -1;
    }
    int word = from >>> 6;
    long left = words[word] & -1L >>> (63 - (from & 63));
    while (left == 0) {
      if (--word < 0) {
        return -1;
      }
      left = words[word];
    }
    return (word << 6) + 63 - Long.numberOfLeadingZeros(left);
  }

  /** Returns whether a member is in {@code from <= n < end}. */
  public boolean intersects(int from, int end) {
    int next = next(from);
    return next >= 0 && next < end;
  }

  public int count() {
    int count = 0;
    for (long word : words) {
      count += Long.bitCount(word);
    }
    return count;
  }

  public int[] toArray() {
    int[] all = new int[count()];
    int at = 0;
    for (int n = next(0); n >= 0; n = next(n + 1)) {
      all[at++] = n;
    }
    return all;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StateSet that && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }

  @Override
  public String toString() {
    return Arrays.toString(toArray());
  }
}
