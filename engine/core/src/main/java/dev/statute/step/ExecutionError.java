package dev.statute.step;

import dev.statute.problem.Place;

/**
 * Failed computation of an expression or value.
 *
 * @param message description with the values involved
 * @param place of the faulty text
 * @param context owner of the expression, such as {@code when}, {@code entry of s1} or {@code data}
 */
public record ExecutionError(String message, Place place, String context) {}
