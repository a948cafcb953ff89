package dev.statute.logs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;

/**
 * OpenHands: an action has an id, and the observation that answers it names that id as its cause.
 */
final class OpenHands implements Translation {
  private static final Set<String> SILENT =
      Set.of("system", "change_agent_state", "recall", "null", "");

  @Override
  public void read(Json.Document item, Calls calls) {
    JsonNode event = item.node();
    String action = Json.text(event.path("action"));
    if (event.has("observation")) {
      observe(item, event, calls);
    } else if (action.equals("message")) {
      String role = Json.text(event.path("source")).equals("user") ? "user" : "assistant";
      calls.message(item.line(), role, Json.text(event.path("args").path("content")));
    } else if (action.equals("condensation")) {
      calls.add(item.line(), new java.util.LinkedHashMap<>(Map.of("type", "condensation")));
    } else if (!SILENT.contains(action)) {
      Map<String, Object> fields = Calls.call(action, event.path("args"));
      calls.begin(item.line(), Json.text(event.path("id")), fields);
    }
  }

  private static void observe(Json.Document item, JsonNode event, Calls calls) {
    JsonNode extras = event.path("extras");
    JsonNode code =
        extras.has("exit_code")
            ? extras.path("exit_code")
            : extras.path("metadata").path("exit_code");
    Long exit = code.isIntegralNumber() && code.longValue() >= 0 ? (Long) code.longValue() : null;
    Boolean success = Json.text(event.path("observation")).equals("error") ? Boolean.FALSE : null;
    calls.end(
        item.line(),
        Json.text(event.path("cause")),
        Json.text(event.path("content")),
        success,
        exit);
  }
}
