/** Resolution of verdicts. */
@org.jspecify.annotations.NullMarked
package dev.statute.policy.spi.internal;
