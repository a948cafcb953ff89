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
  public static final CachedCandidates NONE = new CachedCandidates(null, List.of(), 1);

  /** Maximum number of combinations; more are not cached. */
  private static final int MAX_CHOICES = 64;

  private final @Nullable ActiveConfiguration from;
  private final CompiledTransition[][] candidates;
  private final @Nullable CachedStep[] steps;
  private final boolean unconditional;

  private CachedCandidates(
      @Nullable ActiveConfiguration from, List<List<CompiledTransition>> listeners, int choices) {
    this.from = from;
    this.candidates =
        listeners.stream()
            .map(tried -> tried.toArray(new CompiledTransition[0]))
            .toArray(CompiledTransition[][]::new);
    unconditional = !listeners.isEmpty() && choices == 1;
    steps = new CachedStep[listeners.isEmpty() ? 0 : choices];
  }

  /**
   * Creates the candidates of an event.
   *
   * @param from configuration
   * @param listeners for each atomic state the transitions in the order in which they are tried
   */
  public static CachedCandidates of(
      ActiveConfiguration from, List<List<CompiledTransition>> listeners) {
    int choices = 1;
    for (List<CompiledTransition> tried : listeners) {
      choices *= choices(tried.toArray(new CompiledTransition[0]));
      if (choices > MAX_CHOICES) {
        return NONE;
      }
    }
    return new CachedCandidates(from, listeners, choices);
  }

  /**
   * Returns the number of choices: one of the transitions, or none, unless the last is
   * unconditional.
   */
  private static int choices(CompiledTransition[] tried) {
    return tried[tried.length - 1].isUnconditional() ? tried.length : tried.length + 1;
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
    return unconditional;
  }

  /**
   * Returns the number of the combination in which each atomic state takes the first transition
   * with a true condition.
   *
   * @throws ActionFailure if a condition cannot be evaluated
   */
  public int choose(Activation scope) {
    int choice = 0;
    for (CompiledTransition[] tried : candidates) {
      choice = choice * choices(tried) + firstEnabled(tried, scope);
    }
    return choice;
  }

  private static int firstEnabled(CompiledTransition[] tried, Activation scope) {
    int first = 0;
    while (first < tried.length) {
      CompiledCondition when = tried[first].when();
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
