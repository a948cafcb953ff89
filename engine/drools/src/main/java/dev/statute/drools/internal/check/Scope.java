package dev.statute.drools.internal.check;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The variables of one rule, in the order they are bound, and what is known of them so far.
 * Confined to one thread.
 */
final class Scope {
  private final Map<String, Kind> variables = new LinkedHashMap<>();
  private final NotNull notNull = new NotNull();

  void bind(String name, Kind kind) {
    variables.put(name, kind);
    notNull.bind(name);
  }

  @Nullable Kind kind(String name) {
    return variables.get(name);
  }

  /** What was found not to be null, at the place that is being read. */
  NotNull notNull() {
    return notNull;
  }

  Collection<String> names() {
    return variables.keySet();
  }
}
