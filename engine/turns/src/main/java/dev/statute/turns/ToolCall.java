package dev.statute.turns;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tool call of a worker.
 *
 * @param id globally unique: the tool must not act twice on the same one
 * @param arguments plain values
 * @param after continuation after all results
 * @param timeout limit for the result; null = the chart's
 */
public record ToolCall(
    String id, String tool, Map<String, ?> arguments, After after, @Nullable Duration timeout) {
  /** Tool name by which a worker submits its result; it is not called. */
  public static final String SUBMIT_RESULT = "submit_result";

  /** Continuation after all awaited results. */
  public enum After {
    /** The turn continues. */
    SUSPEND,
    /** The turn ends, with the results as its deliverable. */
    TERMINATE;

    public String word() {
      return this == SUSPEND ? "suspend" : "terminate";
    }
  }

  /** Creates a call after which the turn continues. */
  public ToolCall(String id, String tool, Map<String, ?> arguments) {
    this(id, tool, arguments, After.SUSPEND, null);
  }
}
