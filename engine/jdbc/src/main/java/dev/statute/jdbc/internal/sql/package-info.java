/** JDBC sessions, statements, row tables with checksums, and what differs between databases. */
@NullMarked
package dev.statute.jdbc.internal.sql;

import org.jspecify.annotations.NullMarked;
