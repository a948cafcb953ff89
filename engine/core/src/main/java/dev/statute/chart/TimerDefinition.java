package dev.statute.chart;

import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Named timer.
 *
 * @param in states that it runs in; the single word {@code any} is the root
 * @param after delays after its start: duration literals or expressions; empty if {@code every} is
 *     given
 * @param every period; null if {@code after} is given
 * @param restartOn descriptors of external events that restart it; the single word {@code any}
 *     means every event
 * @param send event to send; null = none
 * @param emit notification to emit; null = none
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
