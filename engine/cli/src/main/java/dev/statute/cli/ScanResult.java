package dev.statute.cli;

import dev.statute.json.ScannedSession;
import java.util.List;
import java.util.Set;

/**
 * A session that was scanned.
 *
 * @param story what it did, record by record
 * @param found whether it makes the exit code 1
 * @param notes what is to be said besides
 * @param strangers types of records that nobody knows
 */
record ScanResult(
    ScannedSession session,
    SessionTimeline story,
    boolean found,
    List<String> notes,
    Set<String> strangers) {
  /** What of the calls after the first finding brought nothing; -1 if there were none. */
  double wastedShare() {
    return story.after() == 0 ? -1 : (double) story.wasted() / story.after();
  }
}
