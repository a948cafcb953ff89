package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.statute.logs.CallFields;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of chat messages: messages of role {@code tool} answer an assistant's tool calls. Messages
 * of Anthropic's form, with uses of tools and results as content, and items of OpenAI's later
 * interface, which have a type and no role, are left to their readers.
 */
final class OpenAiChatReader implements LogReader {
  /** Command in a text, as mini-SWE-agent writes it. */
  private static final Pattern BLOCK =
      Pattern.compile("(?s)```(?:bash|sh|mswea_bash_command)\\s*\\n(.*?)\\n?```");

  private static final Pattern ENDED =
      Pattern.compile("\\s*<returncode>\\s*(-?\\d{1,9})\\s*</returncode>");

  /** Message of such a program about a text without exactly one command. */
  private static final Pattern MALFORMED =
      Pattern.compile("(?i)exactly one (?:action|command|bash|tool)|no tool calls? found");

  /** Last text of the assistant. */
  private String previousText = "";

  /** True if commands are in texts in this log. */
  private boolean hasBlocks;

  private final ClaudeCodeReader contents = new ClaudeCodeReader();
  private final CodexReader items = new CodexReader();

  @Override
  public void read(LogDocument item, CallPairing calls) {
    JsonNode message = item.node();
    String role = LenientJson.text(message, "role");
    if (hasToolBlocks(message)) {
      contents.read(
          new LogDocument(
              item.line(), JsonNodeFactory.instance.objectNode().set("message", unwrapBatch(item))),
          calls);
      return;
    }
    if (role.isEmpty() && message.has("type")) {
      items.read(item, calls);
      return;
    }
    switch (role) {
      case "user" -> readUser(item.line(), LenientJson.contentText(message.path("content")), calls);
      case "assistant" -> {
        previousText = LenientJson.contentText(message.path("content"));
        calls.message(item.line(), role, previousText);
        JsonNode wanted = message.path("tool_calls");
        for (JsonNode call : wanted) {
          String batch = wanted.size() > 1 ? "line " + item.line() : "";
          String id = LenientJson.text(call.path(call.has("call_id") ? "call_id" : "id"));
          calls.begin(item.line(), id, toolCall(call).with("batch", batch));
        }
        if (message.path("function_call").isObject()) { // older form with one call
          JsonNode call = message.path("function_call");
          calls.begin(item.line(), LenientJson.text(call, "name"), toolCall(message));
        }
      }
      case "tool" ->
          endCall(item.line(), LenientJson.text(message, "tool_call_id"), message, calls);
      case "function" -> endCall(item.line(), LenientJson.text(message, "name"), message, calls);
      default -> {}
    }
  }

  /** Tests for Anthropic's form: a content that holds uses of tools or results. */
  static boolean hasToolBlocks(JsonNode message) {
    if (message.path("role").isTextual() && message.path("content").isArray()) {
      for (JsonNode part : message.path("content")) {
        if (LenientJson.text(part, "type").endsWith("tool_use") || part.has("tool_use_id")) {
          return true;
        }
      }
    }
    return false;
  }

  /** Message without its envelope; one with several calls has an id for the batch. */
  private static JsonNode unwrapBatch(LogDocument item) {
    JsonNode message = item.node();
    long wanted =
        message.path("content").findValuesAsText("type").stream()
            .filter(type -> type.endsWith("tool_use"))
            .count();
    return wanted < 2
        ? message
        : ((ObjectNode) message.deepCopy()).put("id", "line " + item.line());
  }

  /**
   * Reads a message of the user, or a program's output in the user's name: the result of the
   * preceding block.
   */
  private void readUser(int line, String text, CallPairing calls) {
    Matcher block = BLOCK.matcher(previousText);
    Matcher ended = ENDED.matcher(text);
    String said = previousText;
    previousText = "";
    if (TaggedCalls.read(line, said, text, calls)) {
      return;
    }
    if (ended.lookingAt() && block.find()) {
      calls.begin(
          line,
          "block",
          CallFields.of(
              "bash", JsonNodeFactory.instance.objectNode().put("command", block.group(1))));
      calls.end(
          line, "block", outputText(text, ended), null, (Long) Long.parseLong(ended.group(1)));
      hasBlocks = true;
    } else if (hasBlocks && MALFORMED.matcher(text).find()) {
      calls.formatError(line, text);
    } else {
      calls.message(line, "user", text);
    }
  }

  private static String outputText(String text, Matcher ended) {
    String rest = text.substring(ended.end()).strip();
    return rest.startsWith("<output>") && rest.endsWith("</output>")
        ? rest.substring("<output>".length(), rest.length() - "</output>".length()).strip()
        : rest;
  }

  /** Fields of a function's call, or of a custom tool's. */
  private static CallFields toolCall(JsonNode call) {
    JsonNode custom = call.path("custom");
    if (custom.isObject()) {
      return CallFields.of(LenientJson.text(custom, "name"), custom.path("input"));
    }
    JsonNode function =
        call.has("function")
            ? call.path("function")
            : call.has("function_call") ? call.path("function_call") : call;
    JsonNode arguments = function.path(function.has("arguments") ? "arguments" : "args");
    return CallFields.of(LenientJson.text(function, "name"), LenientJson.unwrapped(arguments));
  }

  /**
   * Ends a call; a result without an id belongs to the oldest open call. A failure is stated by
   * programs that have a field for it.
   */
  private static void endCall(int line, String id, JsonNode message, CallPairing calls) {
    String text = LenientJson.resultText(message.path("content"));
    Matcher ended = ENDED.matcher(text);
    boolean says = ended.lookingAt();
    String output = says ? outputText(text, ended) : text;
    Long exit = says ? (Long) Long.parseLong(ended.group(1)) : null;
    JsonNode error = message.path("error");
    boolean failed =
        error.asBoolean(false)
            || (error.isTextual() && !error.textValue().isBlank())
            || error.isObject()
            || Set.of("error", "failed").contains(LenientJson.text(message, "status"));
    calls.end(
        line,
        id.isEmpty() ? calls.oldestOpen() : id,
        LenientJson.text(message, "name"),
        call -> call.result(output, failed ? Boolean.FALSE : null, exit));
  }
}
