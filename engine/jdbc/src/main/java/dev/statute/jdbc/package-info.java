/** Stores in SQLite and PostgreSQL, and a doorbell over PostgreSQL. */
@NullMarked
package dev.statute.jdbc;

import org.jspecify.annotations.NullMarked;
