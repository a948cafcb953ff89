/**
 * Agent turns: requests wait in an inbox, become turns one at a time, call tools, wait for their
 * results, and end with exactly one deliverable, whatever dies on the way. The states are a chart,
 * the judgements are rules, and this package is the protocol around them.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.turns;
