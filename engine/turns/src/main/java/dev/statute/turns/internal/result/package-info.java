/** Result fields of a turn and the checks of deliverables and request payloads. */
@NullMarked
package dev.statute.turns.internal.result;

import org.jspecify.annotations.NullMarked;
