package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.statute.logs.LogFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Detection of formats by keys that only one of them has. */
public final class FormatDetection {
  private static final Set<String> CLAUDE =
      Set.of("user", "assistant", "system", "summary", "file-history-snapshot", "queue-operation");
  private static final Set<String> CODEX =
      Set.of("session_meta", "response_item", "event_msg", "turn_context", "compacted");
  private static final Set<String> CODEX_ITEMS =
      Set.of("function_call", "function_call_output", "local_shell_call");
  private static final List<String> LISTS = List.of("trajectory", "history", "events", "messages");

  private FormatDetection() {}

  /** Tests for a document that shows its format independent of its members. */
  static boolean isWhole(JsonNode document) {
    return document.has("projectHash");
  }

  /** Members of a log that is one document; missing if it is none. */
  public static JsonNode members(JsonNode document) {
    if (document.isArray()) {
      return document;
    }
    for (String list : LISTS) {
      JsonNode members = document.path(list);
      if (members.isArray() && !members.isEmpty()) {
        return members;
      }
    }
    return MissingNode.getInstance();
  }

  /** Tests for an item of Codex without an envelope. */
  static boolean isBareItem(JsonNode item) {
    return CODEX_ITEMS.contains(item.path("type").asText("")) && item.has("call_id");
  }

  static @Nullable LogFormat detectItem(JsonNode item) {
    String type = item.path("type").asText("");
    if (item.path("resourceSpans").isArray()) {
      return LogFormat.OTLP;
    }
    if (OpenAiChatReader.hasToolBlocks(item)) {
      return LogFormat.ANTHROPIC_MESSAGES;
    }
    if (item.has("projectHash")
        || (type.equals("gemini") && item.has("content"))
        || GeminiCliReader.isStreamEvent(item)) {
      return LogFormat.GEMINI_CLI;
    }
    JsonNode part = OpenCodeReader.eventPart(item);
    if ((item.path("info").has("role") && item.path("parts").isArray())
        || ((part.has("sessionID") || item.has("sessionID")) && part.path("type").isTextual())) {
      return LogFormat.OPENCODE;
    }
    if ((type.equals("message") && item.path("message").path("role").isTextual())
        || (type.equals("session") && item.has("id") && item.has("cwd"))) {
      return LogFormat.OPENCLAW;
    }
    if (item.path("action").isTextual()
        && item.path("observation").isTextual()
        && !item.has("source")) {
      return LogFormat.SWE_AGENT;
    }
    boolean event =
        item.path("kind").isTextual() && (item.has("tool_call_id") || item.has("timestamp"));
    if (item.has("source") && (event || item.has("action") || item.has("observation"))) {
      return LogFormat.OPENHANDS;
    }
    if ((CODEX.contains(type) && item.has("payload"))
        || (item.has("thread_id") && type.startsWith("thread."))
        || (item.path("item").isObject() && type.startsWith("item."))
        || isBareItem(item)) {
      return LogFormat.CODEX;
    }
    if (CLAUDE.contains(type)
        && (item.has("message")
            || item.has("sessionId")
            || item.has("session_id")
            || item.has("leafUuid")
            || item.has("uuid"))) {
      return LogFormat.CLAUDE_CODE;
    }
    if (!type.isEmpty() && item.path("sessionId").isTextual()) {
      return LogFormat.CLAUDE_CODE; // bookkeeping of later versions
    }
    if (item.path("role").isTextual() && !item.has("type")) {
      return LogFormat.OPENAI_CHAT;
    }
    boolean ours =
        !type.isEmpty()
            || item.has("event")
            || item.has("move")
            || item.has("advance")
            || item.has("query")
            || item.has("at");
    return ours ? LogFormat.STATUTE : null;
  }

  /** Lists the items of a log that is one document. */
  public static List<LogDocument> unfold(LogDocument document) {
    List<LogDocument> items = new ArrayList<>();
    for (JsonNode member : members(document.node())) {
      items.add(new LogDocument(items.size() + 1, member));
    }
    return items;
  }
}
