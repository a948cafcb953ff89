package dev.statute.drools.internal.run;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.drools.base.reteoo.InitialFactImpl;
import org.drools.core.reteoo.TupleImpl;
import org.drools.core.rule.consequence.InternalMatch;

/** Reader of the facts of a match. */
final class MatchReader {
  private MatchReader() {}

  /**
   * Returns the facts that a rule matched, in the order of its patterns, with the result of an
   * {@code accumulate}, which is a list for several values.
   *
   * @param grounded true if the first fact is that of {@link AnchorPattern}
   */
  static List<Object> facts(InternalMatch match, boolean grounded) {
    int count = grounded ? -1 : 0;
    for (TupleImpl at = match.getTuple(); at != null; at = at.getParent()) {
      count += isFact(at) ? 1 : 0;
    }
    if (count == 1 || count == 2) { // the common case
      Object last = fact(match, 0);
      return count == 1 ? List.of(last) : List.of(fact(match, 1), last);
    }
    Object[] all = new Object[count];
    for (int i = 0; i < count; i++) {
      all[i] = fact(match, count - 1 - i);
    }
    return List.of(all);
  }

  /** Fact of a match, counted from its end. */
  private static Object fact(InternalMatch match, int fromEnd) {
    int left = fromEnd;
    TupleImpl at = match.getTuple();
    while (!isFact(at) || left-- > 0) {
      at = at.getParent();
    }
    Object fact = at.getFactHandle().getObject();
    return fact instanceof Object[] all ? Collections.unmodifiableList(Arrays.asList(all)) : fact;
  }

  /** Tests for a fact; elements behind {@code not} and Drools' initial fact have none. */
  private static boolean isFact(TupleImpl tuple) {
    return tuple.getFactHandle() != null
        && tuple.getFactHandle().getObject() != InitialFactImpl.getInstance();
  }
}
