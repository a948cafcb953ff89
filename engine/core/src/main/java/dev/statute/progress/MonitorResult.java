package dev.statute.progress;

import dev.statute.policy.spi.Observation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of a record.
 *
 * @param reports the findings to report, in the order the rules gave them
 * @param response the one finding, if any, that raises the chart event {@code stuck.<level>} now
 * @param told the data of that event: the finding, its evidence in words, and what the settings
 *     {@code hints} and {@code recipes} advise; empty without a response
 */
public record MonitorResult(
    ProgressTracker tracker,
    Observation observation,
    List<FindingReport> reports,
    @Nullable FindingReport response,
    Map<String, Object> told) {
  public MonitorResult {
    reports = List.copyOf(reports);
  }
}
