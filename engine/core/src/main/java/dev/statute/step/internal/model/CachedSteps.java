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
  public static final int NOWHERE = -1;

  private final int width;
  private @Nullable ActiveConfiguration[] configurations = {};
  private @Nullable CachedStep[] jumps = {};
  private @Nullable CachedCandidates[] routes = {};

  /**
   * @param width how many events there are
   */
  CachedSteps(int width) {
    this.width = width;
  }

  /** Where the steps from a configuration are, or {@link #NOWHERE}. */
  public int row(ActiveConfiguration from) {
    return from.isShared() ? from.number() * width : NOWHERE;
  }

  /** The configuration of a row. */
  public ActiveConfiguration configuration(int row) {
    @Nullable ActiveConfiguration[] all = configurations;
    int number = row / width;
    ActiveConfiguration known = number < all.length ? all[number] : null;
    return known == null ? written(number) : known;
  }

  /** The same where another thread has only just learned of it. */
  private synchronized ActiveConfiguration written(int number) {
    return Objects.requireNonNull(configurations[number]);
  }

  /** The step that an event makes whatever the data, or null if none is known. */
  public @Nullable CachedStep jump(int row, int event) {
    @Nullable CachedStep[] all = jumps;
    int at = row + event;
    return at < all.length ? all[at] : null;
  }

  /** What is known of an event whose step depends on the data, or null if nothing is yet. */
  public @Nullable CachedCandidates route(int row, int event) {
    @Nullable CachedCandidates[] all = routes;
    int at = row + event;
    return at < all.length ? all[at] : null;
  }

  /** Gives a configuration its row. */
  synchronized void learn(ActiveConfiguration shared) {
    int number = shared.number();
    if (number >= configurations.length) {
      configurations = Arrays.copyOf(configurations, 2 * number + 1);
    }
    configurations[number] = shared;
  }

  /** Keeps the step that an event makes whatever the data. */
  public synchronized void learn(int row, int event, CachedStep jump) {
    if (row + event >= jumps.length) {
      jumps = Arrays.copyOf(jumps, larger(row));
    }
    jumps[row + event] = jump;
  }

  /** Keeps what is known of an event. */
  public synchronized void learn(int row, int event, CachedCandidates route) {
    if (row + event >= routes.length) {
      routes = Arrays.copyOf(routes, larger(row));
    }
    routes[row + event] = route;
  }

  /** Room for this row and as many again, so that growing takes a constant share of the time. */
  private int larger(int row) {
    return 2 * (row + width);
  }
}
