package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
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
      case "PreToolUse" -> HookEvent.proposal(name, session, call, payload.toolCall(""));
      case "PostToolUse" -> {
        JsonNode response = payload.value("tool_response");
        JsonNode exit = response.path("exit_code");
        boolean failed =
            response.path("is_error").asBoolean(false) || response.path("error").isTextual();
        yield HookEvent.call(
            name,
            session,
            call,
            payload
                .toolCall("")
                .result(
                    ResultText.of(response),
                    failed ? Boolean.FALSE : exit.isIntegralNumber() ? null : Boolean.TRUE,
                    HookPayload.wholeNumber(exit)));
      }
      case "UserPromptSubmit" -> HookEvent.prompt(name, session, payload.text("message", "prompt"));
      case "Stop" -> HookEvent.message(name, session, "", payload.text("message"));
      case "SessionEnd" -> HookEvent.end(name, session);
      default -> HookEvent.other(name, session);
    };
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
