package dev.statute.step.internal.interpret;

import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledInvocation;
import dev.statute.step.internal.model.CompiledState;
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
  public static void start(StepTransaction draft) {
    for (int n = draft.toInvoke().next(0); n >= 0; n = draft.toInvoke().next(n + 1)) {
      CompiledState node = draft.model().state(n);
      for (CompiledInvocation invocation : node.invokes()) {
        draft.runRecovering("invoke of " + node.id(), () -> start(draft, invocation));
      }
    }
    draft.toInvoke().clear();
  }

  private static void start(StepTransaction draft, CompiledInvocation invocation) {
    long run = draft.base().sequence() + 1;
    Duration timeout =
        invocation.timeout() == null
            ? null
            : Duration.ofMillis(invocation.timeout().millis(draft.scope()));
    draft.addEffect(
        new Effect.Invoke(
            invocation.id(),
            invocation.chart() == null ? null : invocation.chart().render(draft.scope()),
            invocation.task(),
            arguments(draft, invocation),
            timeout,
            invocation.retry(),
            run));
    setRun(draft, invocation.id(), run);
  }

  @SuppressWarnings("unchecked") // keys of values are strings
  private static Map<String, ?> arguments(StepTransaction draft, CompiledInvocation invocation) {
    Object with = invocation.with() == null ? Map.of() : invocation.with().evaluate(draft.scope());
    if (with instanceof Map<?, ?> map) {
      draft.chargeData(map, 0, draft.model().definition().name().place());
      return (Map<String, ?>) map;
    }
    throw new ActionFailure(
        "'with' of " + invocation.id() + " must be a map, not " + with,
        draft.model().definition().name().place());
  }

  private static void setRun(StepTransaction draft, String id, @Nullable Long run) {
    Map<String, Long> changed = new LinkedHashMap<>(draft.invocations());
    if (run == null) {
      changed.remove(id);
    } else {
      changed.put(id, run);
    }
    draft.invocations(changed);
  }

  /** Cancels the invocations of a state that is left. */
  static void cancel(StepTransaction draft, CompiledState node) {
    for (CompiledInvocation invocation : node.invokes()) {
      Long run = draft.invocations().get(invocation.id());
      if (run != null) {
        draft.addEffect(new Effect.CancelInvoke(invocation.id(), run));
        setRun(draft, invocation.id(), null);
        draft.timers().removeAnswer(invocation.id());
      }
    }
  }

  /**
   * Applies an external event: ends the invocation that it answers, runs the {@code finalize}
   * actions of the one that sent it.
   */
  public static void processExternalEvent(StepTransaction draft) {
    if (draft.invocations().isEmpty()) {
      return;
    }
    CurrentEvent cue = draft.currentEvent();
    String answered = answeredInvocation(cue.name());
    Input.Sender sender = cue.sender();
    String from = answered != null || sender == null ? answered : sender.invokeid();
    for (int n = draft.active().next(0); n >= 0; n = draft.active().next(n + 1)) {
      for (CompiledInvocation invocation : draft.model().state(n).invokes()) {
        Long run = draft.invocations().get(invocation.id());
        if (run == null) {
          continue;
        }
        if (invocation.id().equals(answered)) {
          setRun(draft, invocation.id(), null);
        }
        if (invocation.id().equals(from)) {
          draft.run(invocation.finalizeActions());
        }
        if (invocation.autoforward() && !invocation.id().equals(answered)) {
          draft.addEffect(new Effect.Forward(invocation.id(), run, cue.name(), cue.data(), sender));
        }
      }
    }
  }

  /** Returns the id of the invocation that an event answers, or null. */
  static @Nullable String answeredInvocation(String event) {
    for (String prefix : new String[] {"done.invoke.", "error.invoke."}) {
      if (event.startsWith(prefix)) {
        return event.substring(prefix.length());
      }
    }
    return null;
  }
}
