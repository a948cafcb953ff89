package dev.statute.yaml.internal.chart;

import dev.statute.chart.TransitionDefinition;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;

/** Limits of the number of parts of a chart; the first excess is reported. */
final class ChartLimits {
  static final int MAX_STATES = 20_000;
  static final int MAX_TRANSITIONS = 100_000;

  private final ProblemCollector problems;
  private int states;
  private int transitions;

  ChartLimits(ProblemCollector problems) {
    this.problems = problems;
  }

  void countState(SourceText id) {
    if (++states == MAX_STATES + 1) {
      problems.error(
          "C150", id, "a chart has at most " + MAX_STATES + " states", "split it with 'invoke'");
    }
  }

  void countTransition(TransitionDefinition created) {
    if (++transitions == MAX_TRANSITIONS + 1) {
      problems.add(
          Problem.error(
              "C151",
              created.place(),
              "a chart has at most " + MAX_TRANSITIONS + " transitions",
              "split it with 'invoke'"));
    }
  }
}
