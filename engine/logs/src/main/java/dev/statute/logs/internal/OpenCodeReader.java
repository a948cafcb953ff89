package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * Reader of OpenCode's export: messages with parts; a tool's part holds its state, input and
 * output.
 */
final class OpenCodeReader implements LogReader {
  @Override
  public void read(LenientJson.LogDocument item, CallPairing calls) {
    JsonNode message = item.node();
    String role = LenientJson.text(message.path("info").path("role"));
    for (JsonNode part : message.path("parts")) {
      switch (LenientJson.text(part.path("type"))) {
        case "text" -> {
          if (!part.path("synthetic").asBoolean(false)) {
            calls.message(item.line(), role, LenientJson.text(part.path("text")));
          }
        }
        case "tool" -> readTool(item.line(), part, calls);
        default -> {}
      }
    }
  }

  private static void readTool(int line, JsonNode part, CallPairing calls) {
    JsonNode state = part.path("state");
    String id = LenientJson.text(part.path("callID"));
    Map<String, Object> fields =
        CallPairing.toolCall(LenientJson.text(part.path("tool")), state.path("input"));
    calls.begin(line, id, fields);
    JsonNode code = state.path("metadata").path("exit");
    Long exit = code.isIntegralNumber() ? (Long) code.longValue() : null;
    switch (LenientJson.text(state.path("status"))) {
      case "completed" ->
          calls.end(
              line,
              id,
              LenientJson.text(state.path("output")),
              exit == null ? Boolean.TRUE : null,
              exit);
      case "error" ->
          calls.end(line, id, LenientJson.text(state.path("error")), Boolean.FALSE, exit);
      default -> {}
    }
  }
}
