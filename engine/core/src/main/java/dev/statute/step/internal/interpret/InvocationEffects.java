package dev.statute.step.internal.interpret;

import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledInvocation;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.StateSet;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Effects that start and cancel child charts and host tasks. */
public final class InvocationEffects {
  private InvocationEffects() {}

  /**
   * Starts, once the step is stable, the invocations of all states entered and not left, in
   * document order.
   */
  public static void start(StepState state) {
    StateSet toInvoke = state.states().toInvoke();
    for (int n = toInvoke.next(0); n >= 0; n = toInvoke.next(n + 1)) {
      CompiledState node = state.model().state(n);
      for (CompiledInvocation invocation : node.invokes()) {
        state.queue().runRecovering("invoke of " + node.id(), () -> start(state, invocation));
      }
    }
    toInvoke.clear();
  }

  private static void start(StepState state, CompiledInvocation invocation) {
    long run = state.base().sequence() + 1;
    Duration timeout =
        invocation.timeout() == null
            ? null
            : Duration.ofMillis(invocation.timeout().millis(state.scope()));
    state
        .trace()
        .add(
            new Effect.Invoke(
                invocation.id(),
                invocation.chart() == null ? null : invocation.chart().render(state.scope()),
                invocation.task(),
                arguments(state, invocation),
                timeout,
                invocation.retry(),
                run));
    setRun(state, invocation.id(), run);
  }

  @SuppressWarnings("unchecked") // keys of values are strings
  private static Map<String, ?> arguments(StepState state, CompiledInvocation invocation) {
    Object with = invocation.with() == null ? Map.of() : invocation.with().evaluate(state.scope());
    if (with instanceof Map<?, ?> map) {
      StepBudget.chargeData(state, map, 0, state.model().definition().name().place());
      return (Map<String, ?>) map;
    }
    throw new ActionFailure(
        "'with' of " + invocation.id() + " must be a map, not " + with,
        state.model().definition().name().place());
  }

  private static void setRun(StepState state, String id, @Nullable Long run) {
    Map<String, Long> changed = new LinkedHashMap<>(state.invocations());
    if (run == null) {
      changed.remove(id);
    } else {
      changed.put(id, run);
    }
    state.invocations(changed);
  }

  /** Cancels the invocations of a state that is left. */
  static void cancel(StepState state, CompiledState node) {
    for (CompiledInvocation invocation : node.invokes()) {
      Long run = state.invocations().get(invocation.id());
      if (run != null) {
        state.trace().add(new Effect.CancelInvoke(invocation.id(), run));
        setRun(state, invocation.id(), null);
        TimerSchedule.removeAnswer(state, invocation.id());
      }
    }
  }

  /**
   * Applies an external event: ends the invocation that it answers, runs the {@code finalize}
   * actions of the one that sent it.
   */
  static void processExternalEvent(StepState state, StepActions actions) {
    if (state.invocations().isEmpty()) {
      return;
    }
    CurrentEvent current = state.currentEvent();
    String answered = CurrentEvent.answeredInvocation(current.name());
    Input.Sender sender = current.sender();
    String from = answered != null || sender == null ? answered : sender.invokeid();
    for (int n = state.active().next(0); n >= 0; n = state.active().next(n + 1)) {
      for (CompiledInvocation invocation : state.model().state(n).invokes()) {
        Long run = state.invocations().get(invocation.id());
        if (run == null) {
          continue;
        }
        if (invocation.id().equals(answered)) {
          setRun(state, invocation.id(), null);
        }
        if (invocation.id().equals(from)) {
          actions.run(invocation.finalizeActions());
        }
        if (invocation.autoforward() && !invocation.id().equals(answered)) {
          state
              .trace()
              .add(
                  new Effect.Forward(invocation.id(), run, current.name(), current.data(), sender));
        }
      }
    }
  }
}
