package dev.statute.step.internal.run;

import dev.statute.chart.StateDefinition.Kind;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledInvocation;
import dev.statute.step.internal.model.CompiledMigration;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.StateSet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Where the states of an instance lead: its configuration, its history and what it invoked, in the
 * terms of the new chart.
 */
final class StateMapping {
  private final CompiledMigration way;
  private final Snapshot snapshot;
  private final CompiledChart from;
  private final CompiledChart to;
  private final DiscardedParts losses;
  private final int[] targets;
  private final EntrySet entered;

  StateMapping(CompiledMigration way, Snapshot snapshot, DiscardedParts losses) {
    this.way = way;
    this.snapshot = snapshot;
    this.losses = losses;
    from = way.from().model();
    to = way.to().model();
    Set<Integer> all = new LinkedHashSet<>();
    for (int atomic : snapshot.states().atomic()) {
      for (int target : becomes(atomic)) {
        all.add(target);
      }
    }
    targets = all.stream().mapToInt(Integer::intValue).toArray();
    entered = new EntrySet(to, Map.of());
    entered.add(targets, 0);
    entered.states().add(0);
  }

  /** The states that one becomes; none where it has no counterpart. */
  private int[] becomes(int state) {
    return way.states()[state];
  }

  /** The active states of the new chart. */
  StateSet active() {
    return entered.states();
  }

  /** Whether a state goes on as another one: both are active, and the one becomes the other. */
  boolean goesOn(int old, int now) {
    return snapshot.states().active().has(old)
        && active().has(now)
        && Arrays.stream(becomes(old)).anyMatch(state -> state == now);
  }

  /** Refuses a configuration that cannot be, or that nobody chose. */
  void check() {
    String clash = entered.clash();
    if (clash != null) {
      throw new MigrationRefused("configuration", "it would be in two places: " + clash);
    }
    StateSet active = active();
    for (int n = active.next(1); n >= 0; n = active.next(n + 1)) {
      CompiledState node = to.node(n);
      if (node.parent() >= 0 && to.node(node.parent()).isParallel() && !isChosen(node)) {
        throw new MigrationRefused(
            "configuration",
            "nothing says where it would rest in the region '"
                + node.id()
                + "'; name a state of it too, beside "
                + String.join(", ", to.ids(targets)));
      }
    }
  }

  private boolean isChosen(CompiledState region) {
    for (int target : targets) {
      boolean around = to.node(target).contains(region.number());
      if (around || target == region.number() || region.contains(target)) {
        return true;
      }
    }
    return false;
  }

  /** What history states remember. */
  Map<Integer, int[]> history() {
    Map<Integer, int[]> history = new LinkedHashMap<>();
    for (CompiledState old : from.nodes()) {
      int[] remembered = snapshot.rest().history().get(old.number());
      if (remembered == null) {
        continue;
      }
      if (losses.forgets(old.id())) {
        losses.note("what '" + old.id() + "' remembered is forgotten");
        continue;
      }
      int[] states =
          Arrays.stream(remembered)
              .flatMap(state -> Arrays.stream(counterparts(old, state)))
              .distinct()
              .sorted()
              .toArray();
      for (int now : becomes(old.number())) {
        fits(to.node(now), states);
        history.put(now, states);
      }
    }
    return history.isEmpty() ? Map.of() : history;
  }

  private int[] counterparts(CompiledState history, int state) {
    int[] known = becomes(state);
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

  private void fits(CompiledState history, int[] states) {
    boolean deep = history.kind() == Kind.DEEP_HISTORY;
    for (int state : states) {
      boolean fits =
          deep
              ? to.node(history.parent()).contains(state) && to.node(state).isAtomic()
              : to.node(state).parent() == history.parent();
      if (!fits) {
        throw new MigrationRefused(
            "history", "'" + history.id() + "' cannot remember '" + to.id(state) + "'");
      }
    }
  }

  /** What runs for it. An invocation that the new chart does not have there must end first. */
  Map<String, Long> invocations() {
    Set<String> invoked = new LinkedHashSet<>();
    for (CompiledState node : from.nodes()) {
      for (CompiledInvocation each : node.invokes()) {
        boolean runs = snapshot.invocations().containsKey(each.id());
        boolean goesOn = to.nodes().stream().anyMatch(now -> continues(node, each, now));
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
      for (CompiledInvocation each : to.node(n).invokes()) {
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
    return goesOn(old.number(), now.number())
        && now.invokes().stream()
            .anyMatch(
                each ->
                    each.id().equals(invocation.id())
                        && Objects.equals(each.chart(), invocation.chart())
                        && Objects.equals(each.task(), invocation.task()));
  }
}
