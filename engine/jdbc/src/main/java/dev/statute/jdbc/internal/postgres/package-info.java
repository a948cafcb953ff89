/** PostgreSQL: connections, session settings and SQLSTATEs. */
@NullMarked
package dev.statute.jdbc.internal.postgres;

import org.jspecify.annotations.NullMarked;
