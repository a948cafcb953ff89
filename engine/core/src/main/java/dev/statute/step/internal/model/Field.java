package dev.statute.step.internal.model;

import org.jspecify.annotations.Nullable;

/**
 * A compiled field.
 *
 * @param check over the value in slot {@code dev.statute.chart.internal.rules.Slots#FREE}; null =
 *     anything
 * @param message shown when the check fails; null = a standard text
 */
public record Field(
    String name,
    Wording prompt,
    boolean required,
    @Nullable Condition check,
    @Nullable Wording message) {}
