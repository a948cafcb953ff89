/** Command line: registration and execution of its commands. */
@org.jspecify.annotations.NullMarked
package dev.statute.cli;
