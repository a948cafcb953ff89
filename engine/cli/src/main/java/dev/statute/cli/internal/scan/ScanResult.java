package dev.statute.cli.internal.scan;

import dev.statute.json.ScannedSession;
import dev.statute.session.SessionTimeline;
import java.util.List;
import java.util.Set;

/**
 * Result of a scanned session.
 *
 * @param timeline its records
 * @param hasFindings true if it makes the exit code 1
 * @param notes further messages
 * @param unknownTypes unknown types of records
 */
record ScanResult(
    ScannedSession session,
    SessionTimeline timeline,
    boolean hasFindings,
    List<String> notes,
    Set<String> unknownTypes) {
  /** Share of the calls after the first finding without a new result; -1 if there were none. */
  double wastedShare() {
    return timeline.callsAfterFinding() == 0
        ? -1
        : (double) timeline.wastedCalls() / timeline.callsAfterFinding();
  }
}
