package dev.statute.guard.internal.session;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Sessions in the order of their last use, at most a number of them. Thread-safe. */
public final class SessionLimit {
  /** Number of halted sessions that are passed over in search of one to drop. */
  private static final int MAX_KEPT = 16;

  private final int max;
  private final Set<String> sessions = new LinkedHashSet<>();

  public SessionLimit(int max) {
    if (max < 1) {
      throw new IllegalArgumentException("at least 1 session is kept, not " + max);
    }
    this.max = max;
  }

  /**
   * Notes the use of a session and returns the one to drop for it, or null: the one unused longest
   * that is not halted, as a halted one would begin anew. If many are halted, it is one of these.
   */
  public synchronized @Nullable String use(String session, Predicate<String> isHalted) {
    sessions.remove(session);
    sessions.add(session);
    if (sessions.size() <= max) {
      return null;
    }
    List<String> oldest = sessions.stream().limit(Math.min(max, MAX_KEPT)).toList();
    String dropped = oldest.stream().filter(isHalted.negate()).findFirst().orElse(oldest.get(0));
    sessions.remove(dropped);
    return dropped;
  }
}
