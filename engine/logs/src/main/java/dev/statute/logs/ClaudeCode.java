package dev.statute.logs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Claude Code: messages whose content holds text, uses of tools, and their results. */
final class ClaudeCode implements Translation {
  @Override
  public void read(Json.Document item, Calls calls) {
    JsonNode line = item.node();
    JsonNode message = line.path("message");
    JsonNode content = message.path("content");
    String role = message.path("role").asText(Json.text(line.path("type")));
    if (Json.text(line.path("subtype")).equals("compact_boundary")) {
      calls.add(item.line(), new java.util.LinkedHashMap<>(Map.of("type", "condensation")));
      return;
    }
    boolean unsaid =
        line.path("isMeta").asBoolean(false) || line.path("isCompactSummary").asBoolean(false);
    if (unsaid && role.equals("user") && !results(content)) {
      return; // written by the program in the user's name
    }
    if (!content.isArray()) {
      if (role.equals("user") || role.equals("assistant")) {
        calls.message(item.line(), role, Json.text(content));
      }
      return;
    }
    String agent = line.path("isSidechain").asBoolean(false) ? "sidechain" : "";
    for (JsonNode part : content) {
      part(item.line(), part, role, message.path("id").asText(""), agent, calls);
    }
  }

  private static boolean results(JsonNode content) {
    return content.isArray()
        && content.size() > 0
        && Json.text(content.get(0).path("type")).equals("tool_result");
  }

  private static void part(
      int line, JsonNode part, String role, String batch, String agent, Calls calls) {
    switch (Json.text(part.path("type"))) {
      case "text" -> calls.message(line, role, Json.text(part.path("text")));
      case "tool_use" -> {
        Map<String, Object> fields = Calls.call(Json.text(part.path("name")), part.path("input"));
        if (!batch.isEmpty()) {
          fields.put("batch", batch);
        }
        if (!agent.isEmpty()) {
          fields.put("agent", agent);
        }
        calls.begin(line, Json.text(part.path("id")), fields);
      }
      case "tool_result" -> {
        boolean failed = part.path("is_error").asBoolean(false);
        calls.end(
            line,
            Json.text(part.path("tool_use_id")),
            Json.textOf(part.path("content")),
            !failed,
            null);
      }
      default -> {}
    }
  }
}
