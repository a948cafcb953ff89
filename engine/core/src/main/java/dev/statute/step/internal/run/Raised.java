package dev.statute.step.internal.run;

import dev.statute.problem.Place;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event in the internal queue.
 *
 * @param place of what failed, for an error
 * @param mustBeHandled whether the step is undone if no transition names it
 */
record Raised(String name, Map<String, ?> data, @Nullable Place place, boolean mustBeHandled) {}
