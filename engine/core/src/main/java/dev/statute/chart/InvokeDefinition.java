package dev.statute.chart;

import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Child chart or host task that runs while a state is active. Exactly one of {@code chart} and
 * {@code task} is set.
 *
 * @param id defaults to the state's id
 * @param timeout duration literal or expression
 */
public record InvokeDefinition(
    @Nullable SourceText chart,
    @Nullable SourceText task,
    SourceText id,
    @Nullable ValueDefinition with,
    @Nullable SourceText timeout,
    @Nullable Retry retry,
    boolean autoforward,
    List<ActionDefinition> finalizing,
    Place place) {

  /** Retry policy of a failed invocation: at most {@code max} retries, after backoff × factor^n. */
  public record Retry(int max, SourceText backoff, double factor) {}
}
