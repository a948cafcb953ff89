package dev.statute.chart;

import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A named timer.
 *
 * @param in states it lives in; the one word {@code any} is the root
 * @param after instants after its start: duration literals or expressions; empty if {@code every}
 *     is given
 * @param every period; null if {@code after} is given
 * @param restartOn descriptors of external events that restart it; the one word {@code any} means
 *     every event
 * @param send event it sends; null = none
 * @param emit what it emits; null = nothing
 */
public record TimerDefinition(
    SourceText name,
    List<SourceText> in,
    List<SourceText> after,
    @Nullable SourceText every,
    List<SourceText> restartOn,
    @Nullable SourceText send,
    @Nullable ValueDefinition data,
    @Nullable SourceText emit,
    @Nullable Map<String, ValueDefinition> emitFields,
    Place place) {}
