package dev.statute.progress;

import dev.statute.policy.Finding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Enters the findings of one record into the ledger. */
final class Bookkeeper {
  private final State state;
  private final Tracking tracking;
  private final List<Report> reports = new ArrayList<>();
  private final Ledger ledger;

  /** The open findings before this record's are entered. */
  private final Ledger before = new Ledger();

  private @Nullable Report response;

  /**
   * Keeps the ledger of a state.
   *
   * @param state is changed
   */
  Bookkeeper(State state, Tracking tracking) {
    this.state = state;
    this.tracking = tracking;
    ledger = state.ledger;
    Rows open = ledger.open;
    for (int ago = open.size() - 1; ago >= 0; ago--) {
      boolean learned = state.news - open.at(ago, Ledger.NEWS) >= tracking.clearAfter;
      if (learned || state.improvements > open.at(ago, Ledger.IMPROVEMENTS)) {
        ledger.cleared.add(Ledger.CLEARED, open.at(ago, Ledger.KEY));
        open.remove(ago);
      } else {
        before.open.add(Ledger.MOST, open.row(ago));
        open.set(ago, Ledger.LEVEL_HELD, Ledger.cell(ledger.level(ago), false));
      }
    }
  }

  static int key(Finding finding) {
    return Key.half(finding.pattern() + '\n' + finding.identity());
  }

  /** A finding that the rules gave on this record. */
  void enter(Report report) {
    Finding finding = report.finding();
    int key = key(finding);
    int ago = before.open.find(Ledger.KEY, key);
    Level level = Level.of(finding.level());
    if (ago < 0) {
      boolean again = ledger.cleared.find(0, key) >= 0 && !tracking.returnAt.isEmpty();
      Level start = again ? max(level, Level.of(tracking.returnAt)) : level;
      put(key, start, finding.count());
      say(report, start, true, true);
      return;
    }
    Level known = before.level(ago);
    int raised = before.open.at(ago, Ledger.RAISED);
    boolean higher = level.compareTo(known) > 0;
    boolean due = tracking.renotify > 0 && finding.count() - raised >= tracking.renotify;
    boolean raises = higher || !before.held(ago) || due;
    put(key, max(level, known), raises ? finding.count() : raised);
    say(report, max(level, known), higher, raises);
  }

  private static Level max(Level a, Level b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private void put(int key, Level level, int raised) {
    int ago = ledger.open.find(Ledger.KEY, key);
    if (ago >= 0) {
      ledger.open.remove(ago);
    }
    int cell = Ledger.cell(level, true);
    ledger.open.add(Ledger.MOST, key, cell, raised, state.news, state.improvements);
  }

  private void say(Report report, Level level, boolean isNew, boolean raises) {
    Finding given = report.finding();
    Finding finding =
        new Finding(given.pattern(), given.identity(), level.text(), given.count(), given.reason());
    Report said = new Report(finding, report.rule(), report.place(), report.evidence());
    if (isNew || tracking.reportEvery) {
      reports.add(said);
    }
    if (raises
        && tracking.responds
        && (response == null || level.compareTo(Level.of(response.finding().level())) > 0)) {
      response = said;
    }
  }

  List<Report> reports() {
    return reports;
  }

  @Nullable Report response() {
    return response;
  }
}
