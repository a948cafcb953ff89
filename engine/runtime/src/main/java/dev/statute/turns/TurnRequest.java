package dev.statute.turns;

import dev.statute.expr.ValueException;
import dev.statute.expr.ValueLimits;
import dev.statute.turns.internal.result.ResultField;
import dev.statute.turns.store.TurnRecords.Lineage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an agent is asked to do.
 *
 * @param agent who is asked
 * @param key the same key is the same request, however often it comes
 * @param task for the worker; plain values. Its {@code result_fields}, a list of maps of {@code
 *     name}, {@code type}, {@code required} and {@code description}, say in place of {@code
 *     resultFields} what is asked for
 * @param resultFields what a successful deliverable must have a value for: {@code name}, or {@code
 *     name: type}; what ends in {@code ?} may be absent
 * @param context box that the worker may read, as it is when the turn begins; null = none
 * @param output box to go on writing in; null = the agent's own
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
   * @throws IllegalArgumentException if result fields are none, or the task is too large, nested
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

  /** Without anything special. */
  public TurnRequest(String agent, String key, Map<String, ?> task) {
    this(agent, key, task, List.of(), null, null, Lineage.NONE);
  }
}
