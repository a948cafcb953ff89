package dev.statute.cli.internal.scan;

import dev.statute.json.ScannedSession;
import java.util.List;
import java.util.Set;

/**
 * A session that was scanned.
 *
 * @param timeline what it did, record by record
 * @param hasFindings whether it makes the exit code 1
 * @param notes what is to be said besides
 * @param unknownTypes types of records that nobody knows
 */
record ScanResult(
    ScannedSession session,
    SessionTimeline timeline,
    boolean hasFindings,
    List<String> notes,
    Set<String> unknownTypes) {
  /** What of the calls after the first finding brought nothing; -1 if there were none. */
  double wastedShare() {
    return timeline.callsAfterFinding() == 0
        ? -1
        : (double) timeline.wastedCalls() / timeline.callsAfterFinding();
  }
}
