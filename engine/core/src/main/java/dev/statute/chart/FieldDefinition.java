package dev.statute.chart;

import dev.statute.problem.SourceText;
import org.jspecify.annotations.Nullable;

/**
 * Form field that the engine asks the user to fill.
 *
 * @param prompt template
 * @param required optional fields are never asked
 * @param check expression over {@code value}; null = no check
 * @param message template shown when the check fails; null = a standard text
 */
public record FieldDefinition(
    SourceText name,
    SourceText prompt,
    boolean required,
    @Nullable SourceText check,
    @Nullable SourceText message) {}
