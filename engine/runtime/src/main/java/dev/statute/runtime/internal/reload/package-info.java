/** Registered charts and their registration check. */
@NullMarked
package dev.statute.runtime.internal.reload;

import org.jspecify.annotations.NullMarked;
