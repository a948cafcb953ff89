package dev.statute.progress;

import dev.statute.policy.Finding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Enters the findings of one record into the ledger. */
final class FindingUpdater {
  private final TrackerState state;
  private final TrackerSettings tracking;
  private final List<FindingReport> reports = new ArrayList<>();
  private final FindingLedger ledger;

  /** The open findings before this record's are entered. */
  private final FindingLedger before = new FindingLedger();

  private @Nullable FindingReport response;

  /**
   * Keeps the ledger of a state.
   *
   * @param state is changed
   */
  FindingUpdater(TrackerState state, TrackerSettings tracking) {
    this.state = state;
    this.tracking = tracking;
    ledger = state.ledger;
    IntTable open = ledger.open;
    for (int ago = open.size() - 1; ago >= 0; ago--) {
      boolean learned = state.news - open.at(ago, FindingLedger.NEWS) >= tracking.clearAfter;
      if (learned || state.improvements > open.at(ago, FindingLedger.IMPROVEMENTS)) {
        ledger.cleared.add(FindingLedger.CLEARED, open.at(ago, FindingLedger.KEY));
        open.remove(ago);
      } else {
        before.open.add(FindingLedger.MOST, open.row(ago));
        open.set(ago, FindingLedger.LEVEL_HELD, FindingLedger.cell(ledger.level(ago), false));
      }
    }
  }

  static int key(Finding finding) {
    return TextHash.half(finding.pattern() + '\n' + finding.identity());
  }

  /** A finding that the rules gave on this record. */
  void enter(FindingReport report) {
    Finding finding = report.finding();
    int key = key(finding);
    int ago = before.open.find(FindingLedger.KEY, key);
    FindingLevel level = FindingLevel.of(finding.level());
    if (ago < 0) {
      boolean again = ledger.cleared.find(0, key) >= 0 && !tracking.returnAt.isEmpty();
      FindingLevel start = again ? max(level, FindingLevel.of(tracking.returnAt)) : level;
      put(key, start, finding.count());
      say(report, start, true, true);
      return;
    }
    FindingLevel known = before.level(ago);
    int raised = before.open.at(ago, FindingLedger.RAISED);
    boolean higher = level.compareTo(known) > 0;
    boolean due = tracking.renotify > 0 && finding.count() - raised >= tracking.renotify;
    boolean raises = higher || !before.held(ago) || due;
    put(key, max(level, known), raises ? finding.count() : raised);
    say(report, max(level, known), higher, raises);
  }

  private static FindingLevel max(FindingLevel a, FindingLevel b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private void put(int key, FindingLevel level, int raised) {
    int ago = ledger.open.find(FindingLedger.KEY, key);
    if (ago >= 0) {
      ledger.open.remove(ago);
    }
    int cell = FindingLedger.cell(level, true);
    ledger.open.add(FindingLedger.MOST, key, cell, raised, state.news, state.improvements);
  }

  private void say(FindingReport report, FindingLevel level, boolean isNew, boolean raises) {
    Finding given = report.finding();
    Finding finding =
        new Finding(given.pattern(), given.identity(), level.text(), given.count(), given.reason());
    FindingReport said =
        new FindingReport(finding, report.rule(), report.place(), report.evidence());
    if (isNew || tracking.reportEvery) {
      reports.add(said);
    }
    if (raises
        && tracking.responds
        && (response == null || level.compareTo(FindingLevel.of(response.finding().level())) > 0)) {
      response = said;
    }
  }

  List<FindingReport> reports() {
    return reports;
  }

  @Nullable FindingReport response() {
    return response;
  }
}
