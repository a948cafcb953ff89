/** Handler invocations with retries and deadlines, reply addresses, and the per-instance outbox. */
@NullMarked
package dev.statute.runtime.internal.effect;

import org.jspecify.annotations.NullMarked;
