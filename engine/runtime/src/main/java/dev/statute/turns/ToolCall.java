package dev.statute.turns;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool that a worker wants called.
 *
 * @param id unique for ever: the tool must not act twice on the same one
 * @param arguments plain values
 * @param after what follows when all results are in
 * @param timeout how long its result is waited for; null = as long as the chart says
 */
public record ToolCall(
    String id, String tool, Map<String, ?> arguments, After after, @Nullable Duration timeout) {
  /** The tool by which a worker submits its result; it is not called. */
  public static final String SUBMIT_RESULT = "submit_result";

  /** What follows when all awaited results are in. */
  public enum After {
    /** The turn goes on. */
    SUSPEND,
    /** The turn ends, with the results as its deliverable. */
    TERMINATE;

    public String word() {
      return this == SUSPEND ? "suspend" : "terminate";
    }
  }

  /** One that the turn goes on after. */
  public ToolCall(String id, String tool, Map<String, ?> arguments) {
    this(id, tool, arguments, After.SUSPEND, null);
  }
}
