package dev.statute.guard;

import dev.statute.problem.Place;
import org.jspecify.annotations.Nullable;

/**
 * Halt of a supervised agent by its chart.
 *
 * @param instance id of the instance, {@code vendor:session}
 * @param rule {@code pack#rule name} of the finding; empty if no finding led to the halt
 * @param place line of the rule; null if unknown
 * @param exitCode exit code for the agent's process, never 0
 */
public record AgentHalt(
    String instance, String reason, String rule, @Nullable Place place, int exitCode) {}
