/** Decision logs: writing, reading, replay and comparison of recorded decisions. */
@NullMarked
package dev.statute.cli.internal.decision;

import org.jspecify.annotations.NullMarked;
