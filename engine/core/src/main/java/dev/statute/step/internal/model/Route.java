package dev.statute.step.internal.model;

import dev.statute.expr.Activation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an event in a configuration: who listens, each with the transitions that are
 * tried until one is enabled, and where it led each time it was known who takes which. Filled in as
 * steps are made; thread-safe, as a jump is a value and it does not matter whose is kept.
 */
public final class Route {
  /** Must be computed each time. */
  public static final Route NONE = new Route(null, List.of(), 1);

  /** More ways than this to choose are not worth keeping. */
  private static final int MOST = 64;

  private final @Nullable Configuration from;
  private final Arrow[][] listeners;
  private final @Nullable Jump[] jumps;
  private final boolean open;

  private Route(@Nullable Configuration from, List<List<Arrow>> listeners, int choices) {
    this.from = from;
    this.listeners =
        listeners.stream().map(tried -> tried.toArray(new Arrow[0])).toArray(Arrow[][]::new);
    open = !listeners.isEmpty() && choices == 1;
    jumps = new Jump[listeners.isEmpty() ? 0 : choices];
  }

  /**
   * A route for these listeners.
   *
   * @param from the configuration they are heard in
   * @param listeners for each the transitions in the order in which they are tried
   */
  public static Route of(Configuration from, List<List<Arrow>> listeners) {
    int choices = 1;
    for (List<Arrow> tried : listeners) {
      choices *= choices(tried.toArray(new Arrow[0]));
      if (choices > MOST) {
        return NONE;
      }
    }
    return new Route(from, listeners, choices);
  }

  /** One of them, or none; none only if none is enabled whatever the data. */
  private static int choices(Arrow[] tried) {
    return tried[tried.length - 1].isOpen() ? tried.length : tried.length + 1;
  }

  /** The configuration it begins in; null of {@link #NONE}. */
  public @Nullable Configuration from() {
    return from;
  }

  /** Whether it must be computed each time. */
  public boolean isNone() {
    return jumps.length == 0;
  }

  /** Whether nothing has to be computed to know who takes what: there is one choice. */
  public boolean isOpen() {
    return open;
  }

  /**
   * Which listener takes which transition, each the first whose condition holds, as one number.
   *
   * @throws Failure if a condition has no value
   */
  public int choose(Activation scope) {
    int choice = 0;
    for (Arrow[] tried : listeners) {
      choice = choice * choices(tried) + first(tried, scope);
    }
    return choice;
  }

  private static int first(Arrow[] tried, Activation scope) {
    int first = 0;
    while (first < tried.length) {
      Condition when = tried[first].when();
      if (when == null || when.holds(scope)) {
        return first;
      }
      first++;
    }
    return first;
  }

  /** Where a choice leads, or null if it is not known. */
  public @Nullable Jump jump(int choice) {
    return jumps[choice];
  }

  /** Remembers where a choice led. */
  public void learn(int choice, Jump jump) {
    jumps[choice] = jump;
  }
}
