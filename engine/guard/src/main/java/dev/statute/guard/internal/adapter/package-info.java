/** Formats of the hooks of agent programs, one class per program. */
@NullMarked
package dev.statute.guard.internal.adapter;

import org.jspecify.annotations.NullMarked;
