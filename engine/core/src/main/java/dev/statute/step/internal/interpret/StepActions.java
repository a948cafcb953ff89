package dev.statute.step.internal.interpret;

import dev.statute.expr.internal.node.Activation;
import dev.statute.problem.Place;
import dev.statute.problem.SourceText;
import dev.statute.step.Effect;
import dev.statute.step.internal.model.ActionBlock;
import dev.statute.step.internal.model.ActionContext;
import dev.statute.step.internal.model.CompiledAction;
import dev.statute.step.internal.state.PendingEvent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Execution of blocks of actions on the state of a step. Confined to one thread. */
final class StepActions implements ActionContext {
  private final StepState state;

  /** Owner of the running block. */
  private String blockOwner = "";

  StepActions(StepState state) {
    this.state = state;
  }

  /** Runs a block; a failure raises an error and skips the rest of the block. */
  void run(ActionBlock block) {
    if (!block.isEmpty()) {
      blockOwner = block.owner();
      runBlock(block.actions());
    }
  }

  @Override
  public void runBlock(List<CompiledAction> actions) {
    state
        .queue()
        .runRecovering(
            blockOwner,
            () -> {
              for (CompiledAction action : actions) {
                action.run(this);
              }
            });
  }

  @Override
  public Activation scope() {
    return state.scope();
  }

  @Override
  public Map<String, @Nullable Object> data() {
    return state.data();
  }

  @Override
  public void data(Map<String, @Nullable Object> changed) {
    state.data(changed);
  }

  @Override
  public void countAction(Place place) {
    StepBudget.countAction(state, place);
  }

  @Override
  public void chargeData(@Nullable Object value, int depth, Place place) {
    StepBudget.chargeData(state, value, depth, place);
  }

  @Override
  public void setLocal(int slot, @Nullable Object value) {
    state.setLocal(slot, value);
  }

  @Override
  public void raise(String event, Map<String, ?> payload, Place place) {
    state.queue().raise(event, InputValidator.validateRaised(state.model(), event, payload, place));
  }

  @Override
  public void sendEvent(
      SourceText name,
      Map<String, ?> payload,
      @Nullable String to,
      long after,
      @Nullable String id) {
    SendDispatcher.send(
        state, new PendingEvent.PendingSend(name.value(), payload, to, id), name.place(), after);
  }

  @Override
  public void cancelSend(String id) {
    TimerSchedule.cancelSend(state, id);
  }

  @Override
  public void addEffect(Effect effect) {
    state.trace().add(effect);
  }

  @Override
  public void restartTimer(int timer, @Nullable Long after) {
    TimerSchedule.arm(state, state.model().timers().get(timer), after);
  }

  @Override
  public void fillFields(Map<?, ?> values, Place place) {
    FormFields.fill(state, values, place);
  }
}
