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
  public static void start(StepTransaction transaction) {
    StateSet toInvoke = transaction.states().toInvoke();
    for (int n = toInvoke.next(0); n >= 0; n = toInvoke.next(n + 1)) {
      CompiledState node = transaction.model().state(n);
      for (CompiledInvocation invocation : node.invokes()) {
        transaction.runRecovering("invoke of " + node.id(), () -> start(transaction, invocation));
      }
    }
    toInvoke.clear();
  }

  private static void start(StepTransaction transaction, CompiledInvocation invocation) {
    long run = transaction.base().sequence() + 1;
    Duration timeout =
        invocation.timeout() == null
            ? null
            : Duration.ofMillis(invocation.timeout().millis(transaction.scope()));
    transaction.addEffect(
        new Effect.Invoke(
            invocation.id(),
            invocation.chart() == null ? null : invocation.chart().render(transaction.scope()),
            invocation.task(),
            arguments(transaction, invocation),
            timeout,
            invocation.retry(),
            run));
    setRun(transaction, invocation.id(), run);
  }

  @SuppressWarnings("unchecked") // keys of values are strings
  private static Map<String, ?> arguments(
      StepTransaction transaction, CompiledInvocation invocation) {
    Object with =
        invocation.with() == null ? Map.of() : invocation.with().evaluate(transaction.scope());
    if (with instanceof Map<?, ?> map) {
      transaction.chargeData(map, 0, transaction.model().definition().name().place());
      return (Map<String, ?>) map;
    }
    throw new ActionFailure(
        "'with' of " + invocation.id() + " must be a map, not " + with,
        transaction.model().definition().name().place());
  }

  private static void setRun(StepTransaction transaction, String id, @Nullable Long run) {
    Map<String, Long> changed = new LinkedHashMap<>(transaction.invocations());
    if (run == null) {
      changed.remove(id);
    } else {
      changed.put(id, run);
    }
    transaction.invocations(changed);
  }

  /** Cancels the invocations of a state that is left. */
  static void cancel(StepTransaction transaction, CompiledState node) {
    for (CompiledInvocation invocation : node.invokes()) {
      Long run = transaction.invocations().get(invocation.id());
      if (run != null) {
        transaction.addEffect(new Effect.CancelInvoke(invocation.id(), run));
        setRun(transaction, invocation.id(), null);
        transaction.timers().removeAnswer(invocation.id());
      }
    }
  }

  /**
   * Applies an external event: ends the invocation that it answers, runs the {@code finalize}
   * actions of the one that sent it.
   */
  public static void processExternalEvent(StepTransaction transaction) {
    if (transaction.invocations().isEmpty()) {
      return;
    }
    CurrentEvent current = transaction.currentEvent();
    String answered = answeredInvocation(current.name());
    Input.Sender sender = current.sender();
    String from = answered != null || sender == null ? answered : sender.invokeid();
    for (int n = transaction.active().next(0); n >= 0; n = transaction.active().next(n + 1)) {
      for (CompiledInvocation invocation : transaction.model().state(n).invokes()) {
        Long run = transaction.invocations().get(invocation.id());
        if (run == null) {
          continue;
        }
        if (invocation.id().equals(answered)) {
          setRun(transaction, invocation.id(), null);
        }
        if (invocation.id().equals(from)) {
          transaction.run(invocation.finalizeActions());
        }
        if (invocation.autoforward() && !invocation.id().equals(answered)) {
          transaction.addEffect(
              new Effect.Forward(invocation.id(), run, current.name(), current.data(), sender));
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
