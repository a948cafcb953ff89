/**
 * Group commit: writes of a store, the threads that batch them into transactions, and their
 * connections.
 */
@NullMarked
package dev.statute.jdbc.internal.write;

import org.jspecify.annotations.NullMarked;
