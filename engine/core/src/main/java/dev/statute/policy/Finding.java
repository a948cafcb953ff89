package dev.statute.policy;

/**
 * Progress looks stuck.
 *
 * @param pattern what kind of loop, such as {@code repeated-error}
 * @param identity what makes two findings one loop; independent of where in a cycle one starts
 * @param level {@code hint}, {@code recover} or {@code stop}
 * @param count how often it was seen
 */
public record Finding(String pattern, String identity, String level, int count, String reason)
    implements Verdict {}
