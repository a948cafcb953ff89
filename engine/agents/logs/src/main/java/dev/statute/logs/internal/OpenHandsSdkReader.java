package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.statute.logs.CallFields;
import java.util.List;

/**
 * Reader of events of OpenHands' SDK. A call and its result have the id that the model gave the
 * call; calls of one response of the model are one batch.
 */
final class OpenHandsSdkReader implements LogReader {
  @Override
  public void read(LogDocument item, CallPairing calls) {
    JsonNode event = item.node();
    String id = LenientJson.text(event, "tool_call_id");
    switch (LenientJson.text(event, "kind")) {
      case "ActionEvent" -> calls.begin(item.line(), id, toolCall(event));
      case "ObservationEvent" -> readObservation(item.line(), id, event.path("observation"), calls);
      case "AgentErrorEvent" ->
          calls.end(item.line(), id, LenientJson.text(event, "error"), Boolean.FALSE, null);
      case "UserRejectObservation" -> {
        boolean hook = LenientJson.text(event, "rejection_source").equals("hook");
        calls.setField(id, "error_kind", hook ? "veto" : "denied");
        String reason = LenientJson.text(event, "rejection_reason");
        calls.end(item.line(), id, reason, Boolean.FALSE, null);
      }
      case "MessageEvent" -> {
        JsonNode message = event.path("llm_message");
        boolean user = LenientJson.text(event, "source").equals("user");
        String text = LenientJson.contentText(message.path("content"));
        calls.message(item.line(), user ? "user" : "assistant", text);
      }
      case "Condensation" -> calls.condensation(item.line());
      default -> {}
    }
  }

  private static CallFields toolCall(JsonNode event) {
    JsonNode arguments = event.path("action");
    if (arguments.isObject()) {
      ObjectNode said = arguments.deepCopy();
      said.remove(List.of("kind", "security_risk", "summary"));
      arguments = said;
    } else { // it could not be executed; only the model's text of it exists
      JsonNode wanted = event.path("tool_call");
      JsonNode text = wanted.path(wanted.has("function") ? "function" : "arguments");
      arguments = LenientJson.unwrapped(text.isObject() ? text.path("arguments") : text);
    }
    return CallFields.of(LenientJson.text(event, "tool_name"), arguments)
        .with("thought", LenientJson.contentText(event.path("thought")))
        .with("batch", LenientJson.text(event, "llm_response_id"));
  }

  private static void readObservation(
      int line, String id, JsonNode observation, CallPairing calls) {
    boolean failed = observation.path("is_error").asBoolean(false);
    JsonNode content = observation.path(observation.has("content") ? "content" : "output");
    OpenHandsResult result = new OpenHandsResult(observation);
    result.markContent(id, calls);
    Long exit = result.knownCode();
    calls.end(line, id, LenientJson.resultText(content), failed ? Boolean.FALSE : null, exit);
  }
}
