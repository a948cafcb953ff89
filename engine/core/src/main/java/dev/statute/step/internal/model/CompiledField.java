package dev.statute.step.internal.model;

import org.jspecify.annotations.Nullable;

/**
 * Compiled form field.
 *
 * @param check over the value in slot {@code dev.statute.step.internal.scope.VariableSlots#FREE};
 *     null = none
 * @param message shown if the check fails; null = a standard text
 */
public record CompiledField(
    String name,
    CompiledTemplate prompt,
    boolean required,
    @Nullable CompiledCondition check,
    @Nullable CompiledTemplate message) {}
