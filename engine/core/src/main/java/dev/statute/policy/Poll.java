package dev.statute.policy;

/**
 * A repeated query of an external state, or a repeated wait. The last four are known.
 *
 * @param key key of the query
 * @param unchanged times in a row that it gave the same result; 1 the first time
 * @param elapsedMs time for which the result has been the same
 * @param growing whether the last interval between two queries was longer than the one before
 */
public record Poll(String key, int unchanged, long elapsedMs, boolean growing) {}
