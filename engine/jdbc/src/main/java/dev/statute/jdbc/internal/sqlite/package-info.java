/** SQLite: files, integrity check, error codes and the native library. */
@NullMarked
package dev.statute.jdbc.internal.sqlite;

import org.jspecify.annotations.NullMarked;
