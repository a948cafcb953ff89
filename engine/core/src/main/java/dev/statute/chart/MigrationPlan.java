package dev.statute.chart;

import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;

/**
 * How instances of one definition of a chart become instances of another one, as written. What a
 * plan does not say is not guessed: a state that keeps its id needs no word, every other one does.
 * Lists and maps are in document order and unmodifiable.
 *
 * @param chart the name of the chart that instances run now
 * @param states state now → where an instance that rests there will rest; of a history state, the
 *     history state that takes its memory over
 * @param data path → what stands there afterwards, computed from the data as they are now
 * @param remove paths of the data that go
 * @param forget what may be lost: names of history states, timers, fields and waiting events
 */
public record MigrationPlan(
    SourceText chart,
    Map<SourceText, List<SourceText>> states,
    Map<SourceText, ValueDefinition> data,
    List<SourceText> remove,
    List<SourceText> forget) {}
