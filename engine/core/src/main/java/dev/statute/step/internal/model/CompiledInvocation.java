package dev.statute.step.internal.model;

import dev.statute.step.Effect;
import org.jspecify.annotations.Nullable;

/**
 * Compiled invocation. Exactly one of {@code chart} and {@code task} is set.
 *
 * @param chart its name, or a template of its name or file
 * @param with data as a map, or null if there is none
 */
public record CompiledInvocation(
    String id,
    @Nullable CompiledTemplate chart,
    @Nullable String task,
    @Nullable CompiledValue with,
    @Nullable CompiledDuration timeout,
    Effect.@Nullable Retry retry,
    boolean autoforward,
    ActionBlock finalizeActions) {}
