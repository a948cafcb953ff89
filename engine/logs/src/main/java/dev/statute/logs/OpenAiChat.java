package dev.statute.logs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** Chat messages: an assistant's tool calls are answered by messages of role {@code tool}. */
final class OpenAiChat implements Translation {
  @Override
  public void read(Json.Document item, Calls calls) {
    JsonNode message = item.node();
    String role = Json.text(message.path("role"));
    switch (role) {
      case "user" -> calls.message(item.line(), role, Json.textOf(message.path("content")));
      case "assistant" -> {
        calls.message(item.line(), role, Json.textOf(message.path("content")));
        JsonNode wanted = message.path("tool_calls");
        for (JsonNode call : wanted) {
          JsonNode function = call.path("function");
          JsonNode arguments = function.path("arguments");
          JsonNode read = arguments.isTextual() ? Json.parse(arguments.textValue()) : arguments;
          Map<String, Object> fields =
              Calls.call(Json.text(function.path("name")), read == null ? arguments : read);
          if (wanted.size() > 1) {
            fields.put("batch", "line " + item.line());
          }
          calls.begin(item.line(), Json.text(call.path("id")), fields);
        }
      }
      case "tool", "function" ->
          calls.end(
              item.line(),
              Json.text(message.path("tool_call_id")),
              Json.textOf(message.path("content")),
              null,
              null);
      default -> {}
    }
  }
}
