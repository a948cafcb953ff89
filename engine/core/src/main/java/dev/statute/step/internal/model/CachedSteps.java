package dev.statute.step.internal.model;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Table of cached steps of a chart, shared by all its instances: a row per shared configuration, a
 * column per event. An instance that makes cached steps needs only the number of its row, and a
 * step is one look-up.
 *
 * <p>Written under a lock and read without one: entries are immutable, and a reader that misses a
 * new entry computes the same.
 */
public final class CachedSteps {
  /** Row number of configurations that are not cached. */
  public static final int NO_ROW = -1;

  private final int width;
  private @Nullable ActiveConfiguration[] configurations = {};
  private @Nullable CachedStep[] steps = {};
  private @Nullable CachedCandidates[] candidates = {};

  /**
   * @param width number of events
   */
  CachedSteps(int width) {
    this.width = width;
  }

  /** Returns the row of the shared configuration with this number, contiguous from 0. */
  int row(int number) {
    return number * width;
  }

  /** Returns the configuration of a row. */
  public ActiveConfiguration configuration(int row) {
    @Nullable ActiveConfiguration[] all = configurations;
    int number = row / width;
    ActiveConfiguration known = number < all.length ? all[number] : null;
    return known == null ? configurationLocked(number) : known;
  }

  /** Returns the configuration of a row that another thread has just added. */
  private synchronized ActiveConfiguration configurationLocked(int number) {
    return Objects.requireNonNull(configurations[number]);
  }

  /** Returns the step of an event that does not depend on data, or null if it is not cached. */
  public @Nullable CachedStep step(int row, int event) {
    @Nullable CachedStep[] all = steps;
    int at = row + event;
    return at < all.length ? all[at] : null;
  }

  /**
   * Returns the candidates of an event with steps that depend on data, or null if they are not
   * cached.
   */
  public @Nullable CachedCandidates candidates(int row, int event) {
    @Nullable CachedCandidates[] all = candidates;
    int at = row + event;
    return at < all.length ? all[at] : null;
  }

  /** Adds the row of a configuration. */
  synchronized void put(ActiveConfiguration shared) {
    int number = shared.row() / width;
    if (number >= configurations.length) {
      configurations = Arrays.copyOf(configurations, 2 * number + 1);
    }
    configurations[number] = shared;
  }

  /** Caches the step of an event that does not depend on data. */
  public synchronized void put(int row, int event, CachedStep cached) {
    if (row + event >= steps.length) {
      steps = Arrays.copyOf(steps, grownLength(row));
    }
    steps[row + event] = cached;
  }

  /** Caches the candidates of an event. */
  public synchronized void put(int row, int event, CachedCandidates route) {
    if (row + event >= candidates.length) {
      candidates = Arrays.copyOf(candidates, grownLength(row));
    }
    candidates[row + event] = route;
  }

  /** Returns twice the required number of rows, so that growth takes constant time per row. */
  private int grownLength(int row) {
    return 2 * (row + width);
  }
}
