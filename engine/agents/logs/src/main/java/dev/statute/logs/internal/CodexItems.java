package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.statute.logs.CallFields;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Items of {@code codex exec --json}, and calls without a result in any log. The arguments of an
 * item are those that the agent wrote, without the result.
 */
final class CodexItems {
  /** Fields of an item that are no arguments. */
  private static final List<String> ASIDE =
      List.of("id", "type", "item_type", "status", "result", "error", "output", "exit_code");

  /** Items that began and have not ended. */
  private final Set<String> started = new HashSet<>();

  void read(int line, boolean ended, JsonNode item, CallPairing calls) {
    String type = LenientJson.text(item.path(item.has("type") ? "type" : "item_type"));
    String id = LenientJson.text(item, "id");
    if (type.equals("agent_message") || type.equals("assistant_message")) {
      if (ended) {
        calls.message(line, "assistant", LenientJson.text(item, "text"));
      }
      return;
    }
    CallFields call =
        switch (type) {
          case "command_execution" -> CallFields.of("shell", keepOnly(item, "command"));
          case "file_change" -> patchCall(item);
          case "mcp_tool_call" ->
              CallFields.of(LenientJson.text(item, "tool"), item.path("arguments"));
          case "web_search" -> CallFields.of(type, keepOnly(item, "query"));
          default -> type.endsWith("_call") ? unknownCall(type, item) : null;
        };
    if (call == null) {
      return;
    }
    if (started.add(id)) {
      calls.begin(line, id, call);
    } else {
      calls.setFields(id, call);
    }
    if (ended) {
      started.remove(id);
      endCall(line, id, type, item, calls);
    }
  }

  private static void endCall(int line, String id, String type, JsonNode item, CallPairing calls) {
    String status = LenientJson.text(item, "status");
    JsonNode error = item.path("error");
    boolean failed =
        status.equals("failed") || status.equals("declined") || error.path("message").isTextual();
    JsonNode code = item.path("exit_code");
    Long exit = CallFields.wholeNumber(code);
    if (status.equals("declined")) {
      calls.setField(id, "error_kind", "denied");
    }
    String output =
        switch (type) {
          case "command_execution" -> LenientJson.text(item, "aggregated_output");
          case "file_change" -> failed ? "failed" : "done";
          default -> resultText(item.path("result"));
        };
    String said = LenientJson.text(error, "message");
    boolean completed = exit == null && status.equals("completed");
    Boolean success = failed ? Boolean.FALSE : completed ? Boolean.TRUE : null;
    calls.end(line, id, output.isEmpty() ? said : output, success, exit);
  }

  /** Text of a result; the whole result if it has no text. */
  private static String resultText(JsonNode result) {
    String text = LenientJson.contentText(result.path("content"));
    return text.isEmpty() ? LenientJson.text(result) : text;
  }

  /** Reads a call that a service made by itself, such as a search; no log holds its result. */
  static void readOwnEntry(int line, JsonNode entry, CallPairing calls) {
    String type = LenientJson.text(entry, "type");
    if (type.endsWith("_call")) {
      String id = LenientJson.text(entry, "id");
      calls.begin(line, id, unknownCall(type, entry));
      String status = LenientJson.text(entry, "status");
      Boolean success = status.equals("completed") ? Boolean.TRUE : null;
      calls.end(line, id, "", status.equals("failed") ? Boolean.FALSE : success, null);
    }
  }

  private static CallFields patchCall(JsonNode item) {
    JsonNode changes = item.path("changes");
    String first = LenientJson.text(changes.path(0).path("path"));
    if (first.isEmpty() && changes.isObject() && !changes.isEmpty()) {
      first = changes.fieldNames().next();
    }
    CallFields call = CallFields.of("apply_patch", changes).with("file", first);
    boolean isSame = tellContent(changes) || LenientJson.text(item, "status").equals("failed");
    return isSame ? call : call.with("action_key", LenientJson.text(item, "id"));
  }

  /** Returns whether changes tell more than paths and kinds, by which different edits are equal. */
  private static boolean tellContent(JsonNode changes) {
    for (JsonNode change : changes) {
      if (change.size() > (change.has("path") ? 1 : 0) + (change.has("kind") ? 1 : 0)) {
        return true;
      }
    }
    return false;
  }

  /** Fields of a call of an unknown kind: its type and its arguments. */
  private static CallFields unknownCall(String type, JsonNode item) {
    ObjectNode given = item.deepCopy();
    given.remove(ASIDE);
    JsonNode action = given.path(given.has("arguments") ? "arguments" : "action");
    return CallFields.of(
        type.substring(0, type.length() - "_call".length()),
        action.isMissingNode() ? given : action);
  }

  private static JsonNode keepOnly(JsonNode item, String key) {
    ObjectNode only = JsonNodeFactory.instance.objectNode();
    return item.has(key) ? only.set(key, item.path(key)) : only;
  }
}
