package dev.statute.chart.internal.rules;

import dev.statute.chart.TimerDefinition;
import dev.statute.chart.check.internal.StateContents;
import dev.statute.expr.Durations;
import dev.statute.problem.Problems;
import dev.statute.problem.Text;
import java.time.Duration;

/** That timers live in states that an instance can be in, C340, and let time pass: C341. */
final class TimerRules {
  private TimerRules() {}

  static void check(StateContents parts, Problems problems) {
    for (TimerDefinition timer : parts.chart().timers().values()) {
      Text every = timer.every();
      Duration period = every == null ? null : Durations.parse(every.value());
      if (every != null && period != null && period.toMillis() == 0) {
        problems.error(
            "C341",
            every,
            "timer '" + timer.name() + "' would come again at once, without end",
            "write a period: every: 30s; for an event at once use 'after'");
      }
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
