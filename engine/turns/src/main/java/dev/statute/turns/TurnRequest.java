package dev.statute.turns;

import dev.statute.expr.ValueException;
import dev.statute.expr.ValueLimits;
import dev.statute.turns.internal.result.ResultField;
import dev.statute.turns.store.TurnRecords.Lineage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Request to an agent.
 *
 * @param agent addressee
 * @param key idempotency key; requests with the same key are one request
 * @param task for the worker; plain values. Its {@code result_fields}, a list of maps of {@code
 *     name}, {@code type}, {@code required} and {@code description}, may replace {@code
 *     resultFields}
 * @param resultFields required values of a successful deliverable: {@code name}, or {@code name:
 *     type}; a trailing {@code ?} marks an optional one
 * @param context box that the worker may read, as of the start of the turn; null = none
 * @param output box to continue; null = the agent's own
 */
public record TurnRequest(
    String agent,
    String key,
    Map<String, ?> task,
    List<String> resultFields,
    @Nullable String context,
    @Nullable String output,
    Lineage lineage) {
  /**
   * Validates the request.
   *
   * @throws IllegalArgumentException if result fields are invalid, or the task is too large, nested
   *     too deep or cannot be read
   */
  public TurnRequest {
    ValueException fault = ValueLimits.check(task);
    if (fault != null) {
      throw new IllegalArgumentException("task: " + fault.getMessage());
    }
    resultFields = List.copyOf(resultFields);
    var unused = List.of(ResultField.of(resultFields), ResultField.of(task.get("result_fields")));
  }

  /** Creates a request with defaults. */
  public TurnRequest(String agent, String key, Map<String, ?> task) {
    this(agent, key, task, List.of(), null, null, Lineage.NONE);
  }

  /**
   * Reads the origin of a request.
   *
   * @param nested {@code trace}, {@code parent} and {@code depth}, each of which may be absent
   * @throws IllegalArgumentException if one of them has another type or is out of range
   */
  public static Lineage readLineage(Map<String, ?> nested) {
    Object depth = nested.get("depth");
    if (depth != null
        && !(depth instanceof Long number && number >= 0 && number <= Integer.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "'depth' must be a whole number from 0 to " + Integer.MAX_VALUE + ", not " + depth);
    }
    return new Lineage(
        text(nested, "trace"),
        text(nested, "parent"),
        depth == null ? 0 : ((Long) depth).intValue());
  }

  private static @Nullable String text(Map<String, ?> nested, String name) {
    Object value = nested.get(name);
    if (value != null && !(value instanceof String)) {
      throw new IllegalArgumentException("'" + name + "' must be a text");
    }
    return (String) value;
  }
}
