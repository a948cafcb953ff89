package dev.statute.step.internal.model;

import dev.statute.step.internal.model.SnapshotExtras.Handled;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ids that an instance handled last, oldest first, each once. To look for one reads the hashes,
 * which lie side by side, and not the ids, which lie anywhere. Immutable.
 */
public final class HandledEventIds {
  public static final HandledEventIds NONE = new HandledEventIds(new Handled[0], new int[0]);

  private final Handled[] all;
  private final int[] hashes;

  private HandledEventIds(Handled[] all, int[] hashes) {
    this.all = all;
    this.hashes = hashes;
  }

  /** Those of a list, oldest first. */
  public static HandledEventIds of(List<Handled> list) {
    return list.isEmpty()
        ? NONE
        : new HandledEventIds(
            list.toArray(Handled[]::new),
            list.stream().mapToInt(each -> each.id().hashCode()).toArray());
  }

  private int place(String id) {
    int hash = id.hashCode();
    for (int i = hashes.length - 1; i >= 0; i--) {
      if (hashes[i] == hash && all[i].id().equals(id)) {
        return i;
      }
    }
    return -1;
  }

  /** What is remembered of an id, or null. */
  public @Nullable Handled find(String id) {
    int place = place(id);
    return place < 0 ? null : all[place];
  }

  /**
   * These and one more, which comes last even if it is among them.
   *
   * @param most how many are kept; at least 1
   */
  public HandledEventIds with(Handled newest, int most) {
    int known = place(newest.id());
    int gone = known >= 0 || all.length < most ? known : 0;
    int size = gone < 0 ? all.length + 1 : all.length;
    Handled[] next = Arrays.copyOf(all, size);
    int[] nextHashes = Arrays.copyOf(hashes, size);
    if (gone >= 0) {
      System.arraycopy(all, gone + 1, next, gone, size - gone - 1);
      System.arraycopy(hashes, gone + 1, nextHashes, gone, size - gone - 1);
    }
    next[size - 1] = newest;
    nextHashes[size - 1] = newest.id().hashCode();
    return new HandledEventIds(next, nextHashes);
  }

  public boolean isEmpty() {
    return all.length == 0;
  }

  /** Oldest first. */
  public List<Handled> list() {
    return Collections.unmodifiableList(Arrays.asList(all));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HandledEventIds same && Arrays.equals(all, same.all);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(all);
  }

  @Override
  public String toString() {
    return Arrays.toString(all);
  }
}
