package dev.statute.chart;

import dev.statute.problem.Text;
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
    Text name, List<Text> disable, Map<String, SettingDefinition> settings) {}
