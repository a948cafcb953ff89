package dev.statute.turns;

import dev.statute.turns.store.TurnRecords.Signals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  /** Tools at work here, by agent. */
  private final Map<String, List<String>> atWork = new HashMap<>();

  /** Agents with a published activity other than {@link #IDLE}, and the tool of it. */
  private final Map<String, @Nullable String> published = new HashMap<>();

  WorkerSignals(Turns turns) {
    this.turns = turns;
  }

  /**
   * Activity of an agent.
   *
   * @param tool at work; of {@link #IDLE}, the one that ended; null = none
   */
  private record Signal(String activity, @Nullable String tool, int waiting) {}

  /** Sets what the worker of a turn does; a tool at work is not hidden by the wait for it. */
  synchronized void set(String agent, String activity, int waiting) {
    List<String> tools = atWork.getOrDefault(agent, List.of());
    latest.put(
        agent,
        activity.equals(WAITING) && !tools.isEmpty()
            ? new Signal(TOOL, tools.get(tools.size() - 1), waiting)
            : new Signal(activity, null, waiting));
  }

  /** Adds a tool that begins to work. */
  synchronized void begin(String agent, String tool, int waiting) {
    atWork.computeIfAbsent(agent, unused -> new ArrayList<>()).add(tool);
    latest.put(agent, new Signal(TOOL, tool, waiting));
  }

  /** Removes a tool that ended; another one of the agent is shown if it is still at work. */
  synchronized void end(String agent, String tool, int waiting) {
    List<String> tools = atWork.get(agent);
    if (tools != null && tools.remove(tool) && !tools.isEmpty()) {
      latest.put(agent, new Signal(TOOL, tools.get(tools.size() - 1), waiting));
    } else {
      atWork.remove(agent);
      latest.put(agent, new Signal(IDLE, tool, 0));
    }
  }

  /** Publishes changes; failures are ignored. */
  void publish() {
    Map<String, Signal> changed = new LinkedHashMap<>();
    Map<String, @Nullable String> before;
    synchronized (this) {
      before = new HashMap<>(published);
      latest.forEach(
          (agent, signal) -> {
            boolean was = published.containsKey(agent);
            published.remove(agent);
            if (!signal.activity.equals(IDLE)) {
              published.put(agent, signal.tool);
              changed.put(agent, signal);
            } else if (was) {
              changed.put(agent, signal);
            }
          });
      latest.clear();
    }
    changed.forEach((agent, signal) -> publish(agent, signal, before.get(agent)));
  }

  /** Publishes one, unless it would hide a tool that another worker has at work. */
  private void publish(String agent, Signal signal, @Nullable String ownTool) {
    boolean isWait = signal.activity.equals(WAITING);
    boolean isEnd = signal.activity.equals(IDLE) && signal.tool != null;
    Signals shown = isWait || isEnd ? turns.observed(agent) : null;
    if (shown == null || !shown.activity().equals(TOOL) || Objects.equals(shown.tool(), ownTool)) {
      turns.observe(agent, signal.activity, isEnd ? null : signal.tool, signal.waiting);
    } else if (isWait) {
      turns.observe(agent, TOOL, shown.tool(), signal.waiting);
    }
  }
}
