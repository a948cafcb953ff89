/**
 * What an agent did, counted: records go into a compact immutable tracker, facts for rules come
 * out, and a ledger decides which findings are news.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.progress;
