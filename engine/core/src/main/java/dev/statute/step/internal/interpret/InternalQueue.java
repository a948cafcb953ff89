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
 * The internal queue of a step, and what puts events into it: actions, ends of states, and errors,
 * which are noted in the log as well. Confined to one thread.
 */
public final class InternalQueue {
  static final String EXECUTION_ERROR = "error.execution";
  static final String COMMUNICATION_ERROR = "error.communication";
  private final TraceBuilder trace;
  private final boolean lenient;
  private final Deque<InternalEvent> events = new ArrayDeque<>(4);
  private final Set<CompiledTransition> failedConditions = new HashSet<>(0);

  /**
   * @param lenient whether errors are only noted
   */
  InternalQueue(TraceBuilder log, boolean lenient) {
    this.trace = log;
    this.lenient = lenient;
  }

  /** The next event, which is taken out, or null. */
  @Nullable
  public InternalEvent poll() {
    return events.poll();
  }

  boolean isEmpty() {
    return events.isEmpty();
  }

  /** What waits, oldest first. */
  Iterable<InternalEvent> pending() {
    return events;
  }

  /** An action raises an event. */
  void raise(String event, Map<String, ?> payload) {
    boolean error = event.equals("error") || event.startsWith("error.");
    InternalEvent.Severity weight =
        error ? InternalEvent.Severity.ERROR : InternalEvent.Severity.EVENT;
    events.add(new InternalEvent(event, payload, null, weight, true, null));
  }

  /** A state or a region is done. */
  void raiseDone(CompiledState node, Map<String, ?> payload) {
    events.add(
        new InternalEvent(
            "done.state." + node.id(), payload, null, InternalEvent.Severity.EVENT, false, null));
  }

  /** The chart hears of it if it wants to; the host is told by the effect, in any case. */
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

  /** Something failed: it is noted, and undoes the step unless a transition handles it. */
  void raiseError(ActionFailure failure, String in) {
    trace.errors.add(new ExecutionError(failure.message(), failure.place(), in));
    if (!lenient) {
      String sent = failure.sendId();
      Input.Sender sender = sent == null ? null : new Input.Sender(null, sent, null);
      events.add(
          new InternalEvent(
              EXECUTION_ERROR,
              errorData(failure, in),
              failure.place(),
              InternalEvent.Severity.ERROR,
              false,
              sender));
    }
  }

  /** A condition has no value: noted once, and raised only where somebody listens by name. */
  void raiseConditionError(ActionFailure failure, CompiledTransition arrow, boolean listened) {
    if (failedConditions.add(arrow)) {
      trace.errors.add(new ExecutionError(failure.message(), failure.place(), "when"));
      if (listened && !lenient) {
        events.add(
            new InternalEvent(
                EXECUTION_ERROR,
                errorData(failure, "when"),
                failure.place(),
                InternalEvent.Severity.EVENT,
                false,
                null));
      }
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
