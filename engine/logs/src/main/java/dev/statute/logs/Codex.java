package dev.statute.logs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Codex: items of the model's responses, in an envelope or without; arguments and outputs are JSON
 * texts.
 */
final class Codex implements Translation {
  @Override
  public void read(Json.Document item, Calls calls) {
    JsonNode line = item.node();
    String type = Json.text(line.path("type"));
    if (type.equals("compacted")) {
      calls.add(item.line(), new LinkedHashMap<>(Map.of("type", "condensation")));
      return;
    }
    boolean wrapped = line.has("payload");
    if (wrapped && !type.equals("response_item")) {
      return;
    }
    JsonNode entry = wrapped ? line.path("payload") : line;
    String id = Json.text(entry.path("call_id"));
    switch (Json.text(entry.path("type"))) {
      case "message" -> message(item.line(), entry, calls);
      case "function_call" ->
          calls.begin(
              item.line(),
              id,
              Calls.call(Json.text(entry.path("name")), parsed(entry.path("arguments"))));
      case "custom_tool_call" ->
          calls.begin(
              item.line(), id, Calls.call(Json.text(entry.path("name")), entry.path("input")));
      case "local_shell_call" ->
          calls.begin(item.line(), id, Calls.call("shell", entry.path("action")));
      case "function_call_output", "custom_tool_call_output" ->
          output(item.line(), id, entry.path("output"), calls);
      default -> {}
    }
  }

  private static void message(int line, JsonNode entry, Calls calls) {
    String role = Json.text(entry.path("role"));
    String text = Json.textOf(entry.path("content"));
    boolean context =
        text.startsWith("<environment_context>") || text.startsWith("<user_instructions>");
    if ((role.equals("user") || role.equals("assistant")) && !context) {
      calls.message(line, role, text);
    }
  }

  private static void output(int line, String id, JsonNode output, Calls calls) {
    JsonNode result = parsed(output);
    JsonNode code = result.path("metadata").path("exit_code");
    String text =
        result.isObject() && result.has("output")
            ? Json.text(result.path("output"))
            : Json.text(output);
    Boolean success =
        result.path("success").isBoolean() ? (Boolean) result.path("success").booleanValue() : null;
    calls.end(line, id, text, success, code.isIntegralNumber() ? (Long) code.longValue() : null);
  }

  private static JsonNode parsed(JsonNode node) {
    JsonNode read = node.isTextual() ? Json.parse(node.textValue()) : null;
    return read != null && read.isContainerNode() ? read : node;
  }
}
