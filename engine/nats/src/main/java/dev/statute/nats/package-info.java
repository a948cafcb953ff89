/** Doorbell over NATS. */
@NullMarked
package dev.statute.nats;

import org.jspecify.annotations.NullMarked;
