/** The command line: one class per command, and the bench they work at. */
@org.jspecify.annotations.NullMarked
package dev.statute.cli;
