package dev.statute.chart;

import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;

/**
 * Plan that migrates instances from one definition of a chart to another, as written. States that
 * keep their id need no entry; every other state does. Lists and maps are in document order and
 * unmodifiable.
 *
 * @param chart name of the chart that the instances run now
 * @param states old state → new states; of a history state, the history state that takes over its
 *     memory
 * @param data path → new value, computed from the old data
 * @param remove data paths to remove
 * @param forget names of history states, timers, fields and waiting events that may be discarded
 */
public record MigrationPlan(
    SourceText chart,
    Map<SourceText, List<SourceText>> states,
    Map<SourceText, ValueDefinition> data,
    List<SourceText> remove,
    List<SourceText> forget) {}
