package dev.statute.step.internal.run;

import dev.statute.chart.ChartDefinition.Unhandled;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.check.ReservedEvents;
import dev.statute.policy.Policy;
import dev.statute.step.Effect;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Trace;
import dev.statute.step.internal.model.Arrow;
import dev.statute.step.internal.model.Condition;
import dev.statute.step.internal.model.Configuration;
import dev.statute.step.internal.model.Failure;
import dev.statute.step.internal.model.Hearing;
import dev.statute.step.internal.model.Model;
import dev.statute.step.internal.model.Node;
import dev.statute.step.internal.model.Route;
import dev.statute.step.internal.model.Route.Jump;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Steps that need not be computed again.
 *
 * <p>Where a step runs no action, arms no timer, asks no rule and remembers no history, what comes
 * of it follows from the configuration and the transition alone. Such a step is computed once, the
 * long way, and kept with the configuration it was made from, which all instances of a chart share:
 * a {@link Route} per event, a {@link Jump} per transition. Afterwards only conditions are
 * computed, on the instance at rest, and a step is two look-ups. There is no second algorithm that
 * could disagree with the first: what is kept is what the first one gave, and a property test holds
 * one against the other.
 *
 * <p>What is let through is decided twice: {@link #route} looks at what may happen (one atomic
 * state listens; conditions read nothing but data, event, settings and the configuration), {@link
 * #learn} at what did happen (see {@link #isPlain}). Everything else, and every condition that
 * fails, goes the long way. Thread-safe.
 */
@SuppressWarnings("ReferenceEquality") // what is shared is compared as itself
final class Memo {
  /** With more signals than this, tables per configuration would be larger than the gain. */
  private static final int MOST_SIGNALS = 2_000;

  private static final List<String> SEEN = List.of("data", "event", "settings", "event_name");
  private final Model model;
  private final Map<String, ?> settings;
  private final boolean on;

  Memo(Machine machine) {
    model = machine.model();
    settings = machine.chart().settings().all();
    on =
        machine.policy() == Policy.NONE
            && model.timers().isEmpty()
            && model.signals().size() <= MOST_SIGNALS
            && model.definition().onUnhandled() == Unhandled.IGNORE
            && model.nodes().stream().noneMatch(Node::isHistory);
  }

  /** What is known of this event here; {@link Route#NONE} if it must be computed. */
  private Route route(Configuration from, String event) {
    int signal = model.signals().known(event);
    if (signal < 0) {
      return Route.NONE;
    }
    Route route = from.route(signal);
    if (route == null) {
      route = build(from, signal, event);
      from.route(signal, route, model.signals().size());
    }
    return route;
  }

  private Route build(Configuration from, int signal, String event) {
    if (from.isDone() || from.hasEventless() || ReservedEvents.test(event) || !isFree(event)) {
      return Route.NONE;
    }
    Hearing only = null;
    for (int state : from.atomic()) {
      Hearing hearing = model.hear(signal, state);
      if (hearing.isEmpty()) {
        continue;
      }
      if (only != null && hearing != only) {
        return Route.NONE;
      }
      only = hearing;
    }
    if (only == null) {
      return Route.UNHEARD;
    }
    boolean simple = only.deferAt() < 0 && only.arrows().stream().allMatch(Memo::isSimple);
    return simple ? Route.of(only.arrows()) : Route.NONE;
  }

  /** Whether the door has nothing to check: a payload that is declared must be. */
  private boolean isFree(String event) {
    Map<String, EventDefinition> declared = model.definition().events();
    EventDefinition definition = declared == null ? null : declared.get(event);
    return declared == null || (definition != null && definition.payload().isEmpty());
  }

  /** Whether this payload is acceptable for an event that {@link #isFree}. */
  boolean accepts(Map<String, ?> payload) {
    return payload.isEmpty() || model.definition().events() == null;
  }

  /**
   * The step of an event without an id, or null if it must be computed.
   *
   * @param from the configuration, which may be later than the snapshot's
   */
  @Nullable Jump find(
      Snapshot snapshot,
      Configuration from,
      String event,
      Map<String, ?> payload,
      @Nullable Glance glance) {
    if (!on || !snapshot.rest().invocations().isEmpty() || !accepts(payload)) {
      return null;
    }
    Route route = route(from, event);
    if (route.isUnheard()) {
      return from.unheardJump(model);
    }
    return route.size() == 0 ? null : jump(route, from, snapshot.data(), event, payload, glance);
  }

  private static boolean isSimple(Arrow arrow) {
    Condition when = arrow.when();
    return arrow.guard() == null
        && (when == null
            || when.expression().reads().stream()
                .allMatch(path -> SEEN.contains(path.split("[.\\[]", 2)[0])));
  }

  /** Where a route leads, or null if that must be computed. */
  private @Nullable Jump jump(
      Route route,
      Configuration from,
      Map<String, ?> data,
      String event,
      Map<String, ?> payload,
      @Nullable Glance reused) {
    Glance glance = reused;
    for (int i = 0; i < route.size(); i++) {
      Condition when = route.arrow(i).when();
      if (when == null) {
        return route.jump(i);
      }
      if (glance == null) {
        glance = new Glance(settings);
      }
      glance.look(from, data, event, payload);
      try {
        if (when.holds(glance)) {
          return route.jump(i);
        }
      } catch (Failure failure) {
        return null;
      }
    }
    return null;
  }

  /** Keeps a step that was made the long way, if it is plain. */
  void learn(String event, Selection selection, Outcome outcome, Snapshot before, Snapshot after) {
    if (on && outcome instanceof Outcome.Taken) {
      Route route = route(before.states(), event);
      if (route.size() > 0 && isPlain(selection, outcome, before, after)) {
        route.learn(selection.enabled().get(0).arrow(), new Jump(after.states(), outcome));
      }
    }
  }

  /** A glance for whoever makes many steps. */
  Glance glance() {
    return new Glance(settings);
  }

  private boolean isPlain(Selection selection, Outcome outcome, Snapshot before, Snapshot after) {
    Trace trace = outcome.trace();
    return selection.enabled().size() == 1
        && trace.transitions().size() == 1
        && isPlain(selection.enabled().get(0).arrow())
        && trace.errors().isEmpty()
        && trace.effects().stream().allMatch(Effect.StateChanged.class::isInstance)
        && after.data() == before.data()
        && after.rest().equals(before.rest())
        && isRest(after.states())
        && trace.exited().stream().allMatch(this::isPlain)
        && trace.entered().stream().allMatch(this::isPlain);
  }

  private static boolean isPlain(Arrow arrow) {
    return arrow.actions().isEmpty() && arrow.reason() == null;
  }

  private boolean isPlain(String id) {
    Node node = model.node(model.index().number(id));
    return node.entry().isEmpty()
        && node.exit().isEmpty()
        && node.initialActions().isEmpty()
        && node.after().isEmpty()
        && node.invokes().isEmpty()
        && !node.isFinal();
  }

  /** Whether nothing has to be looked at where the step rests. */
  private boolean isRest(Configuration configuration) {
    if (configuration.isDone() || configuration.hasEventless()) {
      return false;
    }
    for (int n = configuration.active().next(0); n >= 0; n = configuration.active().next(n + 1)) {
      if (!model.node(n).requires().isEmpty()) {
        return false;
      }
    }
    return true;
  }
}
