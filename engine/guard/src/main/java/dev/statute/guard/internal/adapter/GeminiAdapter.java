package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.guard.internal.adapter.HookEvent.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Gemini CLI: {@code BeforeTool}, {@code AfterTool} and hooks around the agent's turn. Calls have
 * no id. {@code continue: false} ends the run, with exit code 0.
 */
public final class GeminiAdapter implements HookAdapter {
  @Override
  public String vendor() {
    return "gemini";
  }

  @Override
  public HookEvent read(HookPayload payload) {
    String name = payload.text("hook_event_name");
    String session = payload.session("session_id");
    return switch (name) {
      case "BeforeTool" -> HookEvent.proposal(name, session, "", fields(payload).map());
      case "AfterTool" -> {
        JsonNode response = payload.value("tool_response");
        JsonNode error = response.path("error");
        JsonNode content = response.path("llmContent");
        String output = ResultText.of(content.isMissingNode() ? response : content);
        yield HookEvent.call(
            name,
            session,
            "",
            fields(payload).result(output, error.isMissingNode() || error.isNull(), null).map());
      }
      case "BeforeAgent" -> HookEvent.prompt(name, session, payload.text("prompt"));
      case "AfterAgent" -> HookEvent.message(name, session, "", payload.text("prompt_response"));
      case "PreCompress" -> HookEvent.condensation(name, session);
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
    return Set.of("AfterTool", "BeforeAgent", "SessionStart");
  }

  @Override
  public Map<String, Object> reply(HookEvent event, HookVerdict verdict) {
    Map<String, Object> reply = new LinkedHashMap<>();
    if (verdict.veto() != null) {
      reply.put("decision", "deny");
      reply.put("reason", verdict.veto());
    }
    if (verdict.halt() != null) {
      reply.put("continue", false);
      reply.put("stopReason", verdict.halt());
    }
    if (!verdict.advice().isEmpty()) {
      Map<String, Object> output = new LinkedHashMap<>();
      output.put("hookEventName", event.name());
      output.put("additionalContext", verdict.words());
      reply.put("hookSpecificOutput", output);
    }
    return reply;
  }
}
