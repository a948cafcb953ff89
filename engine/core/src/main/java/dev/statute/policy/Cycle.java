package dev.statute.policy;

/**
 * The last actions and their results go round in a circle.
 *
 * @param period actions to a lap, 2 to 12
 * @param laps how often it has gone round, the first time included
 * @param changed whether the last lap changed the state of the work
 * @param waiting whether it is all polling and waiting
 * @param identity the same wherever in the circle one starts
 */
public record Cycle(int period, int laps, boolean changed, boolean waiting, String identity) {}
