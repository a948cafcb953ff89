/** Event stream subscribers and the rotating file of the decision log. */
@NullMarked
package dev.statute.runtime.internal.stream;

import org.jspecify.annotations.NullMarked;
