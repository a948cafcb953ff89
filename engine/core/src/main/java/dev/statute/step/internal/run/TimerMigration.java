package dev.statute.step.internal.run;

import dev.statute.chart.EventDefinition;
import dev.statute.chart.check.ReservedEvents;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledMigration;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.model.PendingEvent;
import dev.statute.step.internal.model.SnapshotExtras;
import dev.statute.step.internal.model.StateSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What will happen to a moved instance by itself. A timer goes on if the new chart has one of its
 * name, or in a state that goes on one of its duration; a running one that does not is lost. One
 * that the old chart did not have running begins at the move.
 */
final class TimerMigration {
  private final CompiledMigration way;
  private final Snapshot snapshot;
  private final StateMapping states;
  private final DiscardedParts losses;
  private final CompiledChart from;
  private final CompiledChart to;

  TimerMigration(
      CompiledMigration way, Snapshot snapshot, StateMapping states, DiscardedParts losses) {
    this.way = way;
    this.snapshot = snapshot;
    this.states = states;
    this.losses = losses;
    from = way.from().model();
    to = way.to().model();
  }

  /** What was armed or sent before and still will be due. */
  List<PendingEvent> carried() {
    List<PendingEvent> carried = new ArrayList<>();
    for (PendingEvent old : snapshot.rest().pending()) {
      PendingEvent now = carry(old);
      if (now != null) {
        carried.add(now);
      }
    }
    return List.copyOf(carried);
  }

  private @Nullable PendingEvent carry(PendingEvent old) {
    PendingEvent.Sending send = old.send();
    SnapshotExtras.Deferred offered = old.event();
    if (send != null || offered != null) {
      String event = send != null ? send.event() : Objects.requireNonNull(offered).event().name();
      boolean heard = (send != null && send.to() != null) || isKnown(event);
      if (!heard) {
        losses.lose("waiting", "the event '" + event + "'", event);
      }
      return heard ? old : null;
    }
    boolean named = old.kind() == PendingEvent.Kind.TIMER;
    PendingEvent now = named ? timer(old) : after(old);
    String name =
        named
            ? from.timers().get(old.owner()).name()
            : from.node(old.owner()).after().get(old.part()).name();
    if (now == null) {
      losses.lose("timer", "the timer '" + name + "'", name);
    } else {
      losses.note("the timer '" + name + "' goes on until " + Instant.ofEpochMilli(old.due()));
    }
    return now;
  }

  private @Nullable PendingEvent timer(PendingEvent old) {
    NamedTimer was = from.timers().get(old.owner());
    for (NamedTimer is : to.timers()) {
      boolean hasPart = is.every() != null || old.part() < is.after().size();
      if (isSame(was, is) && hasPart && is.lives(states.active())) {
        return old.of(is.number(), old.part());
      }
    }
    return null;
  }

  private @Nullable PendingEvent after(PendingEvent old) {
    CompiledState was = from.node(old.owner());
    String duration = duration(was, old.part());
    StateSet active = states.active();
    for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
      int part = states.goesOn(was.number(), n) ? part(to.node(n), duration) : -1;
      if (part >= 0) {
        return old.of(n, part);
      }
    }
    return null;
  }

  /** As the chart writes it. */
  private static String duration(CompiledState node, int part) {
    return node.after().get(part).name().substring(node.id().length());
  }

  private static int part(CompiledState node, String duration) {
    for (int part = 0; part < node.after().size(); part++) {
      if (duration(node, part).equals(duration)) {
        return part;
      }
    }
    return -1;
  }

  private boolean isKnown(String event) {
    Map<String, EventDefinition> declared = way.to().definition().events();
    return declared == null || declared.containsKey(event) || ReservedEvents.test(event);
  }

  /** The events that wait for a state which hears them. */
  List<SnapshotExtras.Deferred> deferred() {
    List<SnapshotExtras.Deferred> kept = new ArrayList<>();
    for (SnapshotExtras.Deferred each : snapshot.rest().deferred()) {
      String event = each.event().name();
      if (isKnown(event)) {
        kept.add(each);
      } else {
        losses.lose("waiting", "the event '" + event + "'", event);
      }
    }
    return List.copyOf(kept);
  }

  /** The timers begin that did not live before. */
  void begin(StepTransaction draft) {
    StateSet active = states.active();
    for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
      CompiledState node = to.node(n);
      for (int part = 0; part < node.after().size(); part++) {
        if (!lived(node, part)) {
          draft.agenda().arm(node, part);
          losses.note("the timer '" + node.after().get(part).name() + "' begins");
        }
      }
    }
    for (NamedTimer timer : to.timers()) {
      if (timer.lives(active) && !lived(timer)) {
        draft.agenda().arm(timer, null);
        losses.note("the timer '" + timer.name() + "' begins");
      }
    }
  }

  private boolean lived(CompiledState now, int part) {
    String duration = duration(now, part);
    return from.nodes().stream()
        .anyMatch(old -> states.goesOn(old.number(), now.number()) && part(old, duration) >= 0);
  }

  private boolean lived(NamedTimer now) {
    return from.timers().stream()
        .anyMatch(old -> isSame(old, now) && old.lives(snapshot.states().active()));
  }

  /** Whether both are called the same, and both or neither come again and again. */
  private static boolean isSame(NamedTimer old, NamedTimer now) {
    return old.name().equals(now.name()) && (old.every() == null) == (now.every() == null);
  }
}
