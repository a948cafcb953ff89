package dev.statute.step.internal.migrate;

import dev.statute.chart.EventDefinition;
import dev.statute.chart.ReservedEvents;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.interpret.StepState;
import dev.statute.step.internal.interpret.TimerSchedule;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.model.StateSet;
import dev.statute.step.internal.state.PendingEvent;
import dev.statute.step.internal.state.SnapshotExtras;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Migration of pending events. A timer continues if the new chart has one of its name, or a
 * continued state has one of its duration; other running timers are lost. Timers that did not run
 * in the old chart start at the migration. An instance that the migration ends waits for nothing.
 */
final class TimerMigration {
  private final CompiledMigration migration;
  private final Snapshot snapshot;
  private final StateMapping states;
  private final DiscardedParts discarded;
  private final CompiledChart from;
  private final CompiledChart to;
  private final boolean ends;

  TimerMigration(
      CompiledMigration way, Snapshot snapshot, StateMapping states, DiscardedParts losses) {
    this.migration = way;
    this.snapshot = snapshot;
    this.states = states;
    this.discarded = losses;
    from = way.from().model();
    to = way.to().model();
    ends = to.configuration(states.active()).isDone();
  }

  /** Returns the pending events of the new chart. */
  List<PendingEvent> migratedPending() {
    List<PendingEvent> carried = new ArrayList<>();
    for (PendingEvent old : snapshot.extras().pending()) {
      PendingEvent now = migrate(old);
      if (now != null) {
        carried.add(now);
      }
    }
    return List.copyOf(carried);
  }

  /** Returns the event of a finding; null if there is none or the new chart has ended. */
  SnapshotExtras.@Nullable FindingEvent migratedFinding() {
    SnapshotExtras.FindingEvent finding = snapshot.extras().finding();
    if (finding == null || (!ends && isKnown(finding.event()))) {
      return finding;
    }
    discarded.discard("waiting", "the event '" + finding.event() + "'", finding.event());
    return null;
  }

  private @Nullable PendingEvent migrate(PendingEvent old) {
    PendingEvent.PendingSend send = old.send();
    SnapshotExtras.DeferredEvent offered = old.event();
    if (send != null || offered != null) {
      String event = send != null ? send.event() : Objects.requireNonNull(offered).event().name();
      boolean accepted = !ends && ((send != null && send.to() != null) || isKnown(event));
      if (!accepted) {
        discarded.discard("waiting", "the event '" + event + "'", event);
      }
      return accepted ? old : null;
    }
    boolean named = old.kind() == PendingEvent.Kind.TIMER;
    PendingEvent now = ends ? null : named ? migrateNamed(old) : migrateStateTimer(old);
    String name =
        named
            ? from.timers().get(old.owner()).name()
            : from.state(old.owner()).after().get(old.index()).name();
    if (now == null) {
      discarded.discard("timer", "the timer '" + name + "'", name);
    } else {
      discarded.addNote(
          "the timer '" + name + "' goes on until " + Instant.ofEpochMilli(old.due()));
    }
    return now;
  }

  private @Nullable PendingEvent migrateNamed(PendingEvent old) {
    NamedTimer was = from.timers().get(old.owner());
    for (NamedTimer is : to.timers()) {
      boolean hasPart = is.every() != null || old.index() < is.after().size();
      if (isSame(was, is) && hasPart && is.isActiveIn(states.active())) {
        return old.withOwner(is.number(), old.index());
      }
    }
    return null;
  }

  private @Nullable PendingEvent migrateStateTimer(PendingEvent old) {
    CompiledState was = from.state(old.owner());
    String duration = duration(was, old.index());
    StateSet active = states.active();
    for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
      int part = states.continuesAs(was.number(), n) ? indexOf(to.state(n), duration) : -1;
      if (part >= 0) {
        return old.withOwner(n, part);
      }
    }
    return null;
  }

  /** Returns the duration as the chart writes it. */
  private static String duration(CompiledState node, int part) {
    return node.after().get(part).name().substring(node.id().length());
  }

  private static int indexOf(CompiledState node, String duration) {
    for (int part = 0; part < node.after().size(); part++) {
      if (duration(node, part).equals(duration)) {
        return part;
      }
    }
    return -1;
  }

  private boolean isKnown(String event) {
    Map<String, EventDefinition> declared = migration.to().definition().events();
    return declared == null || declared.containsKey(event) || ReservedEvents.isReserved(event);
  }

  /** Returns the deferred events of the new chart. */
  List<SnapshotExtras.DeferredEvent> deferred() {
    List<SnapshotExtras.DeferredEvent> kept = new ArrayList<>();
    for (SnapshotExtras.DeferredEvent each : snapshot.extras().deferred()) {
      String event = each.event().name();
      if (!ends && isKnown(event)) {
        kept.add(each);
      } else {
        discarded.discard("waiting", "the event '" + event + "'", event);
      }
    }
    return List.copyOf(kept);
  }

  /** Starts the timers that did not run before. */
  void armNew(StepState state) {
    if (ends) {
      return;
    }
    StateSet active = states.active();
    for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
      CompiledState node = to.state(n);
      for (int part = 0; part < node.after().size(); part++) {
        if (!wasArmed(node, part)) {
          TimerSchedule.arm(state, node, part);
          discarded.addNote("the timer '" + node.after().get(part).name() + "' begins");
        }
      }
    }
    for (NamedTimer timer : to.timers()) {
      if (timer.isActiveIn(active) && !wasArmed(timer)) {
        TimerSchedule.arm(state, timer, null);
        discarded.addNote("the timer '" + timer.name() + "' begins");
      }
    }
  }

  private boolean wasArmed(CompiledState now, int part) {
    String duration = duration(now, part);
    return from.states().stream()
        .anyMatch(
            old -> states.continuesAs(old.number(), now.number()) && indexOf(old, duration) >= 0);
  }

  private boolean wasArmed(NamedTimer now) {
    return from.timers().stream()
        .anyMatch(
            old -> isSame(old, now) && old.isActiveIn(snapshot.activeConfiguration().active()));
  }

  /** Returns whether both timers have the same name and are both periodic or both not. */
  private static boolean isSame(NamedTimer old, NamedTimer now) {
    return old.name().equals(now.name()) && (old.every() == null) == (now.every() == null);
  }
}
