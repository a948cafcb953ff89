package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import java.util.HashSet;
import java.util.Set;

/**
 * Reader of Gemini CLI's logs: messages of the user and of the model, which hold its tool calls
 * with their results. A message is written again with the same id after its calls ended; entries
 * that were read before are skipped. The events of {@code --output-format stream-json} have calls
 * and results of their own, and messages in pieces.
 */
final class GeminiCliReader implements LogReader {
  private static final Set<String> STREAMED =
      Set.of("init", "message", "tool_use", "tool_result", "error", "result");

  private final Set<String> seen = new HashSet<>();

  /** Pieces of a streamed message so far. */
  private final StringBuilder pieces = new StringBuilder();

  @Override
  public void read(LogDocument item, CallPairing calls) {
    JsonNode message = item.node();
    String type = LenientJson.text(message, "type");
    if (STREAMED.contains(type)) {
      readEvent(item.line(), type, message, calls);
      return;
    }
    String id = LenientJson.text(message, "id");
    String text = LenientJson.contentText(message.path("content"));
    if ((type.equals("user") || type.equals("gemini")) && seen.add(id + " " + text)) {
      calls.message(item.line(), type.equals("user") ? type : "assistant", text);
    }
    JsonNode wanted = message.path("toolCalls");
    for (JsonNode call : wanted) {
      CallFields fields =
          CallFields.of(LenientJson.text(call, "name"), call.path("args"))
              .with("batch", wanted.size() > 1 ? id : "");
      String called = LenientJson.text(call, "id");
      if (called.isEmpty() || seen.add("begun " + called)) {
        calls.begin(item.line(), called, fields);
      }
      String status = LenientJson.text(call, "status");
      if (Set.of("success", "error", "cancelled").contains(status)
          && (called.isEmpty() || seen.add("ended " + called))) {
        String output = outputText(call);
        calls.end(
            item.line(), called, "", ended -> ended.geminiResult(output, status.equals("success")));
      }
    }
  }

  /** Tests for an event of a stream that no other format has. */
  static boolean isStreamEvent(JsonNode event) {
    return switch (LenientJson.text(event, "type")) {
      case "init" -> event.has("session_id") && event.has("model") && !event.has("subtype");
      case "tool_use", "tool_result" -> event.path("tool_id").isTextual();
      case "message" ->
          event.path("role").isTextual()
              && event.path("content").isTextual()
              && event.has("timestamp");
      default -> false;
    };
  }

  private void readEvent(int line, String type, JsonNode event, CallPairing calls) {
    String text = LenientJson.text(event, "content");
    if (type.equals("message") && event.path("delta").asBoolean(false)) {
      pieces.append(text);
      return;
    }
    if (pieces.length() > 0) {
      calls.message(line, "assistant", pieces.toString());
      pieces.setLength(0);
    }
    String id = LenientJson.text(event, "tool_id");
    switch (type) {
      case "message" -> calls.message(line, LenientJson.text(event, "role"), text);
      case "tool_use" ->
          calls.begin(
              line,
              id,
              CallFields.of(LenientJson.text(event, "tool_name"), event.path("parameters")));
      case "tool_result" -> {
        boolean success = LenientJson.text(event, "status").equals("success");
        String output = LenientJson.text(event, "output");
        String shown = output.isEmpty() ? LenientJson.text(event.at("/error/message")) : output;
        calls.end(line, id, "", call -> call.geminiResult(shown, success));
      }
      default -> {} // the beginning, the end, and troubles of the program
    }
  }

  /** Result that the model received, or else the displayed one. */
  private static String outputText(JsonNode call) {
    for (JsonNode part : call.path("result")) {
      JsonNode response = part.path("functionResponse").path("response");
      for (String key : new String[] {"output", "error"}) {
        if (response.has(key)) {
          return LenientJson.text(response.path(key));
        }
      }
      if (!response.isMissingNode()) {
        return LenientJson.text(response);
      }
    }
    return LenientJson.text(call, "resultDisplay");
  }
}
