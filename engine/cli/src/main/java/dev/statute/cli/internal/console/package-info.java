/**
 * Console of the command line: output streams, styles, tables, progress bars, exit codes and
 * class-path resources.
 */
@NullMarked
package dev.statute.cli.internal.console;

import org.jspecify.annotations.NullMarked;
