/**
 * Store port of agent turns: transactions, row records, status vocabularies and the memory store.
 */
@NullMarked
package dev.statute.turns.store;

import org.jspecify.annotations.NullMarked;
