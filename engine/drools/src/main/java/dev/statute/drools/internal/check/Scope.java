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
  private final Known known = new Known();
  private final TextGrowth growth = new TextGrowth();

  void bind(String name, Kind kind) {
    variables.put(name, kind);
    known.bind(name);
  }

  @Nullable Kind kind(String name) {
    return variables.get(name);
  }

  /** What was found out so far, at the place that is being read. */
  Known known() {
    return known;
  }

  TextGrowth growth() {
    return growth;
  }

  Collection<String> names() {
    return variables.keySet();
  }
}
