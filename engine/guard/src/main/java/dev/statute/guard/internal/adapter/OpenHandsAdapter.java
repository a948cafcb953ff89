package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.guard.internal.adapter.HookEvent.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** OpenHands: {@code event_type} tells the hook; a denial is {@code decision: deny}. */
public final class OpenHandsAdapter implements HookAdapter {
  @Override
  public String vendor() {
    return "openhands";
  }

  @Override
  public HookEvent read(HookPayload payload) {
    String name = payload.hookName("event_type", "hook_event_name");
    String session = payload.session("session_id");
    String call = payload.text("tool_call_id", "tool_use_id");
    return switch (name) {
      case "PreToolUse" -> HookEvent.proposal(name, session, call, fields(payload).map());
      case "PostToolUse" -> {
        JsonNode response = payload.value("tool_response");
        JsonNode exit = response.path("exit_code");
        boolean failed =
            response.path("is_error").asBoolean(false) || response.path("error").isTextual();
        yield HookEvent.call(
            name,
            session,
            call,
            fields(payload)
                .result(
                    ResultText.of(response),
                    failed ? Boolean.FALSE : exit.isIntegralNumber() ? null : Boolean.TRUE,
                    exit.isIntegralNumber() ? (Long) exit.longValue() : null)
                .map());
      }
      case "UserPromptSubmit" -> HookEvent.prompt(name, session, payload.text("message", "prompt"));
      case "Stop" -> HookEvent.message(name, session, "", payload.text("message"));
      case "SessionStart" -> HookEvent.other(Kind.START, name, session);
      case "SessionEnd" -> HookEvent.other(Kind.END, name, session);
      default -> HookEvent.other(Kind.OTHER, name, session);
    };
  }

  private static CallFields fields(HookPayload payload) {
    return new CallFields(payload.text("tool_name"), payload.value("tool_input"), "");
  }

  @Override
  public Set<String> advised() {
    return Set.of("PostToolUse", "UserPromptSubmit");
  }

  @Override
  public Map<String, Object> reply(HookEvent event, HookVerdict verdict) {
    Map<String, Object> reply = new LinkedHashMap<>();
    if (verdict.veto() != null) {
      reply.put("decision", "deny");
      reply.put("reason", verdict.veto());
    }
    if (!verdict.advice().isEmpty()) {
      reply.put("additionalContext", verdict.words());
    }
    return reply;
  }
}
