package dev.statute.step.internal.run;

import dev.statute.chart.ChartDefinition.Unhandled;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.check.ReservedEvents;
import dev.statute.policy.Policy;
import dev.statute.step.Effect;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Trace;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.ActiveConfiguration;
import dev.statute.step.internal.model.CachedCandidates;
import dev.statute.step.internal.model.CachedStep;
import dev.statute.step.internal.model.CachedSteps;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledState;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.EventIds;
import dev.statute.step.internal.model.TransitionCandidates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Steps that need not be computed again.
 *
 * <p>Where a step runs no action, arms no timer, asks no rule and remembers no history, what comes
 * of it follows from the configuration and the transition alone. Such a step is computed once, the
 * long way, and kept in a table that all instances of a chart share ({@link CachedSteps}): a {@link
 * CachedStep} where the event alone decides, else a {@link CachedCandidates} with a jump per choice
 * of transitions. Afterwards only conditions are computed, on the instance at rest, and a step is a
 * look-up. There is no second algorithm that could disagree with the first: what is kept is what
 * the first one gave, and a property test holds one against the other.
 *
 * <p>What is let through is decided twice: {@link #route} looks at what may happen (conditions read
 * nothing but data, event, settings and the configuration), {@link #learn} at what did happen (see
 * {@link #isPlain}). Everything else, and every condition that fails, goes the long way.
 * Thread-safe.
 */
@SuppressWarnings("ReferenceEquality") // what is shared is compared as itself
final class StepCache {
  /** With more events than this the table would be larger than the gain. */
  private static final int MOST_EVENTS = 2_000;

  private static final List<String> SEEN = List.of("data", "event", "settings", "event_name");
  private final CompiledChart model;
  private final Map<String, ?> settings;
  private final EventIds signals;
  private final CachedSteps known;

  /** Whether payloads must be checked: the chart declares its events. */
  private final boolean closed;

  private final boolean on;

  StepCache(InterpreterContext machine) {
    model = machine.model();
    signals = model.signals();
    known = model.known();
    closed = model.definition().events() != null;
    settings = machine.chart().settings().all();
    on =
        machine.policy() == Policy.NONE
            && model.timers().isEmpty()
            && signals.events() <= MOST_EVENTS
            && model.definition().onUnhandled() == Unhandled.IGNORE
            && model.nodes().stream().noneMatch(CompiledState::isHistory);
  }

  /** What is known of this event here; {@link CachedCandidates#NONE} if it must be computed. */
  private CachedCandidates route(int row, int signal, String event) {
    CachedCandidates route = known.route(row, signal);
    if (route == null) {
      boolean free = !ReservedEvents.test(event) && isFree(event);
      route = free ? build(row, signal) : CachedCandidates.NONE;
      known.learn(row, signal, route);
    }
    return route;
  }

  /** Whether it is an event that the chart does not know by any prefix, and lets in. */
  private boolean isUnnamed(String event) {
    return !closed && signals.event(event) == EventIds.OTHER && !ReservedEvents.test(event);
  }

  /**
   * The step of such an event if nothing hears it; what comes of one that is would tell its name.
   */
  private @Nullable CachedStep unnamed(int row) {
    if (known.jump(row, EventIds.OTHER) == null && known.route(row, EventIds.OTHER) == null) {
      known.learn(row, EventIds.OTHER, build(row, EventIds.OTHER));
    }
    return known.jump(row, EventIds.OTHER);
  }

  /** Finds out who listens; that nobody does is known at once. */
  private CachedCandidates build(int row, int signal) {
    ActiveConfiguration from = known.configuration(row);
    if (from.isDone() || from.hasEventless()) {
      return CachedCandidates.NONE;
    }
    List<List<CompiledTransition>> listeners = new ArrayList<>();
    for (int state : from.atomic()) {
      TransitionCandidates hearing = model.hear(signal, state);
      if (hearing.isEmpty()) {
        continue;
      }
      List<CompiledTransition> tried = tried(hearing);
      if (hearing.deferAt() >= 0 || !tried.stream().allMatch(StepCache::isSimple)) {
        return CachedCandidates.NONE;
      }
      if (!listeners.contains(tried)) {
        listeners.add(tried);
      }
    }
    if (listeners.isEmpty()) {
      known.learn(row, signal, new CachedStep(from, row, from.unheard(model), 0));
      return CachedCandidates.NONE;
    }
    return CachedCandidates.of(from, listeners);
  }

  /** Those that can be reached: none after the first that needs nothing to be enabled. */
  private static List<CompiledTransition> tried(TransitionCandidates hearing) {
    List<CompiledTransition> tried = new ArrayList<>();
    for (CompiledTransition arrow : hearing.arrows()) {
      tried.add(arrow);
      if (arrow.isOpen()) {
        break;
      }
    }
    return tried;
  }

  /** Whether the door has nothing to check: a payload that is declared must be. */
  private boolean isFree(String event) {
    Map<String, EventDefinition> declared = model.definition().events();
    EventDefinition definition = declared == null ? null : declared.get(event);
    return declared == null || (definition != null && definition.payload().isEmpty());
  }

  /**
   * Where the steps of this instance are, as long as they are known ones, or {@link
   * CachedSteps#NOWHERE}.
   */
  int row(Snapshot snapshot) {
    return on && snapshot.isIdle() && snapshot.rest().invocations().isEmpty()
        ? known.row(snapshot.states())
        : CachedSteps.NOWHERE;
  }

  /** The configuration of a row. */
  ActiveConfiguration configuration(int row) {
    return known.configuration(row);
  }

  /** The number of an event, negative if the chart does not name it as it stands. */
  int signal(String event) {
    return signals.known(event);
  }

  /**
   * The step of an event, or null if it must be computed.
   *
   * @param row of the instance; a real one
   * @param signal of the event
   * @param reused null = a new one
   */
  @Nullable CachedStep find(
      int row,
      int signal,
      Map<String, ?> data,
      String event,
      Map<String, ?> payload,
      @Nullable SnapshotScope reused) {
    if (closed && !payload.isEmpty()) {
      return null;
    }
    if (signal < 0) {
      return isUnnamed(event) ? unnamed(row) : null;
    }
    CachedStep jump = known.jump(row, signal);
    return jump == null ? chosen(row, signal, data, event, payload, reused) : jump;
  }

  private @Nullable CachedStep chosen(
      int row,
      int signal,
      Map<String, ?> data,
      String event,
      Map<String, ?> payload,
      @Nullable SnapshotScope reused) {
    CachedCandidates route = route(row, signal, event);
    ActiveConfiguration from = route.from();
    if (from == null) {
      return null;
    }
    SnapshotScope glance = reused == null ? glance() : reused;
    int choice = choose(route, glance.look(from, data, event, payload));
    return choice < 0 ? null : route.jump(choice);
  }

  private static int choose(CachedCandidates route, SnapshotScope glance) {
    try {
      return route.choose(glance);
    } catch (ActionFailure failure) {
      return -1;
    }
  }

  private static boolean isSimple(CompiledTransition arrow) {
    CompiledCondition when = arrow.when();
    return arrow.guard() == null
        && (when == null
            || when.expression().reads().stream()
                .allMatch(path -> SEEN.contains(path.split("[.\\[]", 2)[0])));
  }

  /** Keeps a step of an event that was made the long way, if it is plain. */
  void learn(
      CurrentEvent cue,
      TransitionSelection selection,
      Outcome outcome,
      Snapshot before,
      Snapshot after) {
    int row = row(before);
    int next = known.row(after.states());
    int signal = signals.known(cue.name());
    if (row < 0 || next < 0 || signal < 0 || !(outcome instanceof Outcome.Taken)) {
      return;
    }
    CachedCandidates route = route(row, signal, cue.name());
    if (route.isNone() || !isPlain(selection, outcome, before, after)) {
      return;
    }
    CachedStep jump = new CachedStep(after.states(), next, outcome, 1);
    if (route.isOpen()) {
      known.learn(row, signal, jump);
      return;
    }
    SnapshotScope glance = glance().look(before.states(), before.data(), cue.name(), cue.data());
    int choice = choose(route, glance);
    if (choice >= 0) {
      route.learn(choice, jump);
    }
  }

  /** A glance for whoever makes many steps. */
  SnapshotScope glance() {
    return new SnapshotScope(settings);
  }

  private boolean isPlain(
      TransitionSelection selection, Outcome outcome, Snapshot before, Snapshot after) {
    Trace trace = outcome.trace();
    return trace.transitions().size() == selection.enabled().size()
        && selection.enabled().stream().allMatch(enabled -> isPlain(enabled.arrow()))
        && trace.errors().isEmpty()
        && trace.effects().stream().allMatch(Effect.StateChanged.class::isInstance)
        && after.data() == before.data()
        && after.rest().equals(before.rest())
        && isRest(after.states())
        && trace.exited().stream().allMatch(this::isPlain)
        && trace.entered().stream().allMatch(this::isPlain);
  }

  private static boolean isPlain(CompiledTransition arrow) {
    return arrow.actions().isEmpty() && arrow.reason() == null;
  }

  private boolean isPlain(String id) {
    CompiledState node = model.node(model.index().number(id));
    return node.entry().isEmpty()
        && node.exit().isEmpty()
        && node.initialActions().isEmpty()
        && node.after().isEmpty()
        && node.invokes().isEmpty()
        && !node.isFinal();
  }

  /** Whether nothing has to be looked at where the step rests. */
  private boolean isRest(ActiveConfiguration configuration) {
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
