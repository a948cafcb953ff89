package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reader of events of OpenHands' SDK. A call and its result have the id that the model gave the
 * call; calls of one response of the model are one batch.
 */
final class OpenHandsSdkReader implements LogReader {
  @Override
  public void read(LenientJson.LogDocument item, CallPairing calls) {
    JsonNode event = item.node();
    String id = LenientJson.text(event.path("tool_call_id"));
    switch (LenientJson.text(event.path("kind"))) {
      case "ActionEvent" -> calls.begin(item.line(), id, toolCall(event));
      case "ObservationEvent" -> readObservation(item.line(), id, event.path("observation"), calls);
      case "AgentErrorEvent" ->
          calls.end(item.line(), id, LenientJson.text(event.path("error")), Boolean.FALSE, null);
      case "UserRejectObservation" -> {
        boolean hook = LenientJson.text(event.path("rejection_source")).equals("hook");
        calls.setField(id, "error_kind", hook ? "veto" : "denied");
        String reason = LenientJson.text(event.path("rejection_reason"));
        calls.end(item.line(), id, reason, Boolean.FALSE, null);
      }
      case "MessageEvent" -> {
        JsonNode message = event.path("llm_message");
        boolean user = LenientJson.text(event.path("source")).equals("user");
        String text = LenientJson.contentText(message.path("content"));
        calls.message(item.line(), user ? "user" : "assistant", text);
      }
      case "Condensation" ->
          calls.add(item.line(), new LinkedHashMap<>(Map.of("type", "condensation")));
      default -> {}
    }
  }

  private static Map<String, Object> toolCall(JsonNode event) {
    JsonNode arguments = event.path("action");
    if (arguments.isObject()) {
      ObjectNode said = arguments.deepCopy();
      said.remove(List.of("kind", "security_risk", "summary"));
      arguments = said;
    } else { // it could not be executed; only the model's text of it exists
      JsonNode wanted = event.path("tool_call");
      JsonNode text = wanted.path(wanted.has("function") ? "function" : "arguments");
      text = text.isObject() ? text.path("arguments") : text;
      JsonNode read = text.isTextual() ? LenientJson.parse(text.textValue()) : text;
      arguments = read == null ? text : read;
    }
    Map<String, Object> fields =
        CallPairing.toolCall(LenientJson.text(event.path("tool_name")), arguments);
    String thought = LenientJson.contentText(event.path("thought"));
    if (!thought.isEmpty()) {
      fields.put("thought", thought);
    }
    String response = LenientJson.text(event.path("llm_response_id"));
    if (!response.isEmpty()) {
      fields.put("batch", response);
    }
    return fields;
  }

  private static void readObservation(
      int line, String id, JsonNode observation, CallPairing calls) {
    JsonNode metadata = observation.path("metadata").path("exit_code");
    JsonNode code = observation.has("exit_code") ? observation.path("exit_code") : metadata;
    Long exit = code.isIntegralNumber() && code.longValue() >= 0 ? (Long) code.longValue() : null;
    boolean failed = observation.path("is_error").asBoolean(false);
    JsonNode content = observation.path(observation.has("content") ? "content" : "output");
    if (observation.path("new_content").isTextual()) {
      calls.setField(
          id, "content_hash", LenientJson.hash(observation.path("new_content").textValue()));
    }
    calls.end(line, id, LenientJson.contentText(content), failed ? Boolean.FALSE : null, exit);
  }
}
