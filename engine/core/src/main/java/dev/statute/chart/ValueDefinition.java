package dev.statute.chart;

import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value to be computed: text is an expression; numbers, bools and null are themselves; lists and
 * maps are built.
 */
public sealed interface ValueDefinition {
  /** Boolean, Long, Double or null, as itself. */
  record Literal(@Nullable Object value) implements ValueDefinition {}

  record Expr(SourceText source) implements ValueDefinition {}

  record ListOf(List<ValueDefinition> members) implements ValueDefinition {}

  record MapOf(Map<String, ValueDefinition> members) implements ValueDefinition {}
}
