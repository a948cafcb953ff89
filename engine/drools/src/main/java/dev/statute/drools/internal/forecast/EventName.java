package dev.statute.drools.internal.forecast;

import org.jspecify.annotations.Nullable;

/**
 * Name of an event that stands for all events with the same meaning for the chart and the rules, so
 * it can only be compared with literals.
 *
 * @param name null = an event that no rule names
 */
record EventName(@Nullable String name) {}
