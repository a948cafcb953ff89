package dev.statute.progress.internal.finding;

import dev.statute.policy.Finding;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.table.IntTable;
import dev.statute.progress.internal.text.TextHash;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Update of the ledger with the findings of one record. */
public final class FindingUpdater {
  private final FindingLedger ledger;
  private final int discoveries;
  private final int improvements;
  private final StopRestraint restraint;
  private final TrackerSettings settings;
  private final List<ReportedFinding> reports = new ArrayList<>();

  /** Open findings before the update. */
  private final FindingLedger before = new FindingLedger();

  private @Nullable ReportedFinding response;

  /**
   * Clears the findings that new information or improvements have resolved.
   *
   * @param ledger is changed
   * @param discoveries number of actions with new information so far
   * @param improvements number of verified improvements so far
   */
  public FindingUpdater(
      FindingLedger ledger,
      int discoveries,
      int improvements,
      StopRestraint restraint,
      TrackerSettings settings) {
    this.ledger = ledger;
    this.discoveries = discoveries;
    this.improvements = improvements;
    this.restraint = restraint;
    this.settings = settings;
    IntTable open = ledger.open;
    for (int ago = open.size() - 1; ago >= 0; ago--) {
      int learned = discoveries - open.at(ago, FindingLedger.DISCOVERIES);
      if (learned >= settings.clearAfter
          || improvements > open.at(ago, FindingLedger.IMPROVEMENTS)) {
        ledger.cleared.add(FindingLedger.MAX_CLEARED, open.at(ago, FindingLedger.KEY));
        open.remove(ago);
      } else {
        before.open.add(FindingLedger.MAX_OPEN, open.row(ago));
        int status = FindingLedger.status(ledger.level(ago), false, ledger.advised(ago));
        open.set(ago, FindingLedger.STATUS, status);
      }
    }
  }

  /** Returns the key of a finding in the ledger. */
  public static int key(Finding finding) {
    return TextHash.key32(finding.pattern() + '\n' + finding.identity());
  }

  /** Adds a finding of the record. */
  public void add(ReportedFinding report) {
    Finding finding = report.finding();
    int key = key(finding);
    int ago = before.open.find(FindingLedger.KEY, key);
    FindingLevel level = FindingLevel.of(finding.level());
    if (ago < 0) {
      boolean returns = ledger.cleared.find(0, key) >= 0 && !settings.returnAt.isEmpty();
      FindingLevel first =
          restraint.limit(
              finding, returns ? max(level, FindingLevel.of(settings.returnAt)) : level, 0);
      put(finding, first, finding.count(), 0);
      report(report, first, true, true);
      return;
    }
    FindingLevel known = before.level(ago);
    int advised = before.advised(ago);
    FindingLevel now = max(restraint.limit(finding, level, advised), known);
    int raised = before.open.at(ago, FindingLedger.RAISED);
    boolean higher = now.compareTo(known) > 0;
    boolean due = settings.renotify > 0 && finding.count() - raised >= settings.renotify;
    boolean raises = higher || !before.held(ago) || due;
    put(finding, now, raises ? finding.count() : raised, advised);
    report(report, now, higher, raises);
  }

  private static FindingLevel max(FindingLevel a, FindingLevel b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private void put(Finding finding, FindingLevel level, int raised, int advised) {
    int key = key(finding);
    int ago = ledger.open.find(FindingLedger.KEY, key);
    int status = FindingLedger.status(level, true, restraint.countFrom(finding, level, advised));
    ledger.open.replace(
        ago, FindingLedger.MAX_OPEN, key, status, raised, discoveries, improvements);
  }

  private void report(ReportedFinding given, FindingLevel level, boolean isNew, boolean raises) {
    Finding old = given.finding();
    Finding finding =
        new Finding(old.pattern(), old.identity(), level.text(), old.count(), old.reason());
    ReportedFinding report =
        new ReportedFinding(finding, given.rule(), given.place(), given.evidence());
    if (isNew || settings.reportEvery) {
      reports.add(report);
    }
    if (raises
        && settings.responds
        && (response == null || level.compareTo(FindingLevel.of(response.finding().level())) > 0)) {
      response = report;
    }
  }

  public List<ReportedFinding> reports() {
    return reports;
  }

  /** Returns the finding that raises an event, or null. */
  public @Nullable ReportedFinding response() {
    return response;
  }
}
