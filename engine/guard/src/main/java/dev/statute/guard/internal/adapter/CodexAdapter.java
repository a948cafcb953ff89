package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.guard.internal.adapter.HookEvent.Kind;
import java.util.Map;
import java.util.Set;

/**
 * Codex: the names of Claude Code, with a result that does not tell whether the call failed. A
 * reply with a field that Codex does not know makes the hook fail and the call run, so a reply has
 * nothing but a denial or a text. No hook of a tool ends the run.
 */
public final class CodexAdapter implements HookAdapter {
  @Override
  public String vendor() {
    return "codex";
  }

  @Override
  public HookEvent read(HookPayload payload) {
    String name = payload.hookName("hook_event_name");
    String session = payload.session("session_id");
    String call = payload.text("tool_use_id");
    String agent = payload.text("agent_id");
    return switch (name) {
      case "PreToolUse" -> HookEvent.proposal(name, session, call, fields(payload, agent).map());
      case "PostToolUse" -> {
        JsonNode response = payload.value("tool_response");
        JsonNode exit = response.path("exit_code");
        yield HookEvent.call(
            name,
            session,
            call,
            fields(payload, agent)
                .result(
                    ResultText.of(response),
                    null,
                    exit.isIntegralNumber() ? (Long) exit.longValue() : null)
                .map());
      }
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
    return Set.of("PostToolUse", "UserPromptSubmit", "SessionStart");
  }

  @Override
  public Map<String, Object> reply(HookEvent event, HookVerdict verdict) {
    return NestedReply.of(event, verdict, false);
  }
}
