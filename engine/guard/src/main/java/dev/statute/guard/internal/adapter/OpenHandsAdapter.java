package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import java.util.Map;
import java.util.Set;

/** OpenHands: {@code event_type} tells the hook; a denial is {@code decision: deny}. */
public final class OpenHandsAdapter implements HookAdapter {
  /** Hooks that say nothing of calls and messages. */
  private static final Set<String> SILENT =
      Set.of("SessionStart", "Notification", "PreCompact", "SubagentStop");

  @Override
  public String vendor() {
    return "openhands";
  }

  @Override
  public HookEvent read(HookPayload payload) {
    String name = payload.hookName("event_type", "hook_event_name");
    String session = payload.session("session_id");
    String call = payload.text("tool_call_id", "tool_use_id");
    CallFields fields = payload.toolCall();
    return switch (name) {
      case "PreToolUse" -> HookEvent.proposal(name, session, call, fields);
      case "PostToolUse" -> {
        JsonNode response = payload.value("tool_response");
        Long exit = StatedResult.exitCode(response);
        yield HookEvent.call(
            name,
            session,
            call,
            fields.result(ResultText.of(response), StatedResult.success(response), exit));
      }
      case "UserPromptSubmit" -> HookEvent.prompt(name, session, payload.text("message", "prompt"));
      case "Stop" -> HookEvent.message(name, session, "", payload.text("message"));
      case "SessionEnd" -> HookEvent.of(HookEvent.Kind.END, name, session);
      default -> HookEvent.other(name, session, SILENT);
    };
  }

  @Override
  public Set<String> advised() {
    return Set.of("PostToolUse", "UserPromptSubmit");
  }

  @Override
  public Map<String, Object> reply(HookEvent event, HookVerdict verdict) {
    return verdict.reply("decision", "reason", "additionalContext");
  }
}
