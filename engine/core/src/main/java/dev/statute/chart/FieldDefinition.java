package dev.statute.chart;

import dev.statute.problem.SourceText;
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
    SourceText name,
    SourceText prompt,
    boolean required,
    @Nullable SourceText check,
    @Nullable SourceText message) {}
