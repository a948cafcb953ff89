/** Transactions of agents on cached and prefetched rows, and the tables of turns. */
@NullMarked
package dev.statute.jdbc.internal.turn;

import org.jspecify.annotations.NullMarked;
