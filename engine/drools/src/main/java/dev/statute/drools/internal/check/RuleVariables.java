package dev.statute.drools.internal.check;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The variables of one rule, in the order they are bound, and what is known of them so far.
 * Confined to one thread.
 */
final class RuleVariables {
  private final Map<String, ExpressionType> variables = new LinkedHashMap<>();
  private final FlowFacts known = new FlowFacts();
  private final TextGrowth growth = new TextGrowth();

  void bind(String name, ExpressionType kind) {
    variables.put(name, kind);
    known.bind(name);
  }

  @Nullable ExpressionType kind(String name) {
    return variables.get(name);
  }

  /** What was found out so far, at the place that is being read. */
  FlowFacts known() {
    return known;
  }

  TextGrowth growth() {
    return growth;
  }

  Collection<String> names() {
    return variables.keySet();
  }
}
