package dev.statute.policy;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A list of a fact, that never contains null and may be asked for it: a rule that says {@code
 * targets contains to} of a transition without a target does not match, where the JDK's own lists
 * would throw.
 */
final class NullFreeList<T> extends AbstractList<T> implements RandomAccess {
  private final List<T> all;

  NullFreeList(List<T> all) {
    this.all = all;
  }

  @Override
  public T get(int index) {
    return all.get(index);
  }

  @Override
  public int size() {
    return all.size();
  }

  @Override
  public boolean contains(@Nullable Object member) {
    return member != null && all.contains(member);
  }
}
