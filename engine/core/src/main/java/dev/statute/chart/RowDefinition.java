package dev.statute.chart;

import dev.statute.problem.SourceText;
import java.util.List;

/**
 * A row of the table form: one more transition of every state in {@code from}; the one word {@code
 * any} is the root.
 */
public record RowDefinition(List<SourceText> from, TransitionDefinition transition) {}
