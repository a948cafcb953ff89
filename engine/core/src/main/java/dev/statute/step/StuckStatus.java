package dev.statute.step;

import dev.statute.policy.spi.ReportedFinding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Status of an agent: stuck or not.
 *
 * @param decisive the finding that decides, of the highest level and the first by rule order; null
 *     = not stuck
 * @param findings all findings that hold, including those that only flag
 */
public record StuckStatus(@Nullable ReportedFinding decisive, List<ReportedFinding> findings) {
  public StuckStatus {
    findings = List.copyOf(findings);
  }

  public boolean isStuck() {
    return decisive != null;
  }
}
