package dev.statute.drools.internal.check;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of one rule, in the order they are bound. Confined to one thread. */
final class Scope {
  private final Map<String, Kind> variables = new LinkedHashMap<>();

  void bind(String name, Kind kind) {
    variables.put(name, kind);
  }

  @Nullable Kind kind(String name) {
    return variables.get(name);
  }

  Collection<String> names() {
    return variables.keySet();
  }
}
