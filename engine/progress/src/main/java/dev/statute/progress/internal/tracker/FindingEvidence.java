package dev.statute.progress.internal.tracker;

import dev.statute.policy.Cycle;
import dev.statute.policy.Finding;
import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.count.CycleDetector;
import dev.statute.progress.internal.count.RepetitionState;
import dev.statute.progress.internal.state.TrackerState;
import java.util.ArrayList;
import java.util.List;

/**
 * Records that show a finding, derived from the ring of the last actions since rules name none. For
 * a cycle these are its laps, as far as the ring goes back. For other findings they are as many
 * actions equal to the newest one as the finding counts, or the last actions if there are fewer.
 */
final class FindingEvidence {
  private FindingEvidence() {}

  static List<Long> of(Finding finding, TrackerState state) {
    for (Cycle cycle : CycleDetector.detect(state.repetition)) {
      if (cycle.identity().equals(finding.identity())) {
        return last(state.repetition, cycle.period() * cycle.laps(), false);
      }
    }
    if (finding.identity().equals(Counter.REFUSALS.text())) {
      return List.of(state.records); // refused calls are in no ring
    }
    int count = Math.max(1, finding.count());
    List<Long> equal = last(state.repetition, count, true);
    List<Long> records =
        equal.size() == Math.min(count, RepetitionState.RING)
            ? equal
            : last(state.repetition, count, false);
    return records.isEmpty() ? List.of(state.records) : records;
  }

  private static List<Long> last(RepetitionState repetition, int count, boolean equal) {
    List<Long> records = new ArrayList<>();
    for (int ago = 0; ago < repetition.ring.size() && records.size() < count; ago++) {
      if (!equal || repetition.action(ago) == repetition.action(0)) {
        records.add(0, (long) repetition.ring.at(ago, RepetitionState.RECORD));
      }
    }
    return records;
  }
}
