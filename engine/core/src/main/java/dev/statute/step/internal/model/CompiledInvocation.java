package dev.statute.step.internal.model;

import dev.statute.step.Effect;
import org.jspecify.annotations.Nullable;

/**
 * A compiled invocation. Exactly one of {@code chart} and {@code task} is set.
 *
 * @param chart its name, or a template that gives its name or its file
 * @param with gives a map, or null where nothing is given
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
