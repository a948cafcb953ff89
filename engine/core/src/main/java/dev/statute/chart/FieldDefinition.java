package dev.statute.chart;

import dev.statute.problem.Text;
import org.jspecify.annotations.Nullable;

/**
 * Something asked of a user.
 *
 * @param prompt template
 * @param required optional fields are never asked
 * @param check expression over {@code value}; null = anything goes
 * @param message template shown when the check fails; null = a standard text
 */
public record FieldDefinition(
    Text name, Text prompt, boolean required, @Nullable Text check, @Nullable Text message) {}
