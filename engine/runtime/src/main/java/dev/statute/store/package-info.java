/**
 * Ports to what outlives a process: where instances are kept, and what wakes whoever works on them.
 * Each has an implementation in memory beside it, and a contract test that every other one extends.
 */
@NullMarked
package dev.statute.store;

import org.jspecify.annotations.NullMarked;
