/**
 * Input of commands: shared options, files and folders, recorded sessions in any format, line
 * clocks and line identities.
 */
@NullMarked
package dev.statute.cli.internal.input;

import org.jspecify.annotations.NullMarked;
