/** Ledger of findings, and the data of their events. */
@org.jspecify.annotations.NullMarked
package dev.statute.progress.internal.finding;
