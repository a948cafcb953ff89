package dev.statute.policy;

/**
 * A cycle: the newest actions repeat a sequence of 2 to 12 actions with the same results.
 *
 * @param period length of the sequence, 2 to 12
 * @param laps times that the sequence ran, the first time included
 * @param changed whether the last lap changed the work
 * @param waiting whether all actions of the sequence are polls or waits
 * @param identity key of the cycle, independent of the action at which it starts
 */
public record Cycle(int period, int laps, boolean changed, boolean waiting, String identity) {}
