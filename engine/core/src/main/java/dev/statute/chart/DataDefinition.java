package dev.statute.chart;

import dev.statute.problem.SourceText;
import org.jspecify.annotations.Nullable;

/**
 * Declared item of the instance data.
 *
 * @param name with the place of its key
 * @param type the declared type in the long form; null = any
 * @param initial a plain value: Boolean, Long, Double, String, List or Map of such, or null
 */
public record DataDefinition(SourceText name, @Nullable FieldType type, @Nullable Object initial) {}
