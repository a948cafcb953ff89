package dev.statute.step.internal.process;

import dev.statute.problem.SpellingSuggestion;
import dev.statute.step.Cause;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.Trace;
import dev.statute.step.internal.interpret.CurrentEvent;
import dev.statute.step.internal.interpret.DirectMoves;
import dev.statute.step.internal.interpret.InputValidator;
import dev.statute.step.internal.interpret.InterpreterContext;
import dev.statute.step.internal.interpret.MacrostepAlgorithm;
import dev.statute.step.internal.interpret.StepAborted;
import dev.statute.step.internal.interpret.StepTransaction;
import dev.statute.step.internal.interpret.TransitionSelection;
import dev.statute.step.internal.model.CompiledChart;
import java.util.List;
import java.util.Map;

/** Processor of moves: requests for a state. */
final class MoveProcessor {
  private final InterpreterContext context;
  private final CompiledChart model;

  MoveProcessor(InterpreterContext context) {
    this.context = context;
    model = context.model();
  }

  /** Handles a request for a state. */
  Step handle(Snapshot snapshot, Input.Move move, long now, boolean lenient) {
    Cause cause = new Cause.External(move);
    Outcome.Duplicate duplicate = EventDeduplication.findDuplicate(snapshot, move.id());
    if (duplicate != null) {
      return new Step(cause, duplicate, snapshot);
    }
    Outcome refused = InputValidator.rejectFinished(snapshot);
    if (refused == null) {
      Map<String, ?> reason = move.reason() == null ? Map.of() : Map.of("reason", move.reason());
      List<String> where = snapshot.configuration();
      refused = InputValidator.rejectInvalidValues(where, move.id(), "move", move.payload());
      refused =
          refused != null
              ? refused
              : InputValidator.rejectInvalidValues(where, null, "move", reason);
    }
    int target = model.index().resolve(move.to());
    if (refused == null && target < 0) {
      refused = rejectUnknownState(snapshot, move);
    }
    if (refused != null) {
      return new Step(cause, refused, snapshot);
    }
    StepTransaction transaction = new StepTransaction(context, snapshot, now, lenient);
    Step step;
    try {
      step = new Step(cause, apply(transaction, move, target), transaction.commit());
    } catch (StepAborted abort) {
      step = new Step(cause, abort.outcome(), snapshot);
    }
    Snapshot after =
        EventDeduplication.recordHandled(snapshot, step.snapshot(), move.id(), step.outcome());
    return new Step(cause, step.outcome(), after);
  }

  private Outcome apply(StepTransaction transaction, Input.Move move, int target) {
    int signal = model.eventIds().move(target);
    transaction.currentEvent(new CurrentEvent("", signal, move.payload(), CurrentEvent.Kind.MOVE));
    MacrostepAlgorithm macrostep = new MacrostepAlgorithm(transaction);
    macrostep.moveReason(move.reason());
    TransitionSelection selection = TransitionSelection.of(transaction, signal, false);
    if (selection.enabled().isEmpty() && !selection.isBlocked()) {
      macrostep.microstep(List.of(DirectMoves.unlistedMove(transaction, target)));
    } else {
      macrostep.microstep(selection);
    }
    macrostep.moveReason(null);
    macrostep.run();
    return ExternalEventProcessor.outcome(transaction, macrostep, selection);
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
