package dev.statute.logs.span;

import dev.statute.json.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translation of spans of tool calls and agents to records. */
final class SpanRecords {
  private SpanRecords() {}

  /**
   * Converts a span of a tool call.
   *
   * @param agent name of the agent that made the call; null = not known
   * @return null if it names no tool
   */
  static @Nullable Map<String, Object> toolCall(AgentSpan span, @Nullable String agent) {
    String tool = SpanVocabulary.text(span, SpanVocabulary.TOOLS);
    if (tool == null && span.name().startsWith("execute_tool ")) {
      tool = span.name().substring("execute_tool ".length()).strip();
    }
    if (tool == null || tool.isEmpty()) {
      return null;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("type", "tool_call");
    fields.put("tool", tool);
    Object arguments = SpanVocabulary.first(span, SpanVocabulary.ARGUMENTS);
    if (arguments != null) {
      fields.put("args", arguments instanceof String text ? parsed(text) : arguments);
    }
    Object result = SpanVocabulary.first(span, SpanVocabulary.RESULTS);
    if (result != null) {
      fields.put("output", result instanceof String text ? text : JsonText.write(result));
    }
    String error = span.error();
    if (arguments == null && result == null && error == null) {
      fields.put(
          "resolved", false); // its content was not recorded, so no two are known to be equal
    }
    if (error != null || span.ok()) {
      fields.put("success", error == null);
    }
    if (error != null) {
      fields.put("error", error);
    }
    putIfKnown(fields, "call", SpanVocabulary.text(span, SpanVocabulary.CALLS));
    putIfKnown(fields, "agent", agent);
    return fields;
  }

  /** Returns the last text that a user gave to an agent; null if the span has none. */
  static @Nullable Map<String, Object> userMessage(AgentSpan span) {
    String text = lastText(span.attributes().get("gen_ai.input.messages"), "user");
    return text == null ? null : Map.of("type", "user_message", "text", text);
  }

  /** Returns the last text that an agent gave; null if the span has none. */
  static @Nullable Map<String, Object> message(AgentSpan span) {
    String text = lastText(span.attributes().get("gen_ai.output.messages"), "assistant");
    return text == null ? null : Map.of("type", "message", "role", "assistant", "text", text);
  }

  private static void putIfKnown(Map<String, Object> fields, String name, @Nullable String value) {
    if (value != null) {
      fields.put(name, value);
    }
  }

  /** A text that is a JSON object is a map of arguments; any other one stays a text. */
  private static Object parsed(String text) {
    try {
      return JsonText.object(text);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  private static @Nullable String lastText(@Nullable Object messages, String role) {
    Object list = messages;
    if (messages instanceof String text) {
      try {
        list = JsonText.object("{\"messages\":" + text + "}").get("messages");
      } catch (IllegalArgumentException e) {
        return text.isBlank() ? null : text;
      }
    }
    String last = null;
    if (list instanceof List<?> all) {
      for (Object each : all) {
        if (each instanceof Map<?, ?> message && role.equals(message.get("role"))) {
          String text = text(message);
          last = text.isBlank() ? last : text;
        }
      }
    }
    return last;
  }

  private static String text(Map<?, ?> message) {
    if (message.get("content") instanceof String content) {
      return content;
    }
    StringBuilder text = new StringBuilder();
    if (message.get("parts") instanceof List<?> parts) {
      for (Object each : parts) {
        if (each instanceof Map<?, ?> part && part.get("content") instanceof String content) {
          text.append(text.length() == 0 ? "" : "\n").append(content);
        }
      }
    }
    return text.toString();
  }
}
