package dev.statute.step.internal.interpret;

import dev.statute.step.Effect;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.algorithm.ExitAndEntry;
import dev.statute.step.internal.algorithm.MicrostepActions;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTemplate;
import dev.statute.step.internal.model.CompiledValue;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.model.StateSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Microstep of the SCXML algorithm: exit, then actions, then entry. */
public final class MicrostepAlgorithm implements MicrostepActions {
  private final StepTransaction transaction;
  private final CompiledChart model;
  private final List<EnabledTransition> transitions;

  private MicrostepAlgorithm(StepTransaction step, List<EnabledTransition> transitions) {
    this.transaction = step;
    model = step.model();
    this.transitions = transitions;
  }

  /**
   * Executes the transitions.
   *
   * @param reason given with a move, or null
   */
  static void execute(
      StepTransaction step, List<EnabledTransition> transitions, @Nullable String reason) {
    new MicrostepAlgorithm(step, transitions).run(reason);
  }

  /** Enters the initial states; there is none to leave. */
  public static void enterInitialStates(StepTransaction step) {
    MicrostepAlgorithm microstep = new MicrostepAlgorithm(step, List.of());
    CompiledState root = step.model().root();
    step.states().activate(0);
    step.run(root.entry());
    step.timers().arm(root);
    step.run(root.initialActions());
    microstep.algorithm().enterInitialStates();
    step.states().endMicrostep();
    microstep.updateNamedTimers(step.model().emptyConfiguration());
  }

  private ExitAndEntry algorithm() {
    return new ExitAndEntry(model, this);
  }

  private void run(@Nullable String moveReason) {
    ActiveConfiguration before = transaction.configuration();
    ExitAndEntry algorithm = algorithm();
    algorithm.exitStates(transitions);
    String reason = executeTransitionContent();
    int position = transaction.trace().effects.size();
    algorithm.enterStates(transitions);
    transaction.states().endMicrostep();
    ActiveConfiguration after = transaction.configuration();
    if (after != before && !after.active().equals(before.active())) {
      String from = String.join(",", before.atomicIds());
      String to = String.join(",", after.atomicIds());
      String why = reason == null ? moveReason : reason;
      transaction.trace().effects.add(position, new Effect.StateChanged(from, to, why));
    }
    updateNamedTimers(before);
  }

  /** Runs the actions of the transitions; returns the first of their reasons, or null. */
  private @Nullable String executeTransitionContent() {
    String first = null;
    for (EnabledTransition enabled : transitions) {
      String reason = renderReason(enabled.transition().reason());
      first = first == null ? reason : first;
      transaction
          .trace()
          .transitions
          .add(PolicyEvaluation.takenTransition(transaction, enabled, reason));
      transaction.run(enabled.transition().actions());
    }
    return first;
  }

  private @Nullable String renderReason(@Nullable CompiledTemplate reason) {
    try {
      return reason == null ? null : reason.render(transaction.scope());
    } catch (ActionFailure failure) {
      transaction.queue().raiseError(failure, "reason");
      return null;
    }
  }

  @Override
  public StateSet active() {
    return transaction.active();
  }

  @Override
  public Map<Integer, int[]> history() {
    return transaction.history();
  }

  @Override
  public void recordHistory(int history, int[] value) {
    transaction.recordHistory(history, value);
  }

  @Override
  public void exit(CompiledState state) {
    transaction.trace().exited.add(state.id());
    transaction.run(state.exit());
    InvocationEffects.cancel(transaction, state);
    transaction.timers().disarm(state);
    transaction.states().deactivate(state.number());
  }

  @Override
  public void enter(CompiledState state) {
    transaction.states().activate(state.number());
    transaction.trace().entered.add(state.id());
    transaction.run(state.entry());
    transaction.timers().arm(state);
  }

  @Override
  public void enterInitially(CompiledState state) {
    transaction.run(state.initialActions());
  }

  @Override
  public void raiseDone(CompiledState state, @Nullable CompiledState last) {
    transaction.queue().raiseDone(state, last == null ? Map.of() : doneData(transaction, last));
  }

  /** Returns the output of a final state; empty if the computation fails. */
  static Map<String, ?> doneData(StepTransaction step, CompiledState node) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    Map<String, CompiledValue> written = node.output();
    if (written != null) {
      step.runRecovering(
          "output of " + node.id(),
          () -> {
            Map<String, @Nullable Object> computed = new LinkedHashMap<>();
            written.forEach((name, value) -> computed.put(name, value.evaluate(step.scope())));
            step.chargeData(computed, 0, step.model().definition().name().place());
            all.putAll(computed);
          });
    }
    return all;
  }

  /**
   * Starts and stops named timers, which run from the entry of one of their states until none is
   * active.
   */
  private void updateNamedTimers(ActiveConfiguration before) {
    transaction.timers().disarmInactive();
    for (NamedTimer timer : model.timers()) {
      if (timer.isActiveIn(transaction.active()) && !timer.isActiveIn(before.active())) {
        transaction.timers().startIfIdle(timer);
      }
    }
  }
}
