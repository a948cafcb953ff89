package dev.statute.progress;

import dev.statute.policy.Finding;
import java.util.ArrayList;
import java.util.List;

/**
 * Which records show a finding. Rules do not say; it is read off the windows: of the last actions,
 * as many as were counted, those that are like the newest one if there are enough of them.
 */
final class Evidence {
  private Evidence() {}

  static List<Long> of(Finding finding, State state) {
    int count = Math.max(1, finding.count());
    List<Long> like = last(state.actions, count, true);
    List<Long> records = like.size() == count ? like : last(state.actions, count, false);
    return records.isEmpty() ? List.of(state.records) : records;
  }

  private static List<Long> last(Rows actions, int count, boolean alike) {
    List<Long> records = new ArrayList<>();
    for (int ago = 0; ago < actions.size() && records.size() < count; ago++) {
      if (!alike || actions.at(ago, State.ACTION) == actions.at(0, State.ACTION)) {
        records.add(0, (long) Key.high(actions.at(ago, State.RECORD_FLAGS)));
      }
    }
    return records;
  }
}
