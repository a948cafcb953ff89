package dev.statute.drools.internal.explain;

import dev.statute.drools.internal.condition.SymbolicValue;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Text of values in the syntax of rules. */
final class VariableNames {
  private VariableNames() {}

  static String of(@Nullable Object value) {
    if (value == null
        || value instanceof SymbolicValue
        || (value instanceof Double number && number.isNaN())) {
      return "absent";
    }
    if (value instanceof Double number
        && number == Math.rint(number)
        && Math.abs(number) < Long.MAX_VALUE) {
      return Long.toString(number.longValue());
    }
    if (value instanceof String text) {
      return '"' + text + '"';
    }
    if (value instanceof Collection<?> all) {
      return all.stream().map(VariableNames::of).collect(Collectors.joining(", ", "[", "]"));
    }
    boolean plain = value instanceof Number || value instanceof Boolean;
    return plain ? value.toString() : "a " + value.getClass().getSimpleName();
  }
}
