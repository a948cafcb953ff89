package dev.statute.logs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chat messages: an assistant's tool calls are answered by messages of role {@code tool}. Messages
 * of Anthropic's form, whose content holds uses of tools and results, and items of OpenAI's later
 * interface, which have a type and no role, are read by those who know them.
 */
final class OpenAiChat implements LogReader {
  /** A command in a text, as mini-SWE-agent has it. */
  private static final Pattern BLOCK =
      Pattern.compile("(?s)```(?:bash|sh|mswea_bash_command)\\s*\\n(.*?)\\n?```");

  private static final Pattern ENDED =
      Pattern.compile("\\s*<returncode>\\s*(-?\\d{1,9})\\s*</returncode>");

  /** How such a program says that it found not one command. */
  private static final Pattern MALFORMED =
      Pattern.compile("(?i)exactly one (?:action|command|bash|tool)|no tool calls? found");

  /** What the assistant said last. */
  private String said = "";

  /** Whether commands stand in texts here. */
  private boolean blocks;

  private final ClaudeCode contents = new ClaudeCode();
  private final CodexReader items = new CodexReader();

  @Override
  public void read(LenientJson.Document item, CallPairing calls) {
    JsonNode message = item.node();
    String role = LenientJson.text(message.path("role"));
    if (hasToolBlocks(message)) {
      contents.read(
          new LenientJson.Document(
              item.line(), JsonNodeFactory.instance.objectNode().set("message", batched(item))),
          calls);
      return;
    }
    if (role.isEmpty() && message.has("type")) {
      items.read(item, calls);
      return;
    }
    switch (role) {
      case "user" -> user(item.line(), LenientJson.textOf(message.path("content")), calls);
      case "assistant" -> {
        said = LenientJson.textOf(message.path("content"));
        calls.message(item.line(), role, said);
        JsonNode wanted = message.path("tool_calls");
        for (JsonNode call : wanted) {
          Map<String, Object> fields = call(call);
          if (wanted.size() > 1) {
            fields.put("batch", "line " + item.line());
          }
          calls.begin(item.line(), LenientJson.text(call.path("id")), fields);
        }
        if (message.path("function_call").isObject()) { // as it was before there were several
          JsonNode call = message.path("function_call");
          calls.begin(item.line(), LenientJson.text(call.path("name")), call(message));
        }
      }
      case "tool" ->
          end(item.line(), LenientJson.text(message.path("tool_call_id")), message, calls);
      case "function" -> end(item.line(), LenientJson.text(message.path("name")), message, calls);
      default -> {}
    }
  }

  /** Whether a message's content holds uses of tools or results, as in Anthropic's form. */
  static boolean hasToolBlocks(JsonNode message) {
    if (message.path("role").isTextual() && message.path("content").isArray()) {
      for (JsonNode part : message.path("content")) {
        if (LenientJson.text(part.path("type")).endsWith("tool_use") || part.has("tool_use_id")) {
          return true;
        }
      }
    }
    return false;
  }

  /** The message; one with several calls has an id by which they belong together. */
  private static JsonNode batched(LenientJson.Document item) {
    JsonNode message = item.node();
    long wanted =
        message.path("content").findValuesAsText("type").stream()
            .filter(type -> type.endsWith("tool_use"))
            .count();
    return wanted < 2
        ? message
        : ((ObjectNode) message.deepCopy()).put("id", "line " + item.line());
  }

  /** What the user says, or a program in the user's name: what the block before gave. */
  private void user(int line, String text, CallPairing calls) {
    Matcher block = BLOCK.matcher(said);
    Matcher ended = ENDED.matcher(text);
    said = "";
    if (ended.lookingAt() && block.find()) {
      calls.begin(
          line,
          "block",
          CallPairing.call(
              "bash", JsonNodeFactory.instance.objectNode().put("command", block.group(1))));
      calls.end(line, "block", output(text, ended), null, (Long) Long.parseLong(ended.group(1)));
      blocks = true;
    } else if (blocks && MALFORMED.matcher(text).find()) {
      Map<String, Object> fields = CallPairing.call("format_error", MissingNode.getInstance());
      fields.put("success", false);
      fields.put("error", text);
      fields.put("output", text);
      calls.add(line, fields);
    } else {
      calls.message(line, "user", text);
    }
  }

  private static String output(String text, Matcher ended) {
    String rest = text.substring(ended.end()).strip();
    return rest.startsWith("<output>") && rest.endsWith("</output>")
        ? rest.substring("<output>".length(), rest.length() - "</output>".length()).strip()
        : rest;
  }

  /** A function's name and arguments, or the input of a custom tool. */
  private static Map<String, Object> call(JsonNode call) {
    JsonNode custom = call.path("custom");
    if (custom.isObject()) {
      return CallPairing.call(LenientJson.text(custom.path("name")), custom.path("input"));
    }
    JsonNode function = call.path(call.has("function") ? "function" : "function_call");
    JsonNode arguments = function.path("arguments");
    JsonNode read = arguments.isTextual() ? LenientJson.parse(arguments.textValue()) : arguments;
    return CallPairing.call(
        LenientJson.text(function.path("name")), read == null ? arguments : read);
  }

  /** A result that says not of which call is that of the one that waits longest. */
  private static void end(int line, String id, JsonNode message, CallPairing calls) {
    String text = LenientJson.textOf(message.path("content"));
    Matcher ended = ENDED.matcher(text);
    boolean says = ended.lookingAt();
    calls.end(
        line,
        id.isEmpty() ? calls.oldest() : id,
        says ? output(text, ended) : text,
        null,
        says ? (Long) Long.parseLong(ended.group(1)) : null);
  }
}
