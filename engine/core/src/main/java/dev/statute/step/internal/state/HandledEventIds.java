package dev.statute.step.internal.state;

import dev.statute.step.internal.state.SnapshotExtras.HandledEvent;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Last handled ids, oldest first, each once. A search scans the array of hashes and compares ids
 * only on a match. Immutable.
 */
public final class HandledEventIds {
  public static final HandledEventIds NONE = new HandledEventIds(new HandledEvent[0], new int[0]);

  private final HandledEvent[] entries;
  private final int[] hashes;

  private HandledEventIds(HandledEvent[] all, int[] hashes) {
    this.entries = all;
    this.hashes = hashes;
  }

  /** Creates the ids from a list, oldest first. */
  public static HandledEventIds of(List<HandledEvent> list) {
    return list.isEmpty()
        ? NONE
        : new HandledEventIds(
            list.toArray(HandledEvent[]::new),
            list.stream().mapToInt(each -> each.id().hashCode()).toArray());
  }

  private int indexOf(String id) {
    int hash = id.hashCode();
    for (int i = hashes.length - 1; i >= 0; i--) {
      if (hashes[i] == hash && entries[i].id().equals(id)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the entry of an id, or null. */
  public @Nullable HandledEvent find(String id) {
    int place = indexOf(id);
    return place < 0 ? null : entries[place];
  }

  /**
   * Returns the ids with one more, which becomes the newest even if it was contained.
   *
   * @param most maximum number of ids; at least 1
   */
  public HandledEventIds withNewest(HandledEvent newest, int most) {
    int known = indexOf(newest.id());
    int gone = known >= 0 || entries.length < most ? known : 0;
    int size = gone < 0 ? entries.length + 1 : entries.length;
    HandledEvent[] next = Arrays.copyOf(entries, size);
    int[] nextHashes = Arrays.copyOf(hashes, size);
    if (gone >= 0) {
      System.arraycopy(entries, gone + 1, next, gone, size - gone - 1);
      System.arraycopy(hashes, gone + 1, nextHashes, gone, size - gone - 1);
    }
    next[size - 1] = newest;
    nextHashes[size - 1] = newest.id().hashCode();
    return new HandledEventIds(next, nextHashes);
  }

  public boolean isEmpty() {
    return entries.length == 0;
  }

  /** Returns the entries, oldest first. */
  public List<HandledEvent> list() {
    return Collections.unmodifiableList(Arrays.asList(entries));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HandledEventIds same && Arrays.equals(entries, same.entries);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(entries);
  }

  @Override
  public String toString() {
    return Arrays.toString(entries);
  }
}
