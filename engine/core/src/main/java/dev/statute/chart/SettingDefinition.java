package dev.statute.chart;

import dev.statute.problem.SourceText;
import org.jspecify.annotations.Nullable;

/**
 * Value of a setting as written.
 *
 * @param name with the place of its key
 * @param value a plain value: Boolean, Long, Double, String (durations too), List or Map of such,
 *     or null
 */
public record SettingDefinition(SourceText name, @Nullable Object value) {}
