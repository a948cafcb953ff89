package dev.statute.step.internal.process;

import dev.statute.problem.SpellingSuggestion;
import dev.statute.step.Cause;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.Trace;
import dev.statute.step.internal.interpret.CurrentEvent;
import dev.statute.step.internal.interpret.InputValidator;
import dev.statute.step.internal.interpret.InterpreterContext;
import dev.statute.step.internal.interpret.StepAlgorithm;
import dev.statute.step.internal.interpret.TransitionSelection;
import dev.statute.step.internal.model.CompiledChart;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Processor of moves: requests for a state. */
public final class MoveProcessor {
  private final InterpreterContext context;
  private final CompiledChart model;

  public MoveProcessor(InterpreterContext context) {
    this.context = context;
    model = context.model();
  }

  /** Handles a request for a state. */
  public Step handle(Snapshot snapshot, Input.Move move, long now, boolean lenient) {
    return handle(new Cause.External(move), snapshot, move, now, lenient);
  }

  /** Handles a request for a state with another cause than an input. */
  Step handle(Cause cause, Snapshot snapshot, Input.Move move, long now, boolean lenient) {
    int target = model.index().resolve(move.to());
    Outcome refused = validate(snapshot, move, target);
    return refused == null
        ? StepAlgorithm.begin(context, snapshot, now, lenient)
            .attempt(cause, algorithm -> apply(algorithm, move, target))
        : new Step(cause, refused, snapshot);
  }

  private @Nullable Outcome validate(Snapshot snapshot, Input.Move move, int target) {
    Outcome refused = InputValidator.rejectFinished(snapshot);
    List<String> where = snapshot.configuration();
    if (refused == null) {
      refused = InputValidator.rejectInvalidValues(where, move.id(), "move", move.payload());
    }
    if (refused == null && move.reason() != null) {
      Map<String, ?> reason = Map.of("reason", move.reason());
      refused = InputValidator.rejectInvalidValues(where, null, "move", reason);
    }
    return refused == null && target < 0 ? rejectUnknownState(snapshot, move) : refused;
  }

  private Outcome apply(StepAlgorithm algorithm, Input.Move move, int target) {
    int signal = model.eventIds().move(target);
    algorithm
        .state()
        .currentEvent(
            new CurrentEvent(
                "", signal, move.payload(), CurrentEvent.Kind.MOVE, false, false, null));
    TransitionSelection selection = algorithm.selectTransitions(false);
    algorithm.executeMove(target, move.reason(), selection);
    algorithm.macrostep();
    return algorithm.outcome(selection);
  }

  private Outcome rejectUnknownState(Snapshot snapshot, Input.Move move) {
    String nearest = SpellingSuggestion.nearest(move.to(), model.index().ids());
    String hint = nearest == null ? "" : "; did you mean '" + nearest + "'?";
    return new Outcome.Rejected(
        snapshot.configuration(),
        "unknown-state",
        "no state is called '" + move.to() + "'" + hint,
        null,
        nearest,
        move.to(),
        Trace.NONE);
  }
}
