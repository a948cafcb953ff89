package dev.statute.step;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Log entry of a step.
 *
 * @param seq number of the decision in its log, from 0
 * @param instance id of the instance
 * @param at instant of the step, by the host's clock
 * @param micros duration of the interpreter's work for the input, in microseconds; null for steps
 *     that follow from another one, or if not measured
 */
public record Decision(long seq, String instance, Instant at, Step step, @Nullable Long micros) {}
