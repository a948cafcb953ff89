/** Subscribers to event streams. */
@NullMarked
package dev.statute.runtime.internal.stream;

import org.jspecify.annotations.NullMarked;
