package dev.statute.policy.base.internal;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * List of a fact without nulls. Unlike {@code List.of()}, {@code contains(null)} is false rather
 * than an exception: {@code targets contains to} does not match a transition without a target.
 */
public final class NullFreeList<T> extends AbstractList<T> implements RandomAccess {
  private final List<T> all;

  public NullFreeList(List<T> all) {
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

  /** Tests for a member; numbers are compared as doubles unless both are long. */
  @Override
  public boolean contains(@Nullable Object member) {
    return member instanceof Number number
        ? all.stream().anyMatch(each -> each instanceof Number other && isSame(number, other))
        : member != null && all.contains(member);
  }

  private static boolean isSame(Number a, Number b) {
    return (a instanceof Long x && b instanceof Long y)
        ? x.equals(y)
        : a.doubleValue() == b.doubleValue();
  }
}
