/** Following of growing session logs: files, folders and the standard input. */
@NullMarked
package dev.statute.cli.internal.follow;

import org.jspecify.annotations.NullMarked;
