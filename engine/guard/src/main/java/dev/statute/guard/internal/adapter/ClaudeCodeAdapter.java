package dev.statute.guard.internal.adapter;

import dev.statute.guard.internal.adapter.HookEvent.Kind;
import java.util.Map;
import java.util.Set;

/**
 * Claude Code: {@code hook_event_name} tells the hook. A failed call has a hook of its own, and
 * {@code continue: false} ends the run.
 */
public final class ClaudeCodeAdapter implements HookAdapter {
  @Override
  public String vendor() {
    return "claude-code";
  }

  @Override
  public HookEvent read(HookPayload payload) {
    String name = payload.hookName("hook_event_name");
    String session = payload.session("session_id");
    String call = payload.text("tool_use_id");
    String agent = payload.text("agent_id");
    return switch (name) {
      case "PreToolUse" -> HookEvent.proposal(name, session, call, fields(payload, agent).map());
      case "PostToolUse" ->
          HookEvent.call(
              name,
              session,
              call,
              fields(payload, agent)
                  .result(
                      ResultText.of(payload.value("tool_response")),
                      !payload.value("tool_response").path("interrupted").asBoolean(false),
                      null)
                  .took(payload.value("duration_ms"))
                  .map());
      case "PostToolUseFailure" ->
          HookEvent.call(
              name,
              session,
              call,
              fields(payload, agent)
                  .failure(payload.text("error"))
                  .took(payload.value("duration_ms"))
                  .map());
      case "UserPromptSubmit" -> HookEvent.prompt(name, session, payload.text("prompt"));
      case "Stop", "SubagentStop" ->
          HookEvent.message(name, session, agent, payload.text("last_assistant_message"));
      case "PreCompact" -> HookEvent.condensation(name, session);
      case "SessionStart" -> HookEvent.other(Kind.START, name, session);
      case "SessionEnd" -> HookEvent.other(Kind.END, name, session);
      default -> HookEvent.other(Kind.OTHER, name, session);
    };
  }

  private static CallFields fields(HookPayload payload, String agent) {
    return new CallFields(payload.text("tool_name"), payload.value("tool_input"), agent);
  }

  @Override
  public Set<String> advised() {
    return Set.of("PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart");
  }

  @Override
  public Map<String, Object> reply(HookEvent event, HookVerdict verdict) {
    return NestedReply.of(event, verdict, true);
  }
}
