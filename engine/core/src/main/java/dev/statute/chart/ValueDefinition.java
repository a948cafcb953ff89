package dev.statute.chart;

import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computed value: text is an expression, numbers, bools and null are literals, lists and maps are
 * built from their members.
 */
public sealed interface ValueDefinition {
  /** Boolean, Long, Double or null. */
  record Literal(@Nullable Object value) implements ValueDefinition {}

  record Expr(SourceText source) implements ValueDefinition {}

  record ListOf(List<ValueDefinition> members) implements ValueDefinition {}

  record MapOf(Map<String, ValueDefinition> members) implements ValueDefinition {}
}
