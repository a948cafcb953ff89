package dev.statute.step.internal.model;

import dev.statute.expr.Activation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an event in a configuration: who listens, each with the transitions that are
 * tried until one is enabled, and where it led each time it was known who takes which. Filled in as
 * steps are made; thread-safe, as a jump is a value and it does not matter whose is kept.
 */
public final class CachedCandidates {
  /** Must be computed each time. */
  public static final CachedCandidates NONE = new CachedCandidates(null, List.of(), 1);

  /** More ways than this to choose are not worth keeping. */
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
   * A route for these listeners.
   *
   * @param from the configuration they are heard in
   * @param listeners for each the transitions in the order in which they are tried
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

  /** One of them, or none; none only if none is enabled whatever the data. */
  private static int choices(CompiledTransition[] tried) {
    return tried[tried.length - 1].isUnconditional() ? tried.length : tried.length + 1;
  }

  /** The configuration it begins in; null of {@link #NONE}. */
  public @Nullable ActiveConfiguration from() {
    return from;
  }

  /** Whether it must be computed each time. */
  public boolean isNone() {
    return steps.length == 0;
  }

  /** Whether nothing has to be computed to know who takes what: there is one choice. */
  public boolean isUnconditional() {
    return unconditional;
  }

  /**
   * Which listener takes which transition, each the first whose condition holds, as one number.
   *
   * @throws ActionFailure if a condition has no value
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

  /** Where a choice leads, or null if it is not known. */
  public @Nullable CachedStep step(int choice) {
    return steps[choice];
  }

  /** Remembers where a choice led. */
  public void put(int choice, CachedStep jump) {
    steps[choice] = jump;
  }
}
