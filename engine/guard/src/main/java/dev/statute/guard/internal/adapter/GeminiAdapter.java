package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Gemini CLI: {@code BeforeTool}, {@code AfterTool} and hooks around the agent's turn. Calls have
 * no id. {@code continue: false} ends the run, with exit code 0. {@code PreCompress} comes before
 * each request to the model, whether or not something is compressed, so it means nothing here.
 */
public final class GeminiAdapter implements HookAdapter {
  /** Hooks that say nothing of calls and messages. */
  private static final Set<String> SILENT =
      Set.of(
          "SessionStart",
          "BeforeModel",
          "AfterModel",
          "BeforeToolSelection",
          "PreCompress",
          "Notification");

  @Override
  public String vendor() {
    return "gemini";
  }

  @Override
  public HookEvent read(HookPayload payload) {
    String name = payload.hookName("hook_event_name");
    String session = payload.session("session_id");
    CallFields fields = payload.toolCall();
    return switch (name) {
      case "BeforeTool" -> HookEvent.proposal(name, session, "", fields);
      case "AfterTool" -> {
        JsonNode response = payload.value("tool_response");
        JsonNode error = response.path("error");
        JsonNode content = response.path("llmContent");
        String output = ResultText.of(content.isMissingNode() ? response : content);
        boolean success = error.isMissingNode() || error.isNull();
        yield HookEvent.call(name, session, "", fields.geminiResult(output, success));
      }
      case "BeforeAgent" -> HookEvent.prompt(name, session, payload.text("prompt"));
      case "AfterAgent" -> HookEvent.message(name, session, "", payload.text("prompt_response"));
      case "SessionEnd" -> HookEvent.of(HookEvent.Kind.END, name, session);
      default -> HookEvent.other(name, session, SILENT);
    };
  }

  @Override
  public Set<String> advised() {
    return Set.of("AfterTool", "BeforeAgent", "SessionStart");
  }

  @Override
  public Map<String, Object> reply(HookEvent event, HookVerdict verdict) {
    Map<String, Object> reply = new LinkedHashMap<>();
    verdict.putDenial(reply, "decision", "reason");
    if (verdict.halt() != null) {
      reply.put("continue", false);
      reply.put("stopReason", verdict.halt());
    }
    if (!verdict.advice().isEmpty()) {
      Map<String, Object> output = new LinkedHashMap<>();
      output.put("hookEventName", event.name());
      verdict.putAdvice(output, "additionalContext");
      reply.put("hookSpecificOutput", output);
    }
    return reply;
  }
}
