package dev.statute.policy;

import dev.statute.policy.base.Verdict;
import java.util.Objects;
import java.util.Set;

/**
 * Reports a loop or a lack of progress.
 *
 * @param pattern kind of loop, such as {@code repeated-error}
 * @param identity key that two findings of the same loop share
 * @param level {@code hint}, {@code recover} or {@code stop}
 * @param count times that the pattern was seen
 * @param reason reason for people
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
