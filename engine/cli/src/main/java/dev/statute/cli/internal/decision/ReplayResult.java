package dev.statute.cli.internal.decision;

import dev.statute.json.InputLine;
import dev.statute.session.ChartSession;
import dev.statute.session.StartOptions;
import dev.statute.step.Interpreter;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Decisions of a session by the line that caused them; 0 is the start.
 *
 * @param decisions decisions by line, in their order
 */
record ReplayResult(NavigableMap<Integer, List<ReplayedDecision>> decisions) {
  /**
   * Replayed decision.
   *
   * @param seq its number for {@code explain}
   */
  record ReplayedDecision(long seq, DecisionSummary summary) {}

  /**
   * Replays a session.
   *
   * @param stepsOnly true to number only steps, as in a decision log
   */
  static ReplayResult play(
      Interpreter interpreter, StartOptions how, List<InputLine> lines, boolean stepsOnly) {
    ReplayResult replayed = new ReplayResult(new TreeMap<>());
    SequencedListener listener =
        new SequencedListener(stepsOnly) {
          @Override
          public void step(int line, Instant when, Step step) {
            super.step(line, when, step);
            replayed.add(line, new ReplayedDecision(seq(), DecisionSummary.of(step)));
          }
        };
    ChartSession session = ChartSession.start(interpreter, how, listener).withoutDeadlines();
    lines.forEach(session::play);
    return replayed;
  }

  /** Takes the logged decisions. */
  static ReplayResult of(DecisionFile.RecordedInstance recorded) {
    ReplayResult replayed = new ReplayResult(new TreeMap<>());
    for (DecisionFile.LoggedDecision logged : recorded.decisions()) {
      replayed.add(logged.group(), new ReplayedDecision(logged.seq(), logged.decided()));
    }
    return replayed;
  }

  private void add(int line, ReplayedDecision each) {
    decisions.computeIfAbsent(line, number -> new ArrayList<>()).add(each);
  }

  List<ReplayedDecision> of(int line) {
    return decisions.getOrDefault(line, List.of());
  }

  int size() {
    return decisions.values().stream().mapToInt(List::size).sum();
  }
}
