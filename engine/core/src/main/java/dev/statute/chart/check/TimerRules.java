package dev.statute.chart.check;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.TimerDefinition;
import dev.statute.problem.Problems;
import dev.statute.problem.Suggest;
import dev.statute.problem.Text;
import java.util.Set;

/** What timers live in, C340, and which timers can be restarted, C341. */
final class TimerRules {
  private TimerRules() {}

  static void check(Parts parts, Problems problems) {
    for (TimerDefinition timer : parts.chart().timers().values()) {
      timer.in().forEach(state -> livesIn(timer, state, parts, problems));
    }
    Set<String> timers = parts.chart().timers().keySet();
    for (ActionDefinition action : parts.actions()) {
      if (action instanceof ActionDefinition.Restart restart) {
        restarts(restart.timer(), timers, problems);
      }
    }
  }

  private static void livesIn(TimerDefinition timer, Text in, Parts parts, Problems problems) {
    int state = parts.source(in);
    if (state < 0) {
      String near = Suggest.nearest(in.value(), parts.index().ids());
      problems.error(
          "C340",
          in,
          "timer '" + timer.name() + "' runs in '" + in + "', but no state is called so",
          near == null ? "name states of the chart, or any" : "did you mean '" + near + "'?");
    } else if (state > 0 && parts.index().state(state).kind().isHistory()) {
      problems.error(
          "C340",
          in,
          "timer '" + timer.name() + "' runs in '" + in + "', but a history is no state to be in",
          "name the state it stands in");
    }
  }

  private static void restarts(Text timer, Set<String> timers, Problems problems) {
    if (!timers.contains(timer.value())) {
      String near = Suggest.nearest(timer.value(), timers);
      problems.error(
          "C341",
          timer,
          "no timer is called '" + timer + "'",
          near != null
              ? "did you mean '" + near + "'?"
              : timers.isEmpty()
                  ? "declare it under timers"
                  : "the timers are " + String.join(", ", timers));
    }
  }
}
