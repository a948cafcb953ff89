/**
 * Ports to storage and notification beyond one process: instance stores and doorbells. Each has an
 * implementation in memory, and a contract test that every other implementation extends.
 */
@NullMarked
package dev.statute.store;

import org.jspecify.annotations.NullMarked;
