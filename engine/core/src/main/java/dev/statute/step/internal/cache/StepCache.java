package dev.statute.step.internal.cache;

import dev.statute.chart.ChartDefinition.Unhandled;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.ReservedEvents;
import dev.statute.policy.spi.Policy;
import dev.statute.step.Effect;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Trace;
import dev.statute.step.internal.interpret.CurrentEvent;
import dev.statute.step.internal.interpret.InterpreterContext;
import dev.statute.step.internal.interpret.TransitionSelection;
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
 * <p>What is let through is decided twice: {@link #candidates} looks at what may happen (conditions
 * read nothing but data, event, settings and the configuration), {@link #put} at what did happen
 * (see {@link #isCacheable}). Everything else, and every condition that fails, goes the long way.
 * Thread-safe.
 */
@SuppressWarnings("ReferenceEquality")
public // what is shared is compared as itself
final class StepCache {
  /** With more events than this the table would be larger than the gain. */
  private static final int MAX_EVENTS = 2_000;

  private static final List<String> CACHEABLE_VARIABLES =
      List.of("data", "event", "settings", "event_name");
  private final CompiledChart model;
  private final Map<String, ?> settings;
  private final EventIds eventIds;
  private final CachedSteps cachedSteps;

  /** Whether payloads must be checked: the chart declares its events. */
  private final boolean checksPayloads;

  private final boolean usable;

  public StepCache(InterpreterContext machine) {
    model = machine.model();
    eventIds = model.eventIds();
    cachedSteps = model.cachedSteps();
    checksPayloads = model.definition().events() != null;
    settings = machine.chart().settings().all();
    usable =
        machine.policy() == Policy.NONE
            && model.timers().isEmpty()
            && eventIds.events() <= MAX_EVENTS
            && model.definition().onUnhandled() == Unhandled.IGNORE
            && model.states().stream().noneMatch(CompiledState::isHistory);
  }

  /** What is known of this event here; {@link CachedCandidates#NONE} if it must be computed. */
  private CachedCandidates candidates(int row, int signal, String event) {
    CachedCandidates route = cachedSteps.candidates(row, signal);
    if (route == null) {
      boolean free = !ReservedEvents.isReserved(event) && needsNoPayloadCheck(event);
      route = free ? computeCandidates(row, signal) : CachedCandidates.NONE;
      cachedSteps.put(row, signal, route);
    }
    return route;
  }

  /** Whether it is an event that the chart does not know by any prefix, and lets in. */
  private boolean isUndeclaredEvent(String event) {
    return !checksPayloads
        && eventIds.event(event) == EventIds.OTHER
        && !ReservedEvents.isReserved(event);
  }

  /**
   * The step of such an event if nothing hears it; what comes of one that is would tell its name.
   */
  private @Nullable CachedStep undeclaredEventStep(int row) {
    if (cachedSteps.step(row, EventIds.OTHER) == null
        && cachedSteps.candidates(row, EventIds.OTHER) == null) {
      cachedSteps.put(row, EventIds.OTHER, computeCandidates(row, EventIds.OTHER));
    }
    return cachedSteps.step(row, EventIds.OTHER);
  }

  /** Finds out who listens; that nobody does is known at once. */
  private CachedCandidates computeCandidates(int row, int signal) {
    ActiveConfiguration from = cachedSteps.configuration(row);
    if (from.isDone() || from.hasEventless()) {
      return CachedCandidates.NONE;
    }
    List<List<CompiledTransition>> listeners = new ArrayList<>();
    for (int state : from.atomic()) {
      TransitionCandidates hearing = model.candidates(signal, state);
      if (hearing.isEmpty()) {
        continue;
      }
      List<CompiledTransition> tried = reachable(hearing);
      if (hearing.deferAt() >= 0 || !tried.stream().allMatch(StepCache::isCacheableCondition)) {
        return CachedCandidates.NONE;
      }
      if (!listeners.contains(tried)) {
        listeners.add(tried);
      }
    }
    if (listeners.isEmpty()) {
      cachedSteps.put(row, signal, new CachedStep(from, row, from.ignoredOutcome(model), 0));
      return CachedCandidates.NONE;
    }
    return CachedCandidates.of(from, listeners);
  }

  /** Those that can be reached: none after the first that needs nothing to be enabled. */
  private static List<CompiledTransition> reachable(TransitionCandidates hearing) {
    List<CompiledTransition> tried = new ArrayList<>();
    for (CompiledTransition arrow : hearing.transitions()) {
      tried.add(arrow);
      if (arrow.isUnconditional()) {
        break;
      }
    }
    return tried;
  }

  /** Whether the door has nothing to check: a payload that is declared must be. */
  private boolean needsNoPayloadCheck(String event) {
    Map<String, EventDefinition> declared = model.definition().events();
    EventDefinition definition = declared == null ? null : declared.get(event);
    return declared == null || (definition != null && definition.payload().isEmpty());
  }

  /**
   * Where the steps of this instance are, as long as they are known ones, or {@link
   * CachedSteps#NO_ROW}.
   */
  public int row(Snapshot snapshot) {
    return usable && snapshot.isIdle() && snapshot.extras().invocations().isEmpty()
        ? cachedSteps.row(snapshot.activeConfiguration())
        : CachedSteps.NO_ROW;
  }

  /** The configuration of a row. */
  public ActiveConfiguration configuration(int row) {
    return cachedSteps.configuration(row);
  }

  /** The number of an event, negative if the chart does not name it as it stands. */
  public int eventId(String event) {
    return eventIds.exact(event);
  }

  /**
   * The step of an event, or null if it must be computed.
   *
   * @param row of the instance; a real one
   * @param signal of the event
   * @param reused null = a new one
   */
  @Nullable
  public CachedStep find(
      int row,
      int signal,
      Map<String, ?> data,
      String event,
      Map<String, ?> payload,
      @Nullable SnapshotScope reused) {
    if (checksPayloads && !payload.isEmpty()) {
      return null;
    }
    if (signal < 0) {
      return isUndeclaredEvent(event) ? undeclaredEventStep(row) : null;
    }
    CachedStep jump = cachedSteps.step(row, signal);
    return jump == null ? findConditional(row, signal, data, event, payload, reused) : jump;
  }

  private @Nullable CachedStep findConditional(
      int row,
      int signal,
      Map<String, ?> data,
      String event,
      Map<String, ?> payload,
      @Nullable SnapshotScope reused) {
    CachedCandidates route = candidates(row, signal, event);
    ActiveConfiguration from = route.from();
    if (from == null) {
      return null;
    }
    SnapshotScope glance = reused == null ? newScope() : reused;
    int choice = choose(route, glance.reset(from, data, event, payload));
    return choice < 0 ? null : route.step(choice);
  }

  private static int choose(CachedCandidates route, SnapshotScope glance) {
    try {
      return route.choose(glance);
    } catch (ActionFailure failure) {
      return -1;
    }
  }

  private static boolean isCacheableCondition(CompiledTransition arrow) {
    CompiledCondition when = arrow.when();
    return arrow.guard() == null
        && (when == null
            || when.expression().readPaths().stream()
                .allMatch(path -> CACHEABLE_VARIABLES.contains(path.split("[.\\[]", 2)[0])));
  }

  /** Keeps a step of an event that was made the long way, if it is plain. */
  public void put(
      CurrentEvent cue,
      TransitionSelection selection,
      Outcome outcome,
      Snapshot before,
      Snapshot after) {
    int row = row(before);
    int next = cachedSteps.row(after.activeConfiguration());
    int signal = eventIds.exact(cue.name());
    if (row < 0 || next < 0 || signal < 0 || !(outcome instanceof Outcome.Taken)) {
      return;
    }
    CachedCandidates route = candidates(row, signal, cue.name());
    if (route.isNone() || !isCacheable(selection, outcome, before, after)) {
      return;
    }
    CachedStep jump = new CachedStep(after.activeConfiguration(), next, outcome, 1);
    if (route.isUnconditional()) {
      cachedSteps.put(row, signal, jump);
      return;
    }
    SnapshotScope glance =
        newScope().reset(before.activeConfiguration(), before.data(), cue.name(), cue.data());
    int choice = choose(route, glance);
    if (choice >= 0) {
      route.put(choice, jump);
    }
  }

  /** A glance for whoever makes many steps. */
  public SnapshotScope newScope() {
    return new SnapshotScope(settings);
  }

  private boolean isCacheable(
      TransitionSelection selection, Outcome outcome, Snapshot before, Snapshot after) {
    Trace trace = outcome.trace();
    return trace.transitions().size() == selection.enabled().size()
        && selection.enabled().stream().allMatch(enabled -> isCacheable(enabled.transition()))
        && trace.errors().isEmpty()
        && trace.effects().stream().allMatch(Effect.StateChanged.class::isInstance)
        && after.data() == before.data()
        && after.extras().equals(before.extras())
        && isStable(after.activeConfiguration())
        && trace.exited().stream().allMatch(this::isCacheable)
        && trace.entered().stream().allMatch(this::isCacheable);
  }

  private static boolean isCacheable(CompiledTransition arrow) {
    return arrow.actions().isEmpty() && arrow.reason() == null;
  }

  private boolean isCacheable(String id) {
    CompiledState node = model.state(model.index().number(id));
    return node.entry().isEmpty()
        && node.exit().isEmpty()
        && node.initialActions().isEmpty()
        && node.after().isEmpty()
        && node.invokes().isEmpty()
        && !node.isFinal();
  }

  /** Whether nothing has to be looked at where the step rests. */
  private boolean isStable(ActiveConfiguration configuration) {
    if (configuration.isDone() || configuration.hasEventless()) {
      return false;
    }
    for (int n = configuration.active().next(0); n >= 0; n = configuration.active().next(n + 1)) {
      if (!model.state(n).requires().isEmpty()) {
        return false;
      }
    }
    return true;
  }
}
