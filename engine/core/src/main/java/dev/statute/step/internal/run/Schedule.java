package dev.statute.step.internal.run;

import dev.statute.chart.EventDefinition;
import dev.statute.chart.check.ReservedEvents;
import dev.statute.step.Snapshot;
import dev.statute.step.internal.model.Bits;
import dev.statute.step.internal.model.Model;
import dev.statute.step.internal.model.NamedTimer;
import dev.statute.step.internal.model.Node;
import dev.statute.step.internal.model.Pending;
import dev.statute.step.internal.model.Rest;
import dev.statute.step.internal.model.Way;
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
final class Schedule {
  private final Way way;
  private final Snapshot snapshot;
  private final Relocation states;
  private final Losses losses;
  private final Model from;
  private final Model to;

  Schedule(Way way, Snapshot snapshot, Relocation states, Losses losses) {
    this.way = way;
    this.snapshot = snapshot;
    this.states = states;
    this.losses = losses;
    from = way.from().model();
    to = way.to().model();
  }

  /** What was armed or sent before and still will be due. */
  List<Pending> carried() {
    List<Pending> carried = new ArrayList<>();
    for (Pending old : snapshot.rest().pending()) {
      Pending now = carry(old);
      if (now != null) {
        carried.add(now);
      }
    }
    return List.copyOf(carried);
  }

  private @Nullable Pending carry(Pending old) {
    Pending.Sending send = old.send();
    Rest.Deferred offered = old.event();
    if (send != null || offered != null) {
      String event = send != null ? send.event() : Objects.requireNonNull(offered).event().name();
      boolean heard = (send != null && send.to() != null) || isKnown(event);
      if (!heard) {
        losses.lose("waiting", "the event '" + event + "'", event);
      }
      return heard ? old : null;
    }
    boolean named = old.kind() == Pending.Kind.TIMER;
    Pending now = named ? timer(old) : after(old);
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

  private @Nullable Pending timer(Pending old) {
    NamedTimer was = from.timers().get(old.owner());
    for (NamedTimer is : to.timers()) {
      boolean hasPart = is.every() != null || old.part() < is.after().size();
      if (isSame(was, is) && hasPart && is.lives(states.active())) {
        return old.of(is.number(), old.part());
      }
    }
    return null;
  }

  private @Nullable Pending after(Pending old) {
    Node was = from.node(old.owner());
    String duration = duration(was, old.part());
    Bits active = states.active();
    for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
      int part = states.goesOn(was.number(), n) ? part(to.node(n), duration) : -1;
      if (part >= 0) {
        return old.of(n, part);
      }
    }
    return null;
  }

  /** As the chart writes it. */
  private static String duration(Node node, int part) {
    return node.after().get(part).name().substring(node.id().length());
  }

  private static int part(Node node, String duration) {
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
  List<Rest.Deferred> deferred() {
    List<Rest.Deferred> kept = new ArrayList<>();
    for (Rest.Deferred each : snapshot.rest().deferred()) {
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
  void begin(Draft draft) {
    Bits active = states.active();
    for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
      Node node = to.node(n);
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

  private boolean lived(Node now, int part) {
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
