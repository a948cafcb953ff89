package dev.statute.progress;

import dev.statute.policy.Cycle;
import dev.statute.policy.Finding;
import java.util.ArrayList;
import java.util.List;

/**
 * Which records show a finding. Rules do not say; it is read off the windows: of the last actions,
 * as many as were counted, those that are like the newest one if there are enough of them; of a
 * cycle all its laps, as far back as the window goes.
 */
final class FindingEvidence {
  private FindingEvidence() {}

  static List<Long> of(Finding finding, TrackerState state) {
    for (Cycle cycle : CycleDetector.of(state.trail)) {
      if (cycle.identity().equals(finding.identity())) {
        return last(state.trail, cycle.period() * cycle.laps(), false);
      }
    }
    int count = Math.max(1, finding.count());
    List<Long> like = last(state.trail, count, true);
    List<Long> records =
        like.size() == Math.min(count, RepetitionState.RING)
            ? like
            : last(state.trail, count, false);
    return records.isEmpty() ? List.of(state.records) : records;
  }

  private static List<Long> last(RepetitionState trail, int count, boolean alike) {
    List<Long> records = new ArrayList<>();
    for (int ago = 0; ago < trail.ring.size() && records.size() < count; ago++) {
      if (!alike || trail.action(ago) == trail.action(0)) {
        records.add(0, (long) trail.ring.at(ago, RepetitionState.RECORD));
      }
    }
    return records;
  }
}
