package dev.statute.turns.internal.protocol;

import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import dev.statute.turns.internal.call.TurnChartException;
import java.time.Instant;
import java.util.Map;

/** Steps of an agent's chart in a transaction, each with its built-in calls. */
final class AgentSteps {
  private AgentSteps() {}

  /** Sends an event to the chart, and executes its calls. */
  static Outcome handleEvent(AgentTransaction round, String event, Map<String, ?> facts) {
    Step step =
        round.interpreter().step(round.snapshot(), new Input.Event(event, facts), round.now());
    if (!(step.outcome() instanceof Outcome.Taken)) {
      return step.outcome();
    }
    round.interpreter().runToCompletion(step, round.now()).forEach(each -> apply(round, each));
    return step.outcome();
  }

  /** Handles an event like {@link #handleEvent}; a failure of the chart ends the transaction. */
  static Outcome handleOrThrow(AgentTransaction round, String event, Map<String, ?> facts) {
    Outcome outcome = handleEvent(round, event, facts);
    if (outcome instanceof Outcome.Failed failed) {
      throw new TurnChartException(failed.message());
    }
    return outcome;
  }

  /** Fires the chart's due timers. */
  static void fireDue(AgentTransaction round) {
    Instant due = round.snapshot().due();
    if (due != null && !due.isAfter(round.now())) {
      round
          .interpreter()
          .fireDue(round.snapshot(), round.now())
          .forEach(step -> apply(round, step));
    }
  }

  private static void apply(AgentTransaction round, Step step) {
    round.setSnapshot(step.snapshot());
    for (Effect effect : step.outcome().trace().effects()) {
      if (effect instanceof Effect.Call call) {
        new BuiltInCalls(round).execute(call);
      } else if (effect instanceof Effect.Emit emit) {
        round.emit("chart." + emit.type(), emit.data());
      }
    }
  }
}
