package dev.statute.logs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * OpenClaw and pi: entries of a tree, in the order they were written; messages hold texts and tool
 * calls, and a result is a message of its own.
 */
final class OpenClaw implements Translation {
  @Override
  public void read(Json.Document item, Calls calls) {
    JsonNode entry = item.node();
    switch (Json.text(entry.path("type"))) {
      case "message" -> message(item.line(), entry.path("message"), calls);
      case "compaction" ->
          calls.add(item.line(), new LinkedHashMap<>(Map.of("type", "condensation")));
      default -> {}
    }
  }

  private static void message(int line, JsonNode message, Calls calls) {
    String role = Json.text(message.path("role"));
    JsonNode content = message.path("content");
    switch (role) {
      case "user" -> calls.message(line, role, Json.textOf(content));
      case "assistant" -> {
        if (content.isTextual()) {
          calls.message(line, role, content.textValue());
        }
        long wanted = content.findValuesAsText("type").stream().filter("toolCall"::equals).count();
        for (JsonNode part : content) {
          part(line, part, wanted > 1, calls);
        }
      }
      case "toolResult" -> {
        JsonNode code = message.path("details").path("exitCode");
        boolean failed = message.path("isError").asBoolean(false);
        calls.end(
            line,
            Json.text(message.path("toolCallId")),
            Json.textOf(content),
            failed ? Boolean.FALSE : code.isIntegralNumber() ? null : Boolean.TRUE,
            code.isIntegralNumber() ? (Long) code.longValue() : null);
      }
      default -> {}
    }
  }

  private static void part(int line, JsonNode part, boolean batch, Calls calls) {
    switch (Json.text(part.path("type"))) {
      case "text" -> calls.message(line, "assistant", Json.text(part.path("text")));
      case "toolCall" -> {
        Map<String, Object> fields =
            Calls.call(Json.text(part.path("name")), part.path("arguments"));
        if (batch) {
          fields.put("batch", "line " + line);
        }
        calls.begin(line, Json.text(part.path("id")), fields);
      }
      default -> {}
    }
  }
}
