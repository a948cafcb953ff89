package dev.statute.progress;

import dev.statute.policy.Observation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a record.
 *
 * @param reports the findings to report, in the order the rules gave them
 * @param response the one finding, if any, that raises the chart event {@code stuck.<level>} now
 */
public record Watched(
    Tracker tracker, Observation observation, List<Report> reports, @Nullable Report response) {
  public Watched {
    reports = List.copyOf(reports);
  }
}
