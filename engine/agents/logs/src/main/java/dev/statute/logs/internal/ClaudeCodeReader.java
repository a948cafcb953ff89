package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import java.util.HashSet;
import java.util.Set;

/**
 * Reader of Claude Code's logs: messages with text, uses of tools, and their results. A resumed
 * session may hold its beginning twice. Entries of sub-agents are on side chains; the first message
 * of a side chain is its task, not a message of the user.
 */
final class ClaudeCodeReader implements LogReader {
  /** Lines and calls that were read before. */
  private final Set<String> seen = new HashSet<>();

  @Override
  public void read(LogDocument item, CallPairing calls) {
    JsonNode line = item.node();
    JsonNode message = line.path("message");
    if (isDuplicate("line", LenientJson.text(line, "uuid"), message)) {
      return;
    }
    JsonNode content = message.path("content");
    String role = message.path("role").asText(LenientJson.text(line, "type"));
    if (LenientJson.text(line, "subtype").equals("compact_boundary")) {
      calls.condensation(item.line());
      return;
    }
    boolean unsaid =
        line.path("isMeta").asBoolean(false) || line.path("isCompactSummary").asBoolean(false);
    if (unsaid && role.equals("user") && !hasResults(content)) {
      return; // written by the program in the user's name
    }
    String agent =
        line.path("isSidechain").asBoolean(false) ? line.path("agentId").asText("sidechain") : "";
    if (!content.isArray()) {
      if (role.equals("user") || role.equals("assistant")) {
        addMessage(item.line(), role, LenientJson.text(content), agent, calls);
      }
      return;
    }
    for (JsonNode part : content) {
      readPart(item.line(), part, role, message.path("id").asText(""), agent, calls);
    }
  }

  /**
   * Tests for a repetition of earlier content under the same id; content without an id is never a
   * repetition.
   */
  private boolean isDuplicate(String kind, String id, JsonNode content) {
    return !id.isEmpty() && !seen.add(kind + " " + id + " " + content.hashCode());
  }

  private static void addMessage(
      int line, String role, String text, String agent, CallPairing calls) {
    if (agent.isEmpty() || !role.equals("user")) {
      calls.message(line, role, text, agent);
    }
  }

  private static boolean hasResults(JsonNode content) {
    return content.isArray()
        && content.size() > 0
        && LenientJson.text(content.get(0).path("type")).equals("tool_result");
  }

  private void readPart(
      int line, JsonNode part, String role, String batch, String agent, CallPairing calls) {
    switch (LenientJson.text(part, "type")) {
      case "text" -> addMessage(line, role, LenientJson.text(part, "text"), agent, calls);
      case "tool_use", "server_tool_use", "mcp_tool_use" -> {
        if (isDuplicate("call", LenientJson.text(part, "id"), part.path("input"))) {
          return;
        }
        calls.begin(
            line,
            LenientJson.text(part, "id"),
            CallFields.of(LenientJson.text(part, "name"), part.path("input"))
                .with("batch", batch)
                .with("agent", agent));
      }
      case "tool_result", "mcp_tool_result" -> {
        boolean failed = part.path("is_error").asBoolean(false);
        Boolean success = part.has("is_error") ? Boolean.TRUE : null;
        String text = LenientJson.resultText(part.path("content"));
        String id = LenientJson.text(part, "tool_use_id");
        calls.end(
            line, id, "", call -> failed ? call.failure(text) : call.result(text, success, null));
      }
      default -> {
        if (part.has("tool_use_id")) { // result of a tool that runs on the server, such as a search
          JsonNode given = part.path("content");
          JsonNode error = given.path("error_code");
          String text = LenientJson.text(error.isMissingNode() ? given : error);
          calls.end(line, LenientJson.text(part, "tool_use_id"), text, error.isMissingNode(), null);
        }
      }
    }
  }
}
