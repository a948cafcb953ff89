package dev.statute.step.internal.interpret;

import dev.statute.step.Effect;
import dev.statute.step.ExecutionError;
import dev.statute.step.Input;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTransition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Internal queue of a step. Actions, completed states and errors raise events into it; errors are
 * also added to the trace. Confined to one thread.
 */
public final class InternalQueue {
  static final String EXECUTION_ERROR = "error.execution";
  static final String COMMUNICATION_ERROR = "error.communication";
  private final TraceBuilder trace;
  private final boolean lenient;
  private final Deque<InternalEvent> events = new ArrayDeque<>(4);
  private final Set<CompiledTransition> failedConditions = new HashSet<>(0);

  /**
   * @param lenient whether errors are only added to the trace
   */
  InternalQueue(TraceBuilder log, boolean lenient) {
    this.trace = log;
    this.lenient = lenient;
  }

  /** Removes and returns the next event, or null. */
  @Nullable
  public InternalEvent poll() {
    return events.poll();
  }

  boolean isEmpty() {
    return events.isEmpty();
  }

  /** Returns the queued events, oldest first. */
  Iterable<InternalEvent> pending() {
    return events;
  }

  /** Raises an event for an action. */
  void raise(String event, Map<String, ?> payload) {
    boolean error = event.equals("error") || event.startsWith("error.");
    InternalEvent.Severity weight =
        error ? InternalEvent.Severity.ERROR : InternalEvent.Severity.EVENT;
    events.add(new InternalEvent(event, payload, null, weight, true, null));
  }

  /** Raises the done event of a state or region. */
  void raiseDone(CompiledState node, Map<String, ?> payload) {
    events.add(
        new InternalEvent(
            "done.state." + node.id(), payload, null, InternalEvent.Severity.EVENT, false, null));
  }

  /**
   * Raises {@code error.communication} if the chart handles it; the effect is emitted in any case.
   */
  void raiseUndeliverable(Effect.Send send) {
    String message = "'" + send.event() + "' cannot be sent to '" + send.to() + "'";
    Input.Sender sender = new Input.Sender(null, send.id(), null);
    events.add(
        new InternalEvent(
            COMMUNICATION_ERROR,
            Map.of("message", message),
            null,
            InternalEvent.Severity.NOTICE,
            false,
            sender));
  }

  /** Runs code; a failure raises an error in the name of {@code in}. */
  public void runRecovering(String in, Runnable code) {
    try {
      code.run();
    } catch (ActionFailure failure) {
      raiseError(failure, in);
    }
  }

  /**
   * Raises an error event and adds the error to the trace; the step is rolled back unless a
   * transition handles the event.
   */
  void raiseError(ActionFailure failure, String in) {
    raiseError(failure, in, InternalEvent.Severity.ERROR);
  }

  /**
   * Adds the error of a condition to the trace once; raises it only if a transition names the error
   * event.
   */
  void raiseConditionError(ActionFailure failure, CompiledTransition transition, boolean named) {
    if (failedConditions.add(transition)) {
      raiseError(failure, "when", named ? InternalEvent.Severity.EVENT : null);
    }
  }

  /**
   * Adds an error to the trace and raises it.
   *
   * @param severity null = it is not raised
   */
  private void raiseError(
      ActionFailure failure, String in, InternalEvent.@Nullable Severity severity) {
    trace.errors.add(new ExecutionError(failure.message(), failure.place(), in));
    if (severity != null && !lenient) {
      String sent = failure.sendId();
      Input.Sender sender = sent == null ? null : new Input.Sender(null, sent, null);
      events.add(
          new InternalEvent(
              EXECUTION_ERROR, errorData(failure, in), failure.place(), severity, false, sender));
    }
  }

  private static Map<String, Object> errorData(ActionFailure failure, String in) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("message", failure.message());
    all.put("place", failure.place().toString());
    all.put("in", in);
    return all;
  }
}
