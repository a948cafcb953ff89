/** Tables, transactions and pruning of the memory turn store. */
@NullMarked
package dev.statute.turns.store.internal;

import org.jspecify.annotations.NullMarked;
