package dev.statute.chart;

import dev.statute.problem.SourceText;
import java.util.List;
import java.util.Map;

/**
 * Rule pack named by a chart.
 *
 * @param name such as {@code guards/onevalet}
 * @param disable names of rules of that pack that are switched off
 * @param settings values set by this entry
 */
public record PackReference(
    SourceText name, List<SourceText> disable, Map<String, SettingDefinition> settings) {}
