package dev.statute.turns;

/**
 * Lease of a turn to a worker. Once turn or epoch have moved on, the answer to each call of the
 * worker is {@link Ack.Kind#LOST}, and it stops.
 *
 * @param worker unique name
 */
public record Lease(String agent, String turn, long epoch, String worker) {}
