/** Payloads of the hooks of agent programs, read by descriptions of their fields. */
@NullMarked
package dev.statute.logs.hook;

import org.jspecify.annotations.NullMarked;
