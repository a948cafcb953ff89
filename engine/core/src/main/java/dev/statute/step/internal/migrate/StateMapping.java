package dev.statute.step.internal.migrate;

import dev.statute.chart.StateDefinition.Kind;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.algorithm.EntrySet;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledInvocation;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.StateSet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Mapping of an instance's states: its configuration, history and invocations in the new chart. */
final class StateMapping {
  private final CompiledMigration migration;
  private final Snapshot snapshot;
  private final CompiledChart from;
  private final CompiledChart to;
  private final DiscardedParts discarded;
  private final int[] targets;
  private final EntrySet entrySet;

  StateMapping(CompiledMigration way, Snapshot snapshot, DiscardedParts losses) {
    this.migration = way;
    this.snapshot = snapshot;
    this.discarded = losses;
    from = way.from().model();
    to = way.to().model();
    Set<Integer> all = new LinkedHashSet<>();
    for (int atomic : snapshot.activeConfiguration().atomic()) {
      for (int target : mappedStates(atomic)) {
        all.add(target);
      }
    }
    targets = all.stream().mapToInt(Integer::intValue).toArray();
    entrySet = new EntrySet(to, Map.of());
    entrySet.add(targets, 0);
    entrySet.states().add(0);
  }

  /** Returns the counterparts of a state; empty without one. */
  private int[] mappedStates(int state) {
    return migration.states()[state];
  }

  /** Returns the active states of the new chart. */
  StateSet active() {
    return entrySet.states();
  }

  /**
   * Returns whether a state continues as another one: both are active, and the plan maps one to the
   * other.
   */
  boolean continuesAs(int old, int now) {
    return snapshot.activeConfiguration().active().contains(old)
        && active().contains(now)
        && Arrays.stream(mappedStates(old)).anyMatch(state -> state == now);
  }

  /** Refuses a configuration that is invalid or ambiguous. */
  void check() {
    String clash = entrySet.conflict();
    if (clash != null) {
      throw new MigrationRefused("configuration", "it would be in two places: " + clash);
    }
    StateSet active = active();
    for (int n = active.next(1); n >= 0; n = active.next(n + 1)) {
      CompiledState node = to.state(n);
      if (node.parent() >= 0 && to.state(node.parent()).isParallel() && !isTargeted(node)) {
        throw new MigrationRefused(
            "configuration",
            "nothing says where it would rest in the region '"
                + node.id()
                + "'; name a state of it too, beside "
                + String.join(", ", to.ids(targets)));
      }
    }
  }

  private boolean isTargeted(CompiledState region) {
    for (int target : targets) {
      boolean around = to.state(target).contains(region.number());
      if (around || target == region.number() || region.contains(target)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the recorded histories. */
  Map<Integer, int[]> history() {
    Map<Integer, int[]> history = new LinkedHashMap<>();
    for (CompiledState old : from.states()) {
      int[] remembered = snapshot.extras().history().get(old.number());
      if (remembered == null) {
        continue;
      }
      if (discarded.isForgotten(old.id())) {
        discarded.addNote("what '" + old.id() + "' remembered is forgotten");
        continue;
      }
      int[] states =
          Arrays.stream(remembered)
              .flatMap(state -> Arrays.stream(counterparts(old, state)))
              .distinct()
              .sorted()
              .toArray();
      for (int now : mappedStates(old.number())) {
        checkHistory(to.state(now), states);
        history.put(now, states);
      }
    }
    return history.isEmpty() ? Map.of() : history;
  }

  private int[] counterparts(CompiledState history, int state) {
    int[] known = mappedStates(state);
    if (known.length == 0) {
      throw new MigrationRefused(
          "history",
          "'"
              + history.id()
              + "' remembers '"
              + from.id(state)
              + "', and the plan does not say what that becomes");
    }
    return known;
  }

  private void checkHistory(CompiledState history, int[] states) {
    boolean deep = history.kind() == Kind.DEEP_HISTORY;
    for (int state : states) {
      boolean fits =
          deep
              ? to.state(history.parent()).contains(state) && to.state(state).isAtomic()
              : to.state(state).parent() == history.parent();
      if (!fits) {
        throw new MigrationRefused(
            "history", "'" + history.id() + "' cannot remember '" + to.id(state) + "'");
      }
    }
  }

  /**
   * Returns the running invocations. One that the new chart does not have in the mapped state must
   * end before the migration.
   */
  Map<String, Long> invocations() {
    Set<String> invoked = new LinkedHashSet<>();
    for (CompiledState node : from.states()) {
      for (CompiledInvocation each : node.invokes()) {
        boolean runs = snapshot.invocations().containsKey(each.id());
        boolean goesOn = to.states().stream().anyMatch(now -> continues(node, each, now));
        if (goesOn) {
          invoked.add(each.id());
        } else if (runs) {
          throw new MigrationRefused(
              "invocation",
              "'" + each.id() + "' still runs for '" + node.id() + "'; let it end first");
        }
      }
    }
    StateSet active = active();
    for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
      for (CompiledInvocation each : to.state(n).invokes()) {
        if (!invoked.contains(each.id())) {
          throw new MigrationRefused(
              "invocation",
              "'"
                  + to.id(n)
                  + "' would wait for '"
                  + each.id()
                  + "', which nobody began; move it to the state before");
        }
      }
    }
    return snapshot.invocations();
  }

  private boolean continues(CompiledState old, CompiledInvocation invocation, CompiledState now) {
    return continuesAs(old.number(), now.number())
        && now.invokes().stream()
            .anyMatch(
                each ->
                    each.id().equals(invocation.id())
                        && Objects.equals(each.chart(), invocation.chart())
                        && Objects.equals(each.task(), invocation.task()));
  }
}
