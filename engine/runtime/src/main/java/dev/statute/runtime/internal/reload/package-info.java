/** Registered charts, their registration check and file fingerprints for reloading. */
@NullMarked
package dev.statute.runtime.internal.reload;

import org.jspecify.annotations.NullMarked;
