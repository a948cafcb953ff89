package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of Claude Code's logs: messages with text, uses of tools, and their results. A resumed
 * session may hold its beginning twice. Entries of sub-agents are on side chains; the first message
 * of a side chain is its task, not a message of the user.
 */
final class ClaudeCodeReader implements LogReader {
  /** Prefix of the output of failed commands. */
  private static final Pattern EXIT = Pattern.compile("Exit code (\\d{1,3})(?:\\n|$)");

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
        Map<String, Object> fields =
            CallPairing.toolCall(LenientJson.text(part, "name"), part.path("input"));
        CallPairing.putText(fields, "batch", batch);
        CallPairing.putText(fields, "agent", agent);
        calls.begin(line, LenientJson.text(part, "id"), fields);
      }
      case "tool_result", "mcp_tool_result" -> {
        boolean failed = part.path("is_error").asBoolean(false);
        String text = LenientJson.contentText(part.path("content"));
        Matcher exit = EXIT.matcher(text);
        boolean head = failed && exit.lookingAt();
        calls.end(
            line,
            LenientJson.text(part, "tool_use_id"),
            head ? text.substring(exit.end()) : text,
            !failed,
            head ? (Long) Long.parseLong(exit.group(1)) : null);
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
