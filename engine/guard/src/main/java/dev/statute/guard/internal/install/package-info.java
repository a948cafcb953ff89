/** Configuration files of agent programs: entries of hooks added and removed. */
@NullMarked
package dev.statute.guard.internal.install;

import org.jspecify.annotations.NullMarked;
