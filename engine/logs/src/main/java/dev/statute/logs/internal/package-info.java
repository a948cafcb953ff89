/** Readers of the session logs of agent programs, one per format. */
@NullMarked
package dev.statute.logs.internal;

import org.jspecify.annotations.NullMarked;
