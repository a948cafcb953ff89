package dev.statute.step;

import dev.statute.problem.Place;

/**
 * Something that could not be computed.
 *
 * @param message what is, naming the values
 * @param place of the offending text
 * @param context whose it is, such as {@code when}, {@code entry of s1} or {@code data}
 */
public record ExecutionError(String message, Place place, String context) {}
