package dev.statute.turns;

/**
 * What a worker holds while it works on a turn. It names a turn and an epoch that the protocol
 * made; once either has moved on, whatever the worker says is {@link Ack.Kind#LOST}, and it stops.
 *
 * @param worker a name of its own: no two workers share one
 */
public record Lease(String agent, String turn, long epoch, String worker) {}
