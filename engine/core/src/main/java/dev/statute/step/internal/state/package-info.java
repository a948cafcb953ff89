/**
 * Parts of a snapshot: pending timers and sends, deferred events, handled event ids and field
 * values.
 */
@NullMarked
package dev.statute.step.internal.state;

import org.jspecify.annotations.NullMarked;
