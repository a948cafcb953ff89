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
          Map<String, Object> fields = call(call);
          if (wanted.size() > 1) {
            fields.put("batch", "line " + item.line());
          }
          calls.begin(item.line(), Json.text(call.path("id")), fields);
        }
        if (message.path("function_call").isObject()) { // as it was before there were several
          JsonNode call = message.path("function_call");
          calls.begin(item.line(), Json.text(call.path("name")), call(message));
        }
      }
      case "tool" -> end(item.line(), Json.text(message.path("tool_call_id")), message, calls);
      case "function" -> end(item.line(), Json.text(message.path("name")), message, calls);
      default -> {}
    }
  }

  /** A function's name and arguments, or the input of a custom tool. */
  private static Map<String, Object> call(JsonNode call) {
    JsonNode custom = call.path("custom");
    if (custom.isObject()) {
      return Calls.call(Json.text(custom.path("name")), custom.path("input"));
    }
    JsonNode function = call.path(call.has("function") ? "function" : "function_call");
    JsonNode arguments = function.path("arguments");
    JsonNode read = arguments.isTextual() ? Json.parse(arguments.textValue()) : arguments;
    return Calls.call(Json.text(function.path("name")), read == null ? arguments : read);
  }

  /** A result that says not of which call is that of the one that waits longest. */
  private static void end(int line, String id, JsonNode message, Calls calls) {
    String text = Json.textOf(message.path("content"));
    calls.end(line, id.isEmpty() ? calls.oldest() : id, text, null, null);
  }
}
