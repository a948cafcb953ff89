package dev.statute.drools.internal.forecast;

import org.jspecify.annotations.Nullable;

/**
 * The name of the event, which stands for all that mean the same to the chart and to rules: so it
 * can be compared with literals, and with nothing else.
 *
 * @param name null = one that no rule names
 */
record EventName(@Nullable String name) {}
