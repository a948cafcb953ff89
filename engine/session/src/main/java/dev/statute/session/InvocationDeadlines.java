package dev.statute.session;

import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Deadlines of the tasks and charts that an instance invoked. A session has no host that answers,
 * so an invocation with a {@code timeout} ends with it, unless an input line brings its answer or
 * its state is left. A deadline covers all retries, which need an answer that fails.
 */
final class InvocationDeadlines {
  private static final String DONE = "done.invoke.";
  private static final String FAILED = "error.invoke.";

  private final Map<String, Instant> due;

  InvocationDeadlines() {
    this(Map.of());
  }

  private InvocationDeadlines(Map<String, Instant> due) {
    this.due = new LinkedHashMap<>(due);
  }

  InvocationDeadlines copy() {
    return new InvocationDeadlines(due);
  }

  /** Takes up what a step began and cancelled. */
  void observe(Step step, Instant now) {
    for (Effect effect : step.outcome().trace().effects()) {
      if (effect instanceof Effect.CancelInvoke cancel) {
        due.remove(cancel.id());
      } else if (effect instanceof Effect.Invoke invoke) {
        due.remove(invoke.id());
        if (invoke.timeout() != null) {
          due.put(invoke.id(), now.plus(invoke.timeout()));
        }
      }
    }
  }

  /** Drops the deadline of an invocation that an input line answers. */
  void observe(Input input) {
    if (input instanceof Input.Event event) {
      due.keySet()
          .removeIf(id -> event.name().equals(DONE + id) || event.name().equals(FAILED + id));
    }
  }

  /** Returns the first deadline; null if there is none. */
  @Nullable Instant next() {
    return due.values().stream().min(Instant::compareTo).orElse(null);
  }

  /** Removes the first deadline; returns the event that an engine sends when it passes. */
  Input.Event expire() {
    String id =
        due.entrySet().stream()
            .min(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElseThrow();
    due.remove(id);
    Map<String, Object> failure = new LinkedHashMap<>();
    failure.put("code", "timeout");
    failure.put("message", "no answer in time");
    failure.put("kind", "timeout");
    failure.put("attempts", 1L);
    return new Input.Event(FAILED + id, failure, null, new Input.Sender(null, null, id));
  }
}
