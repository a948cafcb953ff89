package dev.statute.step;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A step as a log keeps it.
 *
 * @param seq number of the decision in its log, from 0
 * @param instance id of the instance
 * @param at when, by the clock of the host
 * @param micros how long the interpreter took for the input that led to it, in microseconds; null
 *     for what followed by itself, or if nobody measured
 */
public record Decision(long seq, String instance, Instant at, Step step, @Nullable Long micros) {}
