package dev.statute.chart;

import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;

/**
 * A rule pack named by a chart.
 *
 * @param name such as {@code guards/onevalet}
 * @param disable names of rules of that pack that are switched off
 * @param settings values this entry sets
 */
public record PackReference(
    SourceText name, List<SourceText> disable, Map<String, SettingDefinition> settings) {}
