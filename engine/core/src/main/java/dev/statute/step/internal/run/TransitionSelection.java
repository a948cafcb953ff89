package dev.statute.step.internal.run;

import dev.statute.step.BlockedCandidate;
import dev.statute.step.internal.model.ActionFailure;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.EventIds;
import dev.statute.step.internal.model.TransitionCandidates;
import dev.statute.step.internal.model.TransitionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code select} of the algorithm: which transitions a signal enables.
 *
 * <p>The active atomic states are walked in document order; for each, the transitions of the state
 * and of its ancestors outwards, as the model lists them, until one is enabled. No action runs
 * meanwhile, so a condition is computed at most once. Guards are granted by rules, which are asked
 * before, and once, about all transitions that could be reached and name one.
 */
final class TransitionSelection {
  private final StepTransaction draft;
  private final CompiledChart model;
  private final boolean deferrable;
  private final List<EnabledTransition> enabled = new ArrayList<>(2);
  private final List<EnabledTransition> preempted = new ArrayList<>(0);
  private final Map<CompiledTransition, Object> conditions = new LinkedHashMap<>(4);
  private Set<CompiledTransition> granted = Set.of();
  private boolean deferred;

  private TransitionSelection(StepTransaction draft, boolean deferrable) {
    this.draft = draft;
    this.deferrable = deferrable;
    model = draft.model();
  }

  /**
   * What a signal enables.
   *
   * @param deferrable whether a state may defer it
   */
  static TransitionSelection of(StepTransaction draft, int signal, boolean deferrable) {
    TransitionSelection selection = new TransitionSelection(draft, deferrable);
    int[] atomic = draft.configuration().atomic();
    List<TransitionCandidates> heard = new ArrayList<>(atomic.length);
    for (int state : atomic) {
      heard.add(draft.model().hear(signal, state));
    }
    selection.select(atomic, heard);
    return selection;
  }

  /** Which alternatives of a timer's short form are enabled. */
  static TransitionSelection of(
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

  /** In selection order, without those that lost a conflict. */
  List<EnabledTransition> enabled() {
    return enabled;
  }

  /** Those that lost a conflict. */
  List<EnabledTransition> preempted() {
    return preempted;
  }

  /** Whether nothing is enabled and some state defers the event. */
  boolean isDeferred() {
    return deferred && enabled.isEmpty();
  }

  /** Whether something listens that is not enabled. */
  boolean isBlocked() {
    return enabled.isEmpty() && !conditions.isEmpty();
  }

  private void select(int[] atomic, List<TransitionCandidates> heard) {
    ask(atomic, heard);
    List<EnabledTransition> found = new ArrayList<>(2);
    Set<CompiledTransition> seen = new HashSet<>(4);
    for (int i = 0; i < atomic.length; i++) {
      CompiledTransition arrow = first(heard.get(i));
      if (arrow != null && seen.add(arrow)) {
        found.add(enabled(draft, arrow, atomic[i]));
      }
    }
    ConflictResolution.remove(model, found, enabled, preempted);
  }

  private @Nullable CompiledTransition first(TransitionCandidates hearing) {
    int end = end(hearing);
    for (int i = 0; i < end; i++) {
      CompiledTransition arrow = hearing.arrows().get(i);
      if (arrow.isOpen() || (holds(arrow) && isGranted(arrow))) {
        return arrow;
      }
    }
    deferred |= deferrable && hearing.deferAt() >= 0;
    return null;
  }

  private int end(TransitionCandidates hearing) {
    return deferrable && hearing.deferAt() >= 0 ? hearing.deferAt() : hearing.arrows().size();
  }

  private boolean isGranted(CompiledTransition arrow) {
    return arrow.guard() == null || granted.contains(arrow);
  }

  /** Asks rules about the transitions that name a guard and could be reached. */
  private void ask(int[] atomic, List<TransitionCandidates> heard) {
    Map<CompiledTransition, EnabledTransition> candidates = new LinkedHashMap<>(0);
    for (int i = 0; i < atomic.length; i++) {
      TransitionCandidates hearing = heard.get(i);
      int end = end(hearing);
      for (int k = 0; k < end; k++) {
        CompiledTransition arrow = hearing.arrows().get(k);
        if (arrow.isOpen()) {
          break;
        }
        boolean holds = holds(arrow);
        if (holds && arrow.guard() == null) {
          break;
        }
        if (holds && !candidates.containsKey(arrow)) {
          candidates.put(arrow, enabled(draft, arrow, atomic[i]));
        }
      }
    }
    if (!candidates.isEmpty()) {
      granted = GuardEvaluation.ask(draft, candidates.values());
    }
  }

  private boolean holds(CompiledTransition arrow) {
    Object known = conditions.get(arrow);
    if (known == null) {
      known = evaluate(arrow);
      conditions.put(arrow, known);
    }
    return known instanceof Boolean holds && holds;
  }

  /** True, false, or the message of what went wrong. */
  private Object evaluate(CompiledTransition arrow) {
    CompiledCondition when = arrow.when();
    if (when == null) {
      return true;
    }
    try {
      return when.holds(draft.scope());
    } catch (ActionFailure failure) {
      draft.queue().misjudge(failure, arrow, listened());
      return failure.message();
    }
  }

  /**
   * Whether a failed condition raises an error: where errors undo a step, only if an active state
   * listens to it by name; in SCXML's way, always.
   */
  private boolean listened() {
    if (!model.rollsBack()) {
      return true;
    }
    int signal = model.signals().event(InternalQueue.ERROR);
    if (signal == EventIds.OTHER) {
      return false;
    }
    for (int state : draft.configuration().atomic()) {
      for (CompiledTransition arrow : model.hear(signal, state).arrows()) {
        if (arrow.descriptors().name(InternalQueue.ERROR)) {
          return true;
        }
      }
    }
    return false;
  }

  /** What listened and was not enabled, with the values that kept it from being. */
  List<BlockedCandidate> tried() {
    List<BlockedCandidate> tried = new ArrayList<>();
    conditions.forEach(
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

  /** A transition as it stands now: its histories replaced, its domain known. */
  static EnabledTransition enabled(StepTransaction draft, CompiledTransition arrow, int from) {
    if (arrow.domain() != CompiledTransition.DYNAMIC) {
      return new EnabledTransition(arrow, from, arrow.targets(), arrow.domain(), true);
    }
    CompiledChart model = draft.model();
    int[] targets = EntrySet.effective(model, draft.history(), arrow.targets());
    int domain = TransitionDomain.of(model.index(), arrow.source(), targets, arrow.internal());
    return new EnabledTransition(arrow, from, targets, domain, true);
  }
}
