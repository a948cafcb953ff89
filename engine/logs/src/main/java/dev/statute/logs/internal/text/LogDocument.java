package dev.statute.logs.internal.text;

import org.jspecify.annotations.Nullable;

/**
 * JSON value of a log.
 *
 * @param line of its begin, or number of the member of a document
 * @param value as plain values
 */
public record LogDocument(int line, @Nullable Object value) {}
