/** Repeated work, its failures, and followers of event streams: shared with agent turns. */
@NullMarked
package dev.statute.runtime.support;

import org.jspecify.annotations.NullMarked;
