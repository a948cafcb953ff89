/** Agent turns: requests, reports, state and events of agents. */
@org.jspecify.annotations.NullMarked
package dev.statute.server.internal.turn;
