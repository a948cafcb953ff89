package dev.statute.step.internal.cache;

import dev.statute.chart.ChartDefinition.Unhandled;
import dev.statute.chart.EventDefinition;
import dev.statute.chart.ReservedEvents;
import dev.statute.expr.ValueLimits;
import dev.statute.policy.spi.Policy;
import dev.statute.step.Effect;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Trace;
import dev.statute.step.internal.interpret.CurrentEvent;
import dev.statute.step.internal.interpret.InterpreterContext;
import dev.statute.step.internal.interpret.TransitionSelection;
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
 * Cache of steps.
 *
 * <p>If a step runs no action, starts no timer, asks no rule and records no history, its result
 * depends on the configuration and the transition only. Such a step is computed once by the
 * interpreter and cached in a table that all instances of a chart share ({@link CachedSteps}): a
 * {@link CachedStep} if the event alone decides, else {@link CachedCandidates} with a step per
 * combination of transitions. Afterwards only conditions are evaluated, on the snapshot, and a step
 * is a look-up. There is no second algorithm that could disagree with the first: cached results are
 * results of the first, and a property test compares both.
 *
 * <p>Admission is checked twice: {@link #candidates} checks the possible transitions (conditions
 * read only data, event, settings and the configuration), {@link #put} the actual result (see
 * {@link #isCacheable}). All other steps, and all steps with a failed condition, are computed. A
 * start is cached likewise, see {@link #isCacheableStart}. Thread-safe.
 */
@SuppressWarnings("ReferenceEquality")
public // shared objects are compared by identity
final class StepCache {
  /** Maximum number of events; for more the table would be too large. */
  private static final int MAX_EVENTS = 2_000;

  private static final List<String> CACHEABLE_VARIABLES =
      List.of("data", "event", "settings", "event_name");
  private final CompiledChart model;
  private final Map<String, ?> settings;
  private final EventIds eventIds;
  private final CachedSteps cachedSteps;

  /** True if payloads must be checked, as the chart declares its events. */
  private final boolean checksPayloads;

  private final boolean usable;

  public StepCache(InterpreterContext context) {
    model = context.model();
    eventIds = model.eventIds();
    cachedSteps = model.cachedSteps();
    checksPayloads = model.definition().events() != null;
    settings = context.chart().settings().all();
    usable =
        context.policy() == Policy.NONE
            && model.timers().isEmpty()
            && eventIds.events() <= MAX_EVENTS
            && model.definition().onUnhandled() == Unhandled.IGNORE
            && model.states().stream().noneMatch(CompiledState::isHistory);
  }

  /** Returns the candidates of an event; {@link CachedCandidates#NONE} if it must be computed. */
  private CachedCandidates candidates(int row, int signal, String event) {
    CachedCandidates route = cachedSteps.candidates(row, signal);
    if (route == null) {
      boolean free = isUsualName(event) && needsNoPayloadCheck(event);
      route = free ? computeCandidates(row, signal) : CachedCandidates.NONE;
      cachedSteps.put(row, signal, route);
    }
    return route;
  }

  /** Returns whether the event is one of which the chart declares no prefix, and accepts. */
  private boolean isUndeclaredEvent(String event) {
    return !checksPayloads && eventIds.event(event) == EventIds.OTHER && isUsualName(event);
  }

  /** Returns whether a name is valid, and not one of those that the engine raises. */
  private static boolean isUsualName(String event) {
    return !ReservedEvents.isReserved(event) && ValueLimits.checkId(event) == null;
  }

  /**
   * Returns the step of an undeclared event that no transition matches. Others are not cached, as
   * their traces contain the event's name.
   */
  private @Nullable CachedStep undeclaredEventStep(int row) {
    if (cachedSteps.step(row, EventIds.OTHER) == null
        && cachedSteps.candidates(row, EventIds.OTHER) == null) {
      cachedSteps.put(row, EventIds.OTHER, computeCandidates(row, EventIds.OTHER));
    }
    return cachedSteps.step(row, EventIds.OTHER);
  }

  /** Computes the candidates; the step of an event without candidates is cached at once. */
  private CachedCandidates computeCandidates(int row, int signal) {
    ActiveConfiguration from = cachedSteps.configuration(row);
    if (from.isDone() || from.hasEventless()) {
      return CachedCandidates.NONE;
    }
    List<List<CompiledTransition>> listeners = new ArrayList<>();
    for (int state : from.atomic()) {
      TransitionCandidates candidates = model.candidates(signal, state);
      if (candidates.isEmpty()) {
        continue;
      }
      List<CompiledTransition> tried = reachable(candidates);
      if (candidates.deferAt() >= 0 || !tried.stream().allMatch(StepCache::isCacheableCondition)) {
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

  /** Returns the reachable candidates: those up to the first unconditional one. */
  private static List<CompiledTransition> reachable(TransitionCandidates candidates) {
    List<CompiledTransition> tried = new ArrayList<>();
    for (CompiledTransition transition : candidates.transitions()) {
      tried.add(transition);
      if (transition.isUnconditional()) {
        break;
      }
    }
    return tried;
  }

  /** Returns whether the payload needs no validation, as the event is not declared. */
  private boolean needsNoPayloadCheck(String event) {
    Map<String, EventDefinition> declared = model.definition().events();
    EventDefinition definition = declared == null ? null : declared.get(event);
    return declared == null || (definition != null && definition.payload().isEmpty());
  }

  /** Returns the row of an instance with cacheable steps, or {@link CachedSteps#NO_ROW}. */
  public int row(Snapshot snapshot) {
    return usable && snapshot.isIdle() && snapshot.extras().invocations().isEmpty()
        ? snapshot.activeConfiguration().row()
        : CachedSteps.NO_ROW;
  }

  /** Returns the configuration of a row. */
  public ActiveConfiguration configuration(int row) {
    return cachedSteps.configuration(row);
  }

  /** Returns the number of an event, negative if the chart does not name exactly this event. */
  public int eventId(String event) {
    return eventIds.exact(event);
  }

  /**
   * Returns the cached step of an event, or null if it must be computed. Only events with a valid
   * name have one; values of the payload are not checked.
   *
   * @param row of the instance; not {@link CachedSteps#NO_ROW}
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
    CachedStep cached = cachedSteps.step(row, signal);
    return cached == null ? findConditional(row, signal, data, event, payload, reused) : cached;
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
    SnapshotScope scope = reused == null ? newScope() : reused;
    int choice = route.choose(scope.reset(from, data, event, payload));
    return choice < 0 ? null : route.step(choice);
  }

  private static boolean isCacheableCondition(CompiledTransition transition) {
    CompiledCondition when = transition.when();
    return transition.guard() == null
        && (when == null
            || when.expression().readPaths().stream()
                .allMatch(path -> CACHEABLE_VARIABLES.contains(path.split("[.\\[]", 2)[0])));
  }

  /** Caches a computed step if it is cacheable. */
  public void put(
      CurrentEvent current,
      TransitionSelection selection,
      Outcome outcome,
      Snapshot before,
      Snapshot after) {
    int row = row(before);
    int next = after.activeConfiguration().row();
    int signal = eventIds.exact(current.name());
    if (row < 0 || next < 0 || signal < 0 || !(outcome instanceof Outcome.Taken)) {
      return;
    }
    CachedCandidates route = candidates(row, signal, current.name());
    if (route.isNone() || !isCacheable(selection, outcome, before, after)) {
      return;
    }
    CachedStep cached = new CachedStep(after.activeConfiguration(), next, outcome, 1);
    if (route.isUnconditional()) {
      cachedSteps.put(row, signal, cached);
      return;
    }
    SnapshotScope scope =
        newScope()
            .reset(before.activeConfiguration(), before.data(), current.name(), current.data());
    int choice = route.choose(scope);
    if (choice >= 0) {
      route.put(choice, cached);
    }
  }

  /** Creates a reusable scope for many steps. */
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
        && trace.exited().stream().allMatch(this::isCacheableExit)
        && areCacheableEntries(trace.entered());
  }

  /**
   * Returns whether a start depends on nothing but the chart: no transition was taken, no rule was
   * asked, and nothing is left to evaluate or to wait for.
   *
   * @param before instance with its data, before it enters a state
   */
  public boolean isCacheableStart(Outcome outcome, Snapshot before, Snapshot after) {
    Trace trace = outcome.trace();
    return model.timers().isEmpty()
        && model.fields().isEmpty()
        && outcome instanceof Outcome.Started
        && trace.transitions().isEmpty()
        && trace.verdicts().isEmpty()
        && trace.errors().isEmpty()
        && trace.effects().stream().allMatch(Effect.StateChanged.class::isInstance)
        && after.data() == before.data()
        && after.extras().equals(before.extras())
        && isStable(after.activeConfiguration())
        && isCacheableEntry(model.root())
        && areCacheableEntries(trace.entered());
  }

  private static boolean isCacheable(CompiledTransition transition) {
    return transition.actions().isEmpty() && transition.reason() == null;
  }

  private boolean isCacheableExit(String id) {
    CompiledState node = state(id);
    return node.exit().isEmpty() && isCacheableEntry(node);
  }

  private boolean areCacheableEntries(List<String> ids) {
    return ids.stream().allMatch(id -> isCacheableEntry(state(id)));
  }

  private CompiledState state(String id) {
    return model.state(model.index().number(id));
  }

  private static boolean isCacheableEntry(CompiledState node) {
    return node.entry().isEmpty()
        && node.initialActions().isEmpty()
        && node.after().isEmpty()
        && node.invokes().isEmpty()
        && !node.isFinal();
  }

  /** Returns whether no eventless transition or requirement must be evaluated there. */
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
