package dev.statute.chart;

import dev.statute.problem.SourceText;
import org.jspecify.annotations.Nullable;

/**
 * One item of the instance's data.
 *
 * @param name with the place of its key
 * @param type the declared type in the long form; null = anything
 * @param initial a plain value: Boolean, Long, Double, String, List or Map of such, or null
 */
public record DataDefinition(SourceText name, @Nullable FieldType type, @Nullable Object initial) {}
