package dev.statute.policy;

/**
 * A test run.
 *
 * @param ago how many runs ago; the newest is 0
 */
public record TestRun(int ago, String command, boolean passed) {}
