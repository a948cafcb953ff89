package dev.statute.step.internal.rules;

import dev.statute.chart.TimerDefinition;
import dev.statute.chart.internal.StateContents;
import dev.statute.expr.DurationFormat;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.time.Duration;

/** Checks of timers: their states can be active C340, their durations are positive C341. */
final class TimerRules {
  private TimerRules() {}

  static void check(StateContents parts, ProblemCollector problems) {
    for (TimerDefinition timer : parts.chart().timers().values()) {
      SourceText every = timer.every();
      Duration period = every == null ? null : DurationFormat.parse(every.value());
      if (every != null && period != null && period.toMillis() == 0) {
        problems.error(
            "C341",
            every,
            "timer '" + timer.name() + "' would come again at once, without end",
            "write a period: every: 30s; for an event at once use 'after'");
      }
      for (SourceText in : timer.in()) {
        int state = parts.resolveSource(in);
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
