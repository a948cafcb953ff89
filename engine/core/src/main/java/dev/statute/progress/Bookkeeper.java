package dev.statute.progress;

import dev.statute.policy.Finding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Enters the findings of one record into the ledger. */
final class Bookkeeper {
  private static final int CLEARED = 8;
  private final State state;
  private final Tracking tracking;
  private final List<Report> reports = new ArrayList<>();
  private final Rows before;
  private Rows open;
  private Rows cleared;
  private @Nullable Report response;

  Bookkeeper(State state, Tracking tracking) {
    this.state = state;
    this.tracking = tracking;
    cleared = state.ledger.cleared();
    before = withoutCleared(state.ledger.open());
    open = Rows.empty(Ledger.WIDTH);
    for (int ago = before.size() - 1; ago >= 0; ago--) {
      open = open.with(Ledger.MOST, row(before, ago, false));
    }
  }

  static long key(Finding finding) {
    return Key.of(finding.pattern() + '\n' + finding.identity());
  }

  private static long[] row(Rows rows, int ago, boolean held) {
    long cell = rows.at(ago, Ledger.LEVEL_HELD_RAISED);
    return new long[] {
      rows.at(ago, Ledger.KEY),
      Ledger.cell(Ledger.level(cell), held, Ledger.raised(cell)),
      rows.at(ago, Ledger.GAINS)
    };
  }

  private Rows withoutCleared(Rows rows) {
    Rows kept = rows;
    for (int ago = rows.size() - 1; ago >= 0; ago--) {
      long gains = rows.at(ago, Ledger.GAINS);
      boolean learned = state.news - Key.high(gains) >= tracking.clearAfter;
      if (learned || state.improvements > Key.low(gains)) {
        kept = kept.without(ago);
        cleared = cleared.with(CLEARED, rows.at(ago, Ledger.KEY));
      }
    }
    return kept;
  }

  /** A finding that the rules gave on this record. */
  void enter(Report report) {
    Finding finding = report.finding();
    long key = key(finding);
    int ago = before.find(Ledger.KEY, key);
    Level level = Level.of(finding.level());
    if (ago < 0) {
      boolean again = cleared.find(0, key) >= 0 && !tracking.returnAt.isEmpty();
      Level start = again ? max(level, Level.of(tracking.returnAt)) : level;
      put(key, start, finding.count());
      say(report, start, true, true);
      return;
    }
    long cell = before.at(ago, Ledger.LEVEL_HELD_RAISED);
    Level known = Level.of(Ledger.level(cell));
    boolean held = Ledger.held(cell);
    int raised = Ledger.raised(cell);
    boolean higher = level.compareTo(known) > 0;
    boolean due = tracking.renotify > 0 && finding.count() - raised >= tracking.renotify;
    boolean raises = higher || !held || due;
    put(key, max(level, known), raises ? finding.count() : raised);
    say(report, max(level, known), higher, raises);
  }

  private static Level max(Level a, Level b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private void put(long key, Level level, int raised) {
    int ago = open.find(Ledger.KEY, key);
    Rows rest = ago < 0 ? open : open.without(ago);
    long gains = Key.pair((int) state.news, (int) state.improvements);
    open = rest.with(Ledger.MOST, key, Ledger.cell(level.rank(), true, raised), gains);
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

  Ledger close() {
    return new Ledger(open, cleared);
  }

  List<Report> reports() {
    return reports;
  }

  @Nullable Report response() {
    return response;
  }
}
