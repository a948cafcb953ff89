package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reader of the logs of OpenClaw and pi: entries of a tree, in the order of writing; messages hold
 * texts and tool calls, and a result is a message of its own.
 */
final class OpenClawReader implements LogReader {
  @Override
  public void read(LenientJson.LogDocument item, CallPairing calls) {
    JsonNode entry = item.node();
    switch (LenientJson.text(entry.path("type"))) {
      case "message" -> readMessage(item.line(), entry.path("message"), calls);
      case "compaction" ->
          calls.add(item.line(), new LinkedHashMap<>(Map.of("type", "condensation")));
      default -> {}
    }
  }

  private static void readMessage(int line, JsonNode message, CallPairing calls) {
    String role = LenientJson.text(message.path("role"));
    JsonNode content = message.path("content");
    switch (role) {
      case "user" -> calls.message(line, role, LenientJson.contentText(content));
      case "assistant" -> {
        if (content.isTextual()) {
          calls.message(line, role, content.textValue());
        }
        long wanted = content.findValuesAsText("type").stream().filter("toolCall"::equals).count();
        for (JsonNode part : content) {
          readPart(line, part, wanted > 1, calls);
        }
      }
      case "toolResult" -> {
        JsonNode code = message.path("details").path("exitCode");
        boolean failed = message.path("isError").asBoolean(false);
        calls.end(
            line,
            LenientJson.text(message.path("toolCallId")),
            LenientJson.contentText(content),
            failed ? Boolean.FALSE : code.isIntegralNumber() ? null : Boolean.TRUE,
            code.isIntegralNumber() ? (Long) code.longValue() : null);
      }
      default -> {}
    }
  }

  private static void readPart(int line, JsonNode part, boolean batch, CallPairing calls) {
    switch (LenientJson.text(part.path("type"))) {
      case "text" -> calls.message(line, "assistant", LenientJson.text(part.path("text")));
      case "toolCall" -> {
        Map<String, Object> fields =
            CallPairing.toolCall(LenientJson.text(part.path("name")), part.path("arguments"));
        if (batch) {
          fields.put("batch", "line " + line);
        }
        calls.begin(line, LenientJson.text(part.path("id")), fields);
      }
      default -> {}
    }
  }
}
