package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import java.util.Set;

/**
 * Reader of the logs of OpenClaw and pi: entries of a tree, in the order of writing; messages hold
 * texts and tool calls, and a result is a message of its own.
 */
final class OpenClawReader implements LogReader {
  private static final Set<String> FAILED = Set.of("error", "failed", "forbidden", "timeout");
  private static final Set<String> COMPLETED = Set.of("completed", "ok", "success");

  @Override
  public void read(LogDocument item, CallPairing calls) {
    JsonNode entry = item.node();
    switch (LenientJson.text(entry, "type")) {
      case "message" -> readMessage(item.line(), entry.path("message"), calls);
      case "compaction" -> calls.condensation(item.line());
      default -> {}
    }
  }

  private static void readMessage(int line, JsonNode message, CallPairing calls) {
    String role = LenientJson.text(message, "role");
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
        JsonNode details = message.path("details");
        Long code = CallFields.wholeNumber(details.path("exitCode"));
        String status = LenientJson.text(details, "status");
        boolean failed = message.path("isError").asBoolean(false) || FAILED.contains(status);
        Boolean success =
            failed
                ? Boolean.FALSE
                : (code == null && COMPLETED.contains(status)) ? Boolean.TRUE : null;
        String output = LenientJson.resultText(content);
        calls.end(
            line,
            LenientJson.text(message, "toolCallId"),
            LenientJson.text(message, "toolName"),
            call -> call.result(output, success, code));
      }
      default -> {}
    }
  }

  private static void readPart(int line, JsonNode part, boolean batch, CallPairing calls) {
    switch (LenientJson.text(part, "type")) {
      case "text" -> calls.message(line, "assistant", LenientJson.text(part, "text"));
      case "toolCall" -> {
        CallFields call = CallFields.of(LenientJson.text(part, "name"), part.path("arguments"));
        calls.begin(
            line, LenientJson.text(part, "id"), call.with("batch", batch ? "line " + line : ""));
      }
      default -> {}
    }
  }
}
