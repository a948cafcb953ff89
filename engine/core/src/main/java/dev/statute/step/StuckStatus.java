package dev.statute.step;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether an agent is stuck as things stand.
 *
 * @param decisive the finding because of which it is: of the highest level, the one that the rules
 *     gave first; null = it is not stuck
 * @param findings all that hold, those that only flag something among them
 */
public record StuckStatus(@Nullable ReportedFinding decisive, List<ReportedFinding> findings) {
  public StuckStatus {
    findings = List.copyOf(findings);
  }

  public boolean isStuck() {
    return decisive != null;
  }
}
