package dev.statute.step.internal.codec;

import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.StateSet;
import dev.statute.step.internal.state.PendingEvent;
import dev.statute.step.internal.state.SnapshotExtras;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Validation of a configuration and of the stored parts that depend on it. */
final class ConfigurationValidator {
  private final CompiledChart model;
  private final StateSet active;

  ConfigurationValidator(CompiledChart model, StateSet active) {
    this.model = model;
    this.active = active;
  }

  /**
   * Validates the configuration.
   *
   * @throws IllegalArgumentException if it cannot be that of an instance
   */
  void validate(SnapshotExtras rest, long sequence) {
    String fault = active.next(0) < 0 ? emptyViolation(rest, sequence) : stateViolation();
    for (PendingEvent pending : rest.pending()) {
      fault = fault == null ? pendingViolation(pending) : fault;
    }
    for (Map.Entry<Integer, int[]> each : rest.history().entrySet()) {
      fault = fault == null ? historyViolation(model.state(each.getKey()), each.getValue()) : fault;
    }
    if (fault != null) {
      throw new IllegalArgumentException("the snapshot's configuration is none: " + fault);
    }
  }

  /** Checks an instance without active states: it is not started yet, or was cancelled. */
  private static @Nullable String emptyViolation(SnapshotExtras rest, long sequence) {
    if (rest.due() != SnapshotExtras.NEVER || !rest.deferred().isEmpty()) {
      return "something waits, and no state is active";
    }
    if (!rest.invocations().isEmpty()) {
      return "an invocation runs, and no state is active";
    }
    // the start is one step and a cancellation another
    return sequence == 1 ? "it has begun and was not cancelled, and no state is active" : null;
  }

  private @Nullable String stateViolation() {
    for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
      CompiledState node = model.state(n);
      String name = n == 0 ? "the chart" : quoted(n);
      if (node.isHistory()) {
        return name + " is a history, and no state to be in";
      }
      List<String> inside = activeChildren(node, active);
      if (node.isCompound() && inside.size() > 1) {
        return String.join(" and ", inside) + " exclude each other";
      }
      if (node.isCompound() && inside.isEmpty()) {
        return name + " is in none of its states";
      }
      if (node.isParallel() && inside.size() < node.children().length) {
        return name + " is in " + String.join(", ", inside) + " only, and not in all its states";
      }
    }
    return null;
  }

  private List<String> activeChildren(CompiledState node, StateSet states) {
    List<String> inside = new ArrayList<>();
    for (int child : node.children()) {
      if (states.contains(child)) {
        inside.add(quoted(child));
      }
    }
    return inside;
  }

  /** Checks a timer, which may run only while its state is active. */
  private @Nullable String pendingViolation(PendingEvent pending) {
    if (pending.kind() == PendingEvent.Kind.AFTER && !active.contains(pending.owner())) {
      return "a timer of " + quoted(pending.owner()) + " waits, which is not active";
    }
    if (pending.kind() == PendingEvent.Kind.TIMER
        && !model.timers().get(pending.owner()).isActiveIn(active)) {
      String name = model.timers().get(pending.owner()).name();
      return "timer '" + name + "' waits, and none of its states is active";
    }
    return null;
  }

  /** Checks a history, which may record only states inside its parent. */
  private @Nullable String historyViolation(CompiledState history, int[] states) {
    String name = quoted(history.number());
    if (!history.isHistory()) {
      return name + " is no history, and remembers states";
    }
    CompiledState around = model.state(history.parent());
    StateSet all = new StateSet(model.size());
    for (int state : states) {
      if (!around.contains(state) || model.state(state).isHistory()) {
        return "history " + name + " remembers " + quoted(state) + ", which it cannot stand for";
      }
      for (int n = state; n != around.number(); n = model.state(n).parent()) {
        all.add(n);
      }
    }
    all.add(around.number());
    for (int n = all.next(0); n >= 0; n = all.next(n + 1)) {
      List<String> inside = activeChildren(model.state(n), all);
      if (model.state(n).isCompound() && inside.size() > 1) {
        return "history " + name + " remembers " + String.join(" and ", inside) + " at once";
      }
    }
    return states.length == 0 ? "history " + name + " remembers nothing" : null;
  }

  private String quoted(int state) {
    return "'" + model.id(state) + "'";
  }
}
