package dev.statute.guard.internal.install;

import dev.statute.json.JsonText;
import java.util.Map;

/** Payloads that propose a call which no agent has, in the form of each program. */
public final class TrialPayload {
  private static final String TOOL = "statute_doctor";

  /**
   * Program that loads a plugin of OpenCode and calls its hook as OpenCode does. Its arguments are
   * the address and the session.
   */
  static final String LOADER =
      "const plugin = await import(process.argv[1]);"
          + " const client = { session: { abort: async () => {} } };"
          + " const hooks = await Object.values(plugin)[0]({ client });"
          + " const input = { sessionID: process.argv[2], callID: 'trial', tool: '"
          + TOOL
          + "' };"
          + " await hooks['tool.execute.before'](input, { args: {} });";

  private TrialPayload() {}

  /** Returns the payload of a program; empty text if its hooks read none. */
  public static String of(String vendor, String session) {
    Map<String, Object> payload =
        switch (vendor) {
          case "gemini" -> nested("hook_event_name", "BeforeTool", session);
          case "openhands" -> nested("event_type", "PreToolUse", session);
          case "copilot" -> Map.of("sessionId", session, "toolName", TOOL, "toolArgs", "{}");
          case "cursor" ->
              Map.of(
                  "conversation_id",
                  session,
                  "hook_event_name",
                  "preToolUse",
                  "tool_name",
                  TOOL,
                  "tool_input",
                  Map.of());
          case "opencode" -> Map.of();
          default -> nested("hook_event_name", "PreToolUse", session);
        };
    return payload.isEmpty() ? "" : JsonText.write(payload);
  }

  private static Map<String, Object> nested(String field, String event, String session) {
    return Map.of("session_id", session, field, event, "tool_name", TOOL, "tool_input", Map.of());
  }
}
