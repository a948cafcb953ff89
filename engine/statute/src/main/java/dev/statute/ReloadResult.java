package dev.statute;

import dev.statute.problem.Problem;
import java.util.List;

/**
 * Result of a reload.
 *
 * @param changed names of charts that were replaced, or judged by other rules or settings
 * @param problems the errors that prevented the reload; otherwise warnings, and errors of older
 *     versions and engines, which keep what they have
 * @param isApplied false if the files have errors; then nothing was replaced
 */
public record ReloadResult(List<String> changed, List<Problem> problems, boolean isApplied) {
  public ReloadResult {
    changed = List.copyOf(changed);
    problems = List.copyOf(problems);
  }
}
