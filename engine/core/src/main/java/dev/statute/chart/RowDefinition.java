package dev.statute.chart;

import dev.statute.problem.SourceText;
import java.util.List;

/**
 * Row of the table form: one transition for every state in {@code from}; the single word {@code
 * any} is the root.
 */
public record RowDefinition(List<SourceText> from, TransitionDefinition transition) {}
