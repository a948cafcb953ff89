/** Documents of a log, and values and instants that stand in texts. */
@NullMarked
package dev.statute.logs.internal.text;

import org.jspecify.annotations.NullMarked;
