package dev.statute.chart.check;

import dev.statute.chart.TimerDefinition;
import dev.statute.chart.check.internal.Parts;
import dev.statute.problem.Problems;
import dev.statute.problem.Text;

/** That timers live in states that an instance can be in: C340. */
final class TimerRules {
  private TimerRules() {}

  static void check(Parts parts, Problems problems) {
    for (TimerDefinition timer : parts.chart().timers().values()) {
      for (Text in : timer.in()) {
        int state = parts.source(in);
        if (state > 0 && parts.index().state(state).kind().isHistory()) {
          problems.error(
              "C340",
              in,
              "timer '" + timer.name() + "' runs in '" + in + "', but a history is never active",
              "name the state it stands in");
        }
      }
    }
  }
}
