package dev.statute.step.internal.interpret;

import dev.statute.step.BlockedCandidate;
import dev.statute.step.internal.algorithm.ConflictResolution;
import dev.statute.step.internal.algorithm.EnabledTransition;
import dev.statute.step.internal.algorithm.EntrySet;
import dev.statute.step.internal.algorithm.TransitionDomain;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.EventIds;
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
  private final StepTransaction transaction;
  private final CompiledChart model;
  private final boolean deferrable;
  private final List<EnabledTransition> enabled = new ArrayList<>(2);
  private final List<EnabledTransition> preempted = new ArrayList<>(0);
  private final Map<CompiledTransition, Object> conditionValues = new LinkedHashMap<>(4);
  private Set<CompiledTransition> granted = Set.of();
  private boolean deferred;

  private TransitionSelection(StepTransaction draft, boolean deferrable) {
    this.transaction = draft;
    this.deferrable = deferrable;
    model = draft.model();
  }

  /**
   * Selects the transitions that a signal enables.
   *
   * @param deferrable whether a state may defer it
   */
  public static TransitionSelection of(StepTransaction draft, int signal, boolean deferrable) {
    TransitionSelection selection = new TransitionSelection(draft, deferrable);
    int[] atomic = draft.configuration().atomic();
    List<TransitionCandidates> heard = new ArrayList<>(atomic.length);
    for (int state : atomic) {
      heard.add(draft.model().candidates(signal, state));
    }
    selection.select(atomic, heard);
    return selection;
  }

  /** Selects the enabled alternatives of an {@code after} timer. */
  public static TransitionSelection of(
      StepTransaction draft, int source, List<CompiledTransition> arrows) {
    TransitionSelection selection = new TransitionSelection(draft, false);
    int first = draft.configuration().active().next(source);
    int[] atomic = draft.configuration().atomic();
    for (int state : atomic) {
      if (state >= first) {
        selection.select(new int[] {state}, List.of(new TransitionCandidates(arrows, -1)));
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

  private void select(int[] atomic, List<TransitionCandidates> heard) {
    evaluateGuards(atomic, heard);
    List<EnabledTransition> found = new ArrayList<>(2);
    Set<CompiledTransition> seen = new HashSet<>(4);
    for (int i = 0; i < atomic.length; i++) {
      CompiledTransition arrow = firstEnabled(heard.get(i));
      if (arrow != null && seen.add(arrow)) {
        found.add(enabled(transaction, arrow, atomic[i]));
      }
    }
    ConflictResolution.removeConflicts(model, found, enabled, preempted);
  }

  private @Nullable CompiledTransition firstEnabled(TransitionCandidates hearing) {
    int end = candidateCount(hearing);
    for (int i = 0; i < end; i++) {
      CompiledTransition arrow = hearing.transitions().get(i);
      if (arrow.isUnconditional() || (holds(arrow) && isGranted(arrow))) {
        return arrow;
      }
    }
    deferred |= deferrable && hearing.deferAt() >= 0;
    return null;
  }

  private int candidateCount(TransitionCandidates hearing) {
    return deferrable && hearing.deferAt() >= 0 ? hearing.deferAt() : hearing.transitions().size();
  }

  private boolean isGranted(CompiledTransition arrow) {
    return arrow.guard() == null || granted.contains(arrow);
  }

  /** Asks rules about the reachable transitions that name a guard. */
  private void evaluateGuards(int[] atomic, List<TransitionCandidates> heard) {
    Map<CompiledTransition, EnabledTransition> candidates = new LinkedHashMap<>(0);
    for (int i = 0; i < atomic.length; i++) {
      TransitionCandidates hearing = heard.get(i);
      int end = candidateCount(hearing);
      for (int k = 0; k < end; k++) {
        CompiledTransition arrow = hearing.transitions().get(k);
        if (arrow.isUnconditional()) {
          break;
        }
        boolean holds = holds(arrow);
        if (holds && arrow.guard() == null) {
          break;
        }
        if (holds && !candidates.containsKey(arrow)) {
          candidates.put(arrow, enabled(transaction, arrow, atomic[i]));
        }
      }
    }
    if (!candidates.isEmpty()) {
      granted = GuardEvaluation.grantedTransitions(transaction, candidates.values());
    }
  }

  private boolean holds(CompiledTransition arrow) {
    Object known = conditionValues.get(arrow);
    if (known == null) {
      known = evaluate(arrow);
      conditionValues.put(arrow, known);
    }
    return known instanceof Boolean holds && holds;
  }

  /** Returns true, false, or the message of an evaluation error. */
  private Object evaluate(CompiledTransition arrow) {
    CompiledCondition when = arrow.when();
    if (when == null) {
      return true;
    }
    try {
      return when.holds(transaction.scope());
    } catch (ActionFailure failure) {
      transaction.queue().raiseConditionError(failure, arrow, isErrorHandled());
      return failure.message();
    }
  }

  /**
   * Returns whether a failed condition raises an error event: in charts that roll back on errors,
   * only if an active state names the event; in SCXML compatibility mode, always.
   */
  private boolean isErrorHandled() {
    if (!model.rollsBack()) {
      return true;
    }
    int signal = model.eventIds().event(InternalQueue.EXECUTION_ERROR);
    if (signal == EventIds.OTHER) {
      return false;
    }
    for (int state : transaction.configuration().atomic()) {
      for (CompiledTransition arrow : model.candidates(signal, state).transitions()) {
        if (arrow.descriptors().matchesByName(InternalQueue.EXECUTION_ERROR)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the candidates that were not enabled, with the values that decided. */
  public List<BlockedCandidate> blockedCandidates() {
    List<BlockedCandidate> tried = new ArrayList<>();
    conditionValues.forEach(
        (arrow, value) -> {
          CompiledCondition when = arrow.when();
          tried.add(
              new BlockedCandidate(
                  model.id(arrow.source()),
                  model.ids(arrow.targets()),
                  Objects.requireNonNull(arrow.place()),
                  when == null ? null : when.source().value(),
                  when == null ? null : String.valueOf(value),
                  arrow.guard(),
                  arrow.guard() != null && granted.contains(arrow)));
        });
    return tried;
  }

  /** Resolves a transition in the present configuration: its histories and its domain. */
  static EnabledTransition enabled(StepTransaction draft, CompiledTransition arrow, int from) {
    if (arrow.domain() != CompiledTransition.DYNAMIC) {
      return new EnabledTransition(arrow, from, arrow.targets(), arrow.domain(), true);
    }
    CompiledChart model = draft.model();
    int[] targets = EntrySet.effectiveTargets(model, draft.history(), arrow.targets());
    int domain = TransitionDomain.of(model.index(), arrow.source(), targets, arrow.internal());
    return new EnabledTransition(arrow, from, targets, domain, true);
  }
}
