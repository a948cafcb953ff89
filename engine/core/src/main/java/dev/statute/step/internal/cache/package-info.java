/**
 * Cache of steps that depend on the configuration and the event only, shared by all instances of a
 * chart.
 */
@NullMarked
package dev.statute.step.internal.cache;

import org.jspecify.annotations.NullMarked;
