package dev.statute.analysis;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A way from the start of an instance to somewhere, as short as there is one. Immutable.
 *
 * @param legs the start, then one per input
 */
public record ExamplePath(List<ExampleStep> legs) {
  public ExamplePath {
    legs = List.copyOf(legs);
  }

  /**
   * One input and what comes of it.
   *
   * @param input {@code start}, {@code event Pause}, {@code move RUNNING} or {@code time
   *     idle.after.10s}
   * @param assuming conditions that have to turn out so, such as {@code not (data.n > 3)}; those
   *     that follow from the chart alone are left out
   * @param configuration the active atomic states then, in document order
   */
  public record ExampleStep(String input, List<String> assuming, List<String> configuration) {
    public ExampleStep {
      assuming = List.copyOf(assuming);
      configuration = List.copyOf(configuration);
    }

    /** The event that comes, or null if it is something else. */
    public @Nullable String event() {
      return named("event ");
    }

    /** The state that is asked for, or null if it is something else. */
    public @Nullable String move() {
      return named("move ");
    }

    /** Whether time passes. */
    public boolean isTime() {
      return named("time ") != null;
    }

    private @Nullable String named(String kind) {
      return input.startsWith(kind) ? input.substring(kind.length()) : null;
    }

    @Override
    public String toString() {
      String under = assuming.isEmpty() ? "" : " (" + String.join(", ", assuming) + ")";
      return input + under + " → " + String.join(", ", configuration);
    }
  }

  /** One leg per line. */
  @Override
  public String toString() {
    return legs.stream().map(ExampleStep::toString).collect(Collectors.joining("\n"));
  }
}
