/** Timer queue of an engine and the system clock behind it. */
@NullMarked
package dev.statute.runtime.internal.timer;

import org.jspecify.annotations.NullMarked;
