/** The command {@code serve}. */
@org.jspecify.annotations.NullMarked
package dev.statute.cli.internal.serve;
