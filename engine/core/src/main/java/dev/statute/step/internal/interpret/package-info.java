/**
 * SCXML algorithm over a step transaction: transition selection, policy evaluation, microstep,
 * macrostep and invocations.
 */
@NullMarked
package dev.statute.step.internal.interpret;

import org.jspecify.annotations.NullMarked;
