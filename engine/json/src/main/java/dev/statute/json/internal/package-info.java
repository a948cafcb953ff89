/** Strict JSON reader, writer, and the members of input and output lines. */
@NullMarked
package dev.statute.json.internal;

import org.jspecify.annotations.NullMarked;
