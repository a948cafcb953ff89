package dev.statute.turns;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Published activity of a worker's agents: the latest of each, and at most once per poll, because
 * each costs a write. Shorter activities are not shown. Thread-safe.
 */
final class WorkerSignals {
  /** A round is running, such as a request to a model. */
  static final String THINKING = "thinking";

  static final String TOOL = "executing_tool";
  static final String WAITING = "awaiting_tool_result";

  /** This worker does nothing for the agent. */
  static final String IDLE = "idle";

  private final Turns turns;
  private final Map<String, Signal> latest = new LinkedHashMap<>();
  private final Set<String> published = new HashSet<>();

  WorkerSignals(Turns turns) {
    this.turns = turns;
  }

  private record Signal(String activity, @Nullable String tool, int waiting) {}

  synchronized void set(String agent, String activity, @Nullable String tool, int waiting) {
    latest.put(agent, new Signal(activity, tool, waiting));
  }

  /** Publishes changes; failures are ignored. */
  void publish() {
    Map<String, Signal> changed = new LinkedHashMap<>();
    synchronized (this) {
      latest.forEach(
          (agent, signal) -> {
            boolean was = published.remove(agent);
            if (!signal.activity.equals(IDLE)) {
              published.add(agent);
              changed.put(agent, signal);
            } else if (was) {
              changed.put(agent, signal);
            }
          });
      latest.clear();
    }
    changed.forEach(
        (agent, signal) -> turns.observe(agent, signal.activity, signal.tool, signal.waiting));
  }
}
