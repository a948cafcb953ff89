package dev.statute.policy.spi;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of counting a record.
 *
 * @param observation facts that were judged; null if nothing was judged
 * @param reports findings to report, in the order of the rules
 * @param response finding that raises the chart event {@code stuck.<level>}; null if none does
 * @param eventData data of that event; empty without a response
 * @param rejection reason why the record was not counted; null if it was
 */
public record TrackedRecord(
    ProgressState state,
    @Nullable Observation observation,
    List<ReportedFinding> reports,
    @Nullable ReportedFinding response,
    Map<String, Object> eventData,
    @Nullable RecordRejection rejection)
    implements CountedRecord {
  public TrackedRecord {
    reports = List.copyOf(reports);
  }

  /** Creates the result of a counted record or of a tick. */
  public TrackedRecord(
      ProgressState state,
      @Nullable Observation observation,
      List<ReportedFinding> reports,
      @Nullable ReportedFinding response,
      Map<String, Object> eventData) {
    this(state, observation, reports, response, eventData, null);
  }

  /** Returns the result of a rejected record, which leaves the state as it was. */
  public static TrackedRecord rejected(ProgressState before, RecordRejection rejection) {
    return new TrackedRecord(before, null, List.of(), null, Map.of(), rejection);
  }
}
