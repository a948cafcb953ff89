/** The command {@code guard}: hooks of agent programs, and supervised processes. */
@org.jspecify.annotations.NullMarked
package dev.statute.cli.internal.guard;
