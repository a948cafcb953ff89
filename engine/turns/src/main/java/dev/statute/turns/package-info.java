/**
 * Protocol of agent turns: requests wait in an inbox, become turns one at a time, call tools, wait
 * for their results, and end with exactly one deliverable, despite crashes. A chart defines the
 * states, rules make the decisions, and this package executes the protocol.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.turns;
