/**
 * Reader and writer of snapshots as maps, lists, strings and numbers, with validation of the
 * configuration.
 */
@NullMarked
package dev.statute.step.internal.codec;

import org.jspecify.annotations.NullMarked;
