package dev.statute.chart;

import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Direct move that a caller may request.
 *
 * @param from the source in the table form; null = the enclosing state
 * @param to the state that may be requested
 */
public record MoveDefinition(
    @Nullable SourceText from,
    SourceText to,
    @Nullable SourceText when,
    @Nullable SourceText guard,
    List<ActionDefinition> actions,
    @Nullable SourceText reason,
    Place place) {}
