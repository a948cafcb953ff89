package dev.statute.step.internal.model;

import dev.statute.expr.internal.node.Activation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cached candidates of an event in a configuration: for each atomic state the transitions that are
 * tried until one is enabled, and the cached step per combination of choices. Filled in by executed
 * steps. Thread-safe: entries are values, and of concurrent equal ones any is kept.
 */
public final class CachedCandidates {
  /** Marker for an event that is not cached. */
  public static final CachedCandidates NONE =
      new CachedCandidates(null, new CompiledTransition[0][], 0);

  /** Maximum number of combinations; more are not cached. */
  private static final int MAX_CHOICES = 64;

  private final @Nullable ActiveConfiguration from;
  private final CompiledTransition[][] candidates;
  private final @Nullable CachedStep[] steps;

  private CachedCandidates(
      @Nullable ActiveConfiguration from, CompiledTransition[][] candidates, int choices) {
    this.from = from;
    this.candidates = candidates;
    steps = new CachedStep[choices];
  }

  /**
   * Creates the candidates of an event.
   *
   * @param from configuration
   * @param listeners for each atomic state the transitions in the order in which they are tried
   */
  public static CachedCandidates of(
      ActiveConfiguration from, List<List<CompiledTransition>> listeners) {
    CompiledTransition[][] candidates =
        listeners.stream()
            .map(attempted -> attempted.toArray(new CompiledTransition[0]))
            .toArray(CompiledTransition[][]::new);
    int choices = 1;
    for (CompiledTransition[] attempted : candidates) {
      choices *= choices(attempted);
      if (choices > MAX_CHOICES) {
        return NONE;
      }
    }
    return new CachedCandidates(from, candidates, choices);
  }

  /**
   * Returns the number of choices: one of the transitions, or none, unless the last is
   * unconditional.
   */
  private static int choices(CompiledTransition[] attempted) {
    return attempted[attempted.length - 1].isUnconditional()
        ? attempted.length
        : attempted.length + 1;
  }

  /** Returns the configuration; null of {@link #NONE}. */
  public @Nullable ActiveConfiguration from() {
    return from;
  }

  /** Returns whether this is {@link #NONE}. */
  public boolean isNone() {
    return steps.length == 0;
  }

  /** Returns whether there is exactly one combination, so that no condition must be evaluated. */
  public boolean isUnconditional() {
    return steps.length == 1;
  }

  /**
   * Returns the number of the combination in which each atomic state takes the first transition
   * with a true condition; negative if a condition cannot be evaluated.
   */
  public int choose(Activation scope) {
    try {
      int choice = 0;
      for (CompiledTransition[] attempted : candidates) {
        choice = choice * choices(attempted) + firstEnabled(attempted, scope);
      }
      return choice;
    } catch (ActionFailure failure) {
      return -1;
    }
  }

  private static int firstEnabled(CompiledTransition[] attempted, Activation scope) {
    int first = 0;
    while (first < attempted.length) {
      CompiledCondition when = attempted[first].when();
      if (when == null || when.holds(scope)) {
        return first;
      }
      first++;
    }
    return first;
  }

  /** Returns the cached step of a combination, or null. */
  public @Nullable CachedStep step(int choice) {
    return steps[choice];
  }

  /** Caches the step of a combination. */
  public void put(int choice, CachedStep cached) {
    steps[choice] = cached;
  }
}
