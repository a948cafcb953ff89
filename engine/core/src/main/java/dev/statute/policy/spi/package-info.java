/** Ports of the interpreter to rule engines and progress trackers. */
@org.jspecify.annotations.NullMarked
package dev.statute.policy.spi;
