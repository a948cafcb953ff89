package dev.statute.step.internal.run;

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
final class InternalQueue {
  static final String ERROR = "error.execution";
  static final String COMMUNICATION = "error.communication";
  private final TraceBuilder log;
  private final boolean lenient;
  private final Deque<InternalEvent> events = new ArrayDeque<>(4);
  private final Set<CompiledTransition> misjudged = new HashSet<>(0);

  /**
   * @param lenient whether errors are only noted
   */
  InternalQueue(TraceBuilder log, boolean lenient) {
    this.log = log;
    this.lenient = lenient;
  }

  /** The next event, which is taken out, or null. */
  @Nullable InternalEvent poll() {
    return events.poll();
  }

  boolean isEmpty() {
    return events.isEmpty();
  }

  /** What waits, oldest first. */
  Iterable<InternalEvent> waiting() {
    return events;
  }

  /** An action raises an event. */
  void raise(String event, Map<String, ?> payload) {
    boolean error = event.equals("error") || event.startsWith("error.");
    InternalEvent.Weight weight = error ? InternalEvent.Weight.ERROR : InternalEvent.Weight.EVENT;
    events.add(new InternalEvent(event, payload, null, weight, true, null));
  }

  /** A state or a region is done. */
  void done(CompiledState node, Map<String, ?> payload) {
    events.add(
        new InternalEvent(
            "done.state." + node.id(), payload, null, InternalEvent.Weight.EVENT, false, null));
  }

  /** The chart hears of it if it wants to; the host is told by the effect, in any case. */
  void undeliverable(Effect.Send send) {
    String message = "'" + send.event() + "' cannot be sent to '" + send.to() + "'";
    Input.Sender sender = new Input.Sender(null, send.id(), null);
    events.add(
        new InternalEvent(
            COMMUNICATION,
            Map.of("message", message),
            null,
            InternalEvent.Weight.NOTICE,
            false,
            sender));
  }

  /** Something failed: it is noted, and undoes the step unless a transition handles it. */
  void fail(ActionFailure failure, String in) {
    log.errors.add(new ExecutionError(failure.message(), failure.place(), in));
    if (!lenient) {
      String sent = failure.sendid();
      Input.Sender sender = sent == null ? null : new Input.Sender(null, sent, null);
      events.add(
          new InternalEvent(
              ERROR,
              error(failure, in),
              failure.place(),
              InternalEvent.Weight.ERROR,
              false,
              sender));
    }
  }

  /** A condition has no value: noted once, and raised only where somebody listens by name. */
  void misjudge(ActionFailure failure, CompiledTransition arrow, boolean listened) {
    if (misjudged.add(arrow)) {
      log.errors.add(new ExecutionError(failure.message(), failure.place(), "when"));
      if (listened && !lenient) {
        events.add(
            new InternalEvent(
                ERROR,
                error(failure, "when"),
                failure.place(),
                InternalEvent.Weight.EVENT,
                false,
                null));
      }
    }
  }

  private static Map<String, Object> error(ActionFailure failure, String in) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("message", failure.message());
    all.put("place", failure.place().toString());
    all.put("in", in);
    return all;
  }
}
