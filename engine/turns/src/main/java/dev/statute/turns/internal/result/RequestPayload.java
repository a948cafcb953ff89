package dev.statute.turns.internal.result;

import dev.statute.turns.TurnCodec;
import dev.statute.turns.store.TurnRecords.Message;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Content of a request, as in its inbox row. */
public final class RequestPayload {
  private RequestPayload() {}

  /** Returns the reason why a row is no request, or null if it is one. */
  public static @Nullable String findProblem(Message row, TurnCodec codec) {
    try {
      Map<String, @Nullable Object> payload = codec.read(row.payload());
      for (String box : new String[] {"context_box", "output_box"}) {
        if (payload.get(box) != null && !(payload.get(box) instanceof String)) {
          return box + " is no text";
        }
      }
      ResultField.of(payload.get("result_fields"));
      if (payload.get("task") instanceof Map<?, ?> task) {
        ResultField.of(task.get("result_fields"));
      }
      return null;
    } catch (IllegalArgumentException e) {
      return "it cannot be read: " + e.getMessage();
    }
  }
}
