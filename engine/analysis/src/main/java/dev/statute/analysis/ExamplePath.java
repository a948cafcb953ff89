package dev.statute.analysis;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shortest path from the start of an instance to a configuration. Immutable.
 *
 * @param steps the start, then one step per input
 */
public record ExamplePath(List<ExampleStep> steps) {
  public ExamplePath {
    steps = List.copyOf(steps);
  }

  /**
   * Step of a path: one input and its result.
   *
   * @param input {@code start}, {@code event Pause}, {@code move RUNNING} or {@code time
   *     idle.after.10s}
   * @param assumptions conditions that have to hold, such as {@code not (data.n > 3)}; those that
   *     follow from the chart alone are left out
   * @param configuration the active atomic states after the step, in document order
   */
  public record ExampleStep(String input, List<String> assumptions, List<String> configuration) {
    public ExampleStep {
      assumptions = List.copyOf(assumptions);
      configuration = List.copyOf(configuration);
    }

    /** Returns the event, or null if the input is none. */
    public @Nullable String event() {
      return argument("event ");
    }

    /** Returns the state that a move requests, or null if the input is none. */
    public @Nullable String move() {
      return argument("move ");
    }

    /** Returns whether the input is elapsed time. */
    public boolean isTime() {
      return argument("time ") != null;
    }

    private @Nullable String argument(String kind) {
      return input.startsWith(kind) ? input.substring(kind.length()) : null;
    }

    @Override
    public String toString() {
      String under = assumptions.isEmpty() ? "" : " (" + String.join(", ", assumptions) + ")";
      return input + under + " → " + String.join(", ", configuration);
    }
  }

  /** Returns the last step, with the configuration that the path leads to. */
  public ExampleStep last() {
    return steps.get(steps.size() - 1);
  }

  /** Formats the path, one step per line. */
  @Override
  public String toString() {
    return steps.stream().map(ExampleStep::toString).collect(Collectors.joining("\n"));
  }
}
