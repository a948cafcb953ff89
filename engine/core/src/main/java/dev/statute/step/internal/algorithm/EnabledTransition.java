package dev.statute.step.internal.algorithm;

import dev.statute.problem.Place;
import dev.statute.step.internal.model.ActionBlock;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledTemplate;
import dev.statute.step.internal.model.CompiledTransition;
import dev.statute.step.internal.model.EventDescriptors;
import dev.statute.step.internal.model.StateSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Transition that was selected.
 *
 * @param from the first active atomic state for which it was selected
 * @param targets numbers of the states, with histories resolved
 * @param domain ancestor of the states it leaves, or {@link CompiledTransition#NO_DOMAIN}
 * @param listed false for a move that the chart does not list
 */
@SuppressWarnings("ArrayRecordComponent") // numbers, read in tight loops and never written
public record EnabledTransition(
    CompiledTransition transition, int from, int[] targets, int domain, boolean listed) {
  /** Resolves a transition in the present configuration: its histories and its domain. */
  public static EnabledTransition of(
      CompiledChart model, Map<Integer, int[]> history, CompiledTransition transition, int from) {
    if (transition.domain() != CompiledTransition.DYNAMIC) {
      return new EnabledTransition(
          transition, from, transition.targets(), transition.domain(), true);
    }
    int[] targets = EntrySet.effectiveTargets(model, history, transition.targets());
    int domain =
        TransitionDomain.of(model.index(), transition.source(), targets, transition.internal());
    return new EnabledTransition(transition, from, targets, domain, true);
  }

  /**
   * Creates a transition for a move that no state lists. Its source is the active atomic state that
   * shares the most ancestors with the target.
   *
   * @param atomic the active atomic states
   */
  public static EnabledTransition unlistedMove(
      CompiledChart model, Map<Integer, int[]> history, int[] atomic, int target) {
    int[] defined = {target};
    int[] targets = EntrySet.effectiveTargets(model, history, defined);
    int from = -1;
    int domain = -1;
    for (int state : atomic) {
      int around = TransitionDomain.of(model.index(), state, targets, false);
      if (from < 0 || around > domain) {
        from = state;
        domain = around;
      }
    }
    CompiledTransition transition =
        undefined(from, CompiledTransition.Kind.MOVE, defined, domain, false, null, null);
    return new EnabledTransition(transition, from, targets, domain, false);
  }

  /**
   * Returns the transition with another target and without actions.
   *
   * @param atomic the active atomic states
   */
  public EnabledTransition redirected(
      CompiledChart model,
      Map<Integer, int[]> history,
      int[] atomic,
      int target,
      @Nullable CompiledTemplate reason) {
    int[] defined = {target};
    int[] resolved = EntrySet.effectiveTargets(model, history, defined);
    int around =
        TransitionDomain.of(model.index(), transition.source(), resolved, transition.internal());
    CompiledTransition other =
        undefined(
            transition.source(),
            transition.kind(),
            defined,
            around,
            transition.internal(),
            reason,
            transition.place());
    boolean isListed =
        transition.kind() != CompiledTransition.Kind.MOVE
            || model.isHandled(model.eventIds().move(target), atomic);
    return new EnabledTransition(other, from, resolved, around, isListed);
  }

  /** Creates a transition that the chart does not define. */
  private static CompiledTransition undefined(
      int source,
      CompiledTransition.Kind kind,
      int[] targets,
      int domain,
      boolean internal,
      @Nullable CompiledTemplate reason,
      @Nullable Place place) {
    return new CompiledTransition(
        -1,
        source,
        kind,
        EventDescriptors.NONE,
        targets,
        domain,
        internal,
        null,
        null,
        ActionBlock.NONE,
        reason,
        place);
  }

  public boolean isTargetless() {
    return domain == CompiledTransition.NO_DOMAIN;
  }

  /** Returns the tags of the active states that it leaves, and of its targets. */
  public List<String> tags(CompiledChart model, StateSet active) {
    Set<String> tags = new LinkedHashSet<>();
    if (!isTargetless()) {
      int end = model.state(domain).end();
      for (int n = active.next(domain + 1); n >= 0 && n < end; n = active.next(n + 1)) {
        tags.addAll(model.state(n).tags());
      }
      for (int target : targets) {
        tags.addAll(model.state(target).tags());
      }
    }
    return List.copyOf(tags);
  }

  /** Tests for an active state that it leaves. */
  public Predicate<String> exits(CompiledChart model, StateSet active) {
    return id -> {
      int state = model.index().number(id);
      return state > 0
          && !isTargetless()
          && active.contains(state)
          && model.state(domain).contains(state);
    };
  }

  /** Tests for a state that it enters. */
  public Predicate<String> enters(CompiledChart model, Map<Integer, int[]> history) {
    return id -> {
      int state = model.index().number(id);
      if (state < 0 || isTargetless()) {
        return false;
      }
      EntrySet entry = new EntrySet(model, history);
      entry.add(transition.targets(), domain);
      return entry.states().contains(state);
    };
  }
}
