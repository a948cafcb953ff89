package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of Codex' logs: items of the model's responses, with or without an envelope, as sessions
 * keep them, with arguments as JSON texts and outputs as such or as plain text with a header; or
 * the events of {@code codex exec --json}.
 */
final class CodexReader implements LogReader {
  /** Header lines before an output, up to the line with Output. */
  private static final Pattern HEAD =
      Pattern.compile("(?:[A-Z][\\w ]{2,40}: ?[^\\n]*\\n|Process [^\\n]*\\n){1,8}?Output:\\n?");

  private static final Pattern EXIT =
      Pattern.compile("(?m)^(?:Exit code: |Process exited with code )(-?\\d{1,9})$");

  /** Beginnings of texts that the program writes in the user's name. */
  private static final List<String> CONTEXT =
      List.of(
          "<environment_context>",
          "<user_instructions>",
          "<permissions instructions>",
          "<turn_aborted>",
          "# AGENTS.md instructions");

  /** Output of a call that a hook or the user refused. */
  private static final Pattern REFUSAL =
      Pattern.compile(
          "Command blocked by PreToolUse hook:|(?:exec command|patch) rejected by user$");

  /** Output of a patch that does not fit. */
  private static final Pattern UNFIT = Pattern.compile("apply_patch verification failed");

  private final CodexItems items = new CodexItems();

  @Override
  public void read(LogDocument item, CallPairing calls) {
    JsonNode line = item.node();
    String type = LenientJson.text(line, "type");
    if (type.equals("compacted")) {
      calls.condensation(item.line());
      return;
    }
    if (type.startsWith("item.")) {
      items.read(item.line(), type.equals("item.completed"), line.path("item"), calls);
      return;
    }
    boolean wrapped = line.has("payload");
    if (wrapped && !type.equals("response_item")) {
      return;
    }
    JsonNode entry = wrapped ? line.path("payload") : line;
    String id = LenientJson.text(entry, "call_id");
    switch (LenientJson.text(entry, "type")) {
      case "message" -> readMessage(item.line(), entry, calls);
      case "function_call" ->
          calls.begin(item.line(), id, call(entry, CallFields.arguments(entry.path("arguments"))));
      case "custom_tool_call" -> calls.begin(item.line(), id, call(entry, entry.path("input")));
      case "local_shell_call" ->
          calls.begin(item.line(), id, CallFields.of("shell", entry.path("action")));
      case "function_call_output", "custom_tool_call_output" ->
          readOutput(item.line(), id, entry.path("output"), calls);
      default -> CodexItems.readOwnEntry(item.line(), entry, calls);
    }
  }

  private static void readMessage(int line, JsonNode entry, CallPairing calls) {
    String role = LenientJson.text(entry, "role");
    String text = LenientJson.contentText(entry.path("content"));
    boolean context = CONTEXT.stream().anyMatch(text.stripLeading()::startsWith);
    if ((role.equals("user") || role.equals("assistant")) && !context) {
      calls.message(line, role, text);
    }
  }

  private static void readOutput(int line, String id, JsonNode output, CallPairing calls) {
    JsonNode result = CallFields.parsed(output);
    JsonNode said = result.path("metadata").path("exit_code");
    String text =
        result.isObject() && result.has("output")
            ? LenientJson.text(result, "output")
            : result.isArray() ? LenientJson.resultText(result) : LenientJson.text(output);
    Long code = CallFields.wholeNumber(said);
    Matcher head = HEAD.matcher(text);
    if (code == null && head.lookingAt()) {
      Matcher exit = EXIT.matcher(head.group());
      code = exit.find() ? (Long) Long.parseLong(exit.group(1)) : null;
      text = text.substring(head.end());
    }
    Boolean success =
        result.path("success").isBoolean() ? (Boolean) result.path("success").booleanValue() : null;
    if (code == null && REFUSAL.matcher(text.strip()).lookingAt()) {
      calls.setField(id, "error_kind", "denied");
      success = Boolean.FALSE;
    }
    if (code == null && UNFIT.matcher(text.strip()).lookingAt()) {
      success = Boolean.FALSE;
    }
    calls.end(line, id, text, success, code);
  }

  private static CallFields call(JsonNode entry, JsonNode arguments) {
    return CallFields.of(LenientJson.text(entry, "name"), arguments);
  }
}
