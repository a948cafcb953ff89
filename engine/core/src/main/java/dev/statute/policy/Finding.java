package dev.statute.policy;

import java.util.Objects;
import java.util.Set;

/**
 * Progress looks stuck.
 *
 * @param pattern what kind of loop, such as {@code repeated-error}
 * @param identity what makes two findings one loop; independent of where in a cycle one starts
 * @param level {@code hint}, {@code recover} or {@code stop}
 * @param count how often it was seen
 */
public record Finding(String pattern, String identity, String level, int count, String reason)
    implements Verdict {
  private static final Set<String> LEVELS = Set.of("hint", "recover", "stop");

  public Finding {
    Objects.requireNonNull(pattern, "pattern");
    Objects.requireNonNull(identity, "identity");
    Objects.requireNonNull(reason, "reason");
    if (!LEVELS.contains(level)) {
      throw new IllegalArgumentException(
          "a finding's level is hint, recover or stop, not '" + level + "'");
    }
  }
}
