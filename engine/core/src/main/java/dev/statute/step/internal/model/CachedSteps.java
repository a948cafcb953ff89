package dev.statute.step.internal.model;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the steps of a chart, as one table for all its instances: a row per shared
 * configuration, a column per event. So an instance that makes known steps needs to keep no more
 * than the number of its row, and a step is one look-up.
 *
 * <p>Written under a lock and read without one: what stands in it is immutable, and who does not
 * see it yet computes the same.
 */
public final class CachedSteps {
  /** The row of what cannot be known. */
  public static final int NO_ROW = -1;

  private final int width;
  private @Nullable ActiveConfiguration[] configurations = {};
  private @Nullable CachedStep[] steps = {};
  private @Nullable CachedCandidates[] candidates = {};

  /**
   * @param width how many events there are
   */
  CachedSteps(int width) {
    this.width = width;
  }

  /** Where the steps from a configuration are, or {@link #NO_ROW}. */
  public int row(ActiveConfiguration from) {
    return from.isShared() ? from.number() * width : NO_ROW;
  }

  /** The configuration of a row. */
  public ActiveConfiguration configuration(int row) {
    @Nullable ActiveConfiguration[] all = configurations;
    int number = row / width;
    ActiveConfiguration known = number < all.length ? all[number] : null;
    return known == null ? configurationLocked(number) : known;
  }

  /** The same where another thread has only just learned of it. */
  private synchronized ActiveConfiguration configurationLocked(int number) {
    return Objects.requireNonNull(configurations[number]);
  }

  /** The step that an event makes whatever the data, or null if none is known. */
  public @Nullable CachedStep step(int row, int event) {
    @Nullable CachedStep[] all = steps;
    int at = row + event;
    return at < all.length ? all[at] : null;
  }

  /** What is known of an event whose step depends on the data, or null if nothing is yet. */
  public @Nullable CachedCandidates candidates(int row, int event) {
    @Nullable CachedCandidates[] all = candidates;
    int at = row + event;
    return at < all.length ? all[at] : null;
  }

  /** Gives a configuration its row. */
  synchronized void put(ActiveConfiguration shared) {
    int number = shared.number();
    if (number >= configurations.length) {
      configurations = Arrays.copyOf(configurations, 2 * number + 1);
    }
    configurations[number] = shared;
  }

  /** Keeps the step that an event makes whatever the data. */
  public synchronized void put(int row, int event, CachedStep jump) {
    if (row + event >= steps.length) {
      steps = Arrays.copyOf(steps, grownLength(row));
    }
    steps[row + event] = jump;
  }

  /** Keeps what is known of an event. */
  public synchronized void put(int row, int event, CachedCandidates route) {
    if (row + event >= candidates.length) {
      candidates = Arrays.copyOf(candidates, grownLength(row));
    }
    candidates[row + event] = route;
  }

  /** Room for this row and as many again, so that growing takes a constant share of the time. */
  private int grownLength(int row) {
    return 2 * (row + width);
  }
}
