package dev.statute.progress.internal.finding;

import dev.statute.policy.Finding;
import dev.statute.policy.spi.FindingReport;
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
  private final TrackerSettings settings;
  private final List<FindingReport> reports = new ArrayList<>();

  /** Open findings before the update. */
  private final FindingLedger before = new FindingLedger();

  private @Nullable FindingReport response;

  /**
   * Clears the findings that new information or improvements have resolved.
   *
   * @param ledger is changed
   * @param discoveries number of actions with new information so far
   * @param improvements number of verified improvements so far
   */
  public FindingUpdater(
      FindingLedger ledger, int discoveries, int improvements, TrackerSettings settings) {
    this.ledger = ledger;
    this.discoveries = discoveries;
    this.improvements = improvements;
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
        open.set(ago, FindingLedger.LEVEL_HELD, FindingLedger.cell(ledger.level(ago), false));
      }
    }
  }

  /** Returns the key of a finding in the ledger. */
  public static int key(Finding finding) {
    return TextHash.key32(finding.pattern() + '\n' + finding.identity());
  }

  /** Adds a finding of the record. */
  public void add(FindingReport report) {
    Finding finding = report.finding();
    int key = key(finding);
    int ago = before.open.find(FindingLedger.KEY, key);
    FindingLevel level = FindingLevel.of(finding.level());
    if (ago < 0) {
      boolean returns = ledger.cleared.find(0, key) >= 0 && !settings.returnAt.isEmpty();
      FindingLevel first = returns ? max(level, FindingLevel.of(settings.returnAt)) : level;
      put(key, first, finding.count());
      report(report, first, true, true);
      return;
    }
    FindingLevel known = before.level(ago);
    int raised = before.open.at(ago, FindingLedger.RAISED);
    boolean higher = level.compareTo(known) > 0;
    boolean due = settings.renotify > 0 && finding.count() - raised >= settings.renotify;
    boolean raises = higher || !before.held(ago) || due;
    put(key, max(level, known), raises ? finding.count() : raised);
    report(report, max(level, known), higher, raises);
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
    ledger.open.add(FindingLedger.MAX_OPEN, key, cell, raised, discoveries, improvements);
  }

  private void report(FindingReport given, FindingLevel level, boolean isNew, boolean raises) {
    Finding old = given.finding();
    Finding finding =
        new Finding(old.pattern(), old.identity(), level.text(), old.count(), old.reason());
    FindingReport report =
        new FindingReport(finding, given.rule(), given.place(), given.evidence());
    if (isNew || settings.reportEvery) {
      reports.add(report);
    }
    if (raises
        && settings.responds
        && (response == null || level.compareTo(FindingLevel.of(response.finding().level())) > 0)) {
      response = report;
    }
  }

  public List<FindingReport> reports() {
    return reports;
  }

  /** Returns the finding that raises an event, or null. */
  public @Nullable FindingReport response() {
    return response;
  }
}
