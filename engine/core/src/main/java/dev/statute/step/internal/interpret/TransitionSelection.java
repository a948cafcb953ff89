package dev.statute.step.internal.interpret;

import dev.statute.policy.spi.RuleError;
import dev.statute.step.BlockedCandidate;
import dev.statute.step.internal.algorithm.ConflictResolution;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.TransitionCandidates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Transition selection of the SCXML algorithm: the transitions that a signal enables.
 *
 * <p>The active atomic states are visited in document order; for each, the transitions of the state
 * and of its ancestors outwards, as the model lists them, until one is enabled. No action runs
 * during the selection, so a condition is computed at most once. Rules are asked for guards first,
 * in one question about all reachable transitions that name one.
 */
public final class TransitionSelection {
  private final StepState state;
  private final CompiledChart model;
  private final boolean deferrable;
  private final List<EnabledTransition> preempted = new ArrayList<>(0);
  private final Map<CompiledTransition, Object> conditionValues = new LinkedHashMap<>(4);
  private Set<CompiledTransition> granted = Set.of();
  private Map<CompiledTransition, EnabledTransition> guarded = Map.of();
  private List<EnabledTransition> enabled = List.of();
  private boolean deferred;

  private TransitionSelection(StepState state, boolean deferrable) {
    this.state = state;
    this.deferrable = deferrable;
    model = state.model();
  }

  /**
   * Selects the transitions that the current event enables.
   *
   * @param deferrable whether a state may defer it
   */
  public static TransitionSelection of(StepState state, boolean deferrable) {
    return of(state, state.currentEvent().eventId(), deferrable);
  }

  /** Selects the enabled eventless transitions. */
  static TransitionSelection eventless(StepState state) {
    return of(state, state.model().eventIds().always(), false);
  }

  private static TransitionSelection of(StepState state, int signal, boolean deferrable) {
    TransitionSelection selection = new TransitionSelection(state, deferrable);
    int[] atomic = state.configuration().atomic();
    List<TransitionCandidates> accepted = new ArrayList<>(atomic.length);
    for (int number : atomic) {
      accepted.add(state.model().candidates(signal, number));
    }
    selection.select(atomic, accepted);
    return selection;
  }

  /** Selects the enabled alternatives of an {@code after} timer. */
  public static TransitionSelection of(
      StepState state, int source, List<CompiledTransition> transitions) {
    TransitionSelection selection = new TransitionSelection(state, false);
    int first = state.configuration().active().next(source);
    int[] atomic = state.configuration().atomic();
    for (int number : atomic) {
      if (number >= first) {
        selection.select(new int[] {number}, List.of(new TransitionCandidates(transitions, -1)));
        break;
      }
    }
    return selection;
  }

  /** Returns the enabled transitions in selection order, without those that lost a conflict. */
  public List<EnabledTransition> enabled() {
    return enabled;
  }

  /** Returns the transitions that lost a conflict. */
  List<EnabledTransition> preempted() {
    return preempted;
  }

  /** Returns whether no transition is enabled and some state defers the event. */
  public boolean isDeferred() {
    return deferred && enabled.isEmpty();
  }

  /** Returns whether transitions wait for the signal and none is enabled. */
  public boolean isBlocked() {
    return enabled.isEmpty() && !conditionValues.isEmpty();
  }

  /** Returns whether an enabled transition names the event, and not only all events. */
  boolean isNamed(String event) {
    return enabled.stream()
        .anyMatch(selected -> selected.transition().descriptors().matchesByName(event));
  }

  private void select(int[] atomic, List<TransitionCandidates> accepted) {
    evaluateGuards(atomic, accepted);
    List<EnabledTransition> found = new ArrayList<>(2);
    Set<CompiledTransition> seen = new HashSet<>(4);
    for (int i = 0; i < atomic.length; i++) {
      CompiledTransition transition = firstEnabled(accepted.get(i));
      if (transition != null && seen.add(transition)) {
        found.add(EnabledTransition.of(model, state.history(), transition, atomic[i]));
      }
    }
    enabled = ConflictResolution.removeConflicts(model, found, preempted);
  }

  private @Nullable CompiledTransition firstEnabled(TransitionCandidates matching) {
    int end = candidateCount(matching);
    for (int i = 0; i < end; i++) {
      CompiledTransition transition = matching.transitions().get(i);
      if (transition.isUnconditional() || (holds(transition) && isGranted(transition))) {
        return transition;
      }
    }
    deferred |= deferrable && matching.deferAt() >= 0;
    return null;
  }

  private int candidateCount(TransitionCandidates matching) {
    return deferrable && matching.deferAt() >= 0
        ? matching.deferAt()
        : matching.transitions().size();
  }

  private boolean isGranted(CompiledTransition transition) {
    return transition.guard() == null || granted.contains(transition);
  }

  /** Asks rules about the reachable transitions that name a guard. */
  private void evaluateGuards(int[] atomic, List<TransitionCandidates> accepted) {
    Map<CompiledTransition, EnabledTransition> candidates = new LinkedHashMap<>(0);
    for (int i = 0; i < atomic.length; i++) {
      TransitionCandidates matching = accepted.get(i);
      int end = candidateCount(matching);
      for (int k = 0; k < end; k++) {
        CompiledTransition transition = matching.transitions().get(k);
        if (transition.isUnconditional()) {
          break;
        }
        boolean holds = holds(transition);
        if (holds && transition.guard() == null) {
          break;
        }
        if (holds && !candidates.containsKey(transition)) {
          candidates.put(
              transition, EnabledTransition.of(model, state.history(), transition, atomic[i]));
        }
      }
    }
    guarded = candidates;
    if (!candidates.isEmpty()) {
      granted = GuardEvaluation.grantedTransitions(state, candidates.values());
    }
  }

  private boolean holds(CompiledTransition transition) {
    Object value = conditionValues.get(transition);
    if (value == null) {
      value = evaluate(transition);
      conditionValues.put(transition, value);
    }
    return value instanceof Boolean holds && holds;
  }

  /** Returns true, false, or the message of an evaluation error. */
  private Object evaluate(CompiledTransition transition) {
    CompiledCondition when = transition.when();
    if (when == null) {
      return true;
    }
    try {
      return when.holds(state.scope());
    } catch (ActionFailure failure) {
      state.queue().raiseConditionError(failure, transition, isErrorHandled());
      return failure.message();
    }
  }

  /**
   * Returns whether a failed condition raises an error event: in charts that roll back on errors,
   * only if an active state names the event; in SCXML compatibility mode, always.
   */
  private boolean isErrorHandled() {
    return !model.rollsBack()
        || model.namesEvent(InternalQueue.EXECUTION_ERROR, state.configuration().atomic());
  }

  /** Returns the candidates that were not enabled, with the values that decided. */
  public List<BlockedCandidate> blockedCandidates() {
    List<BlockedCandidate> candidates = new ArrayList<>();
    List<EnabledTransition> refused = new ArrayList<>(guarded.values());
    refused.removeIf(each -> granted.contains(each.transition()));
    Map<CompiledTransition, RuleError> denials = GuardEvaluation.denials(state, refused);
    conditionValues.forEach(
        (transition, value) -> {
          RuleError denial = denials.get(transition);
          CompiledCondition when = transition.when();
          candidates.add(
              new BlockedCandidate(
                  model.id(transition.source()),
                  model.ids(transition.targets()),
                  Objects.requireNonNull(transition.place()),
                  when == null ? null : when.source().value(),
                  when == null ? null : String.valueOf(value),
                  transition.guard(),
                  transition.guard() != null && granted.contains(transition),
                  denial == null ? null : denial.message(),
                  denial == null ? null : denial.rule()));
        });
    return candidates;
  }
}
