package dev.statute.policy;

/**
 * One record of type {@code test}.
 *
 * @param ago test runs since; 0 for the newest
 * @param command command that ran the tests, or empty
 * @param passed whether the tests passed
 */
public record TestRun(int ago, String command, boolean passed) {}
