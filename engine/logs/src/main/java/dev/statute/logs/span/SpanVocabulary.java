package dev.statute.logs.span;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names of attributes by which spans of tool calls are known: OpenTelemetry's conventions for
 * generative AI, OpenInference, Vercel's AI SDK and Spring AI.
 */
final class SpanVocabulary {
  static final List<String> TOOLS =
      List.of(
          "gen_ai.tool.name", "tool.name", "ai.toolCall.name", "spring.ai.tool.definition.name");
  static final List<String> ARGUMENTS =
      List.of(
          "gen_ai.tool.call.arguments",
          "input.value",
          "ai.toolCall.args",
          "ai.toolCall.input",
          "spring.ai.tool.call.arguments");
  static final List<String> RESULTS =
      List.of(
          "gen_ai.tool.call.result",
          "output.value",
          "ai.toolCall.result",
          "ai.toolCall.output",
          "spring.ai.tool.call.result");
  static final List<String> CALLS =
      List.of("gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id", "tool.id");

  /** Values of attributes that mark a tool call. */
  private static final Map<String, String> MARKS =
      Map.of(
          "gen_ai.operation.name", "execute_tool",
          "openinference.span.kind", "TOOL",
          "ai.operationId", "ai.toolCall",
          "operation.name", "ai.toolCall",
          "spring.ai.kind", "tool_call");

  /** Values of attributes of tool calls in conventions of which no file was seen. */
  private static final Map<String, Map.Entry<String, String>> UNREAD =
      Map.of(
          "OpenLLMetry", Map.entry("traceloop.span.kind", "tool"),
          "MCP", Map.entry("mcp.method.name", "tools/call"),
          "Claude Code", Map.entry("span.type", "tool"));

  private SpanVocabulary() {}

  /** Tests for a tool call. */
  static boolean isToolCall(AgentSpan span) {
    return span.name().startsWith("execute_tool ") || hasMark(span);
  }

  private static boolean hasMark(AgentSpan span) {
    return MARKS.entrySet().stream()
        .anyMatch(mark -> mark.getValue().equals(span.attributes().get(mark.getKey())));
  }

  /** Name of the convention of a tool call that is not read; null for any other span. */
  static @Nullable String unreadConvention(AgentSpan span) {
    if (isToolCall(span)) {
      return null;
    }
    return UNREAD.entrySet().stream()
        .filter(
            each ->
                each.getValue().getValue().equals(span.attributes().get(each.getValue().getKey())))
        .map(Map.Entry::getKey)
        .sorted()
        .findFirst()
        .orElse(text(span, TOOLS) == null ? null : "unknown");
  }

  /** Value of the first of some attributes that a span has; null if it has none of them. */
  static @Nullable Object first(AgentSpan span, List<String> names) {
    for (String name : names) {
      Object value = span.attributes().get(name);
      if (value != null && !"".equals(value)) {
        return value;
      }
    }
    return null;
  }

  /** Text of the first of some attributes that a span has; null if it has none of them. */
  static @Nullable String text(AgentSpan span, List<String> names) {
    return first(span, names) instanceof String text ? text : null;
  }
}
