package dev.statute.analysis.internal.symbolic;

import dev.statute.step.internal.model.StateSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Context in which the transitions of a microstep are judged.
 *
 * @param active the states before the microstep
 * @param event its name; null for one that no rule names
 * @param kind {@code event}, {@code move}, {@code timer} or {@code internal}; null if unknown
 * @param before the states active before the step; null if unknown
 */
record MicrostepContext(
    StateSet active,
    Map<Integer, int[]> history,
    @Nullable String event,
    @Nullable String kind,
    @Nullable List<String> before) {}
