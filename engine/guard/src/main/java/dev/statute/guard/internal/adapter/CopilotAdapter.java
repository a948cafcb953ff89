package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Copilot CLI: payloads that do not name their hook, with {@code toolArgs} as an object or as JSON
 * in a text. The hook is told by its fields, or by {@code hook_event_name}, which the installed
 * command adds.
 */
public final class CopilotAdapter implements HookAdapter {
  @Override
  public String vendor() {
    return "copilot";
  }

  @Override
  public HookEvent read(HookPayload payload) {
    String name = name(payload);
    String session = payload.session("sessionId", "session_id");
    String call = payload.text("toolCallId", "tool_use_id");
    CallFields fields =
        new CallFields(
            payload.text("toolName", "tool_name"),
            HookPayload.parsed(payload.value("toolArgs", "tool_input")),
            payload.text("agentId", "agent_id"));
    return switch (name) {
      case "preToolUse" -> HookEvent.proposal(name, session, call, fields);
      case "postToolUse" -> {
        JsonNode result = HookPayload.parsed(payload.value("toolResult", "tool_result"));
        String type = result.path("resultType").asText(result.path("result_type").asText(""));
        JsonNode text =
            result.path(
                result.has("textResultForLlm") ? "textResultForLlm" : "text_result_for_llm");
        if (type.equals("denied") || type.equals("rejected")) {
          fields.with("error_kind", "denied");
        }
        String output = ResultText.of(text.isMissingNode() ? result : text);
        boolean success = type.isEmpty() || type.equals("success");
        yield HookEvent.call(name, session, call, fields.result(output, success, null));
      }
      case "postToolUseFailure" ->
          HookEvent.call(name, session, call, fields.failure(payload.text("error")));
      case "userPromptSubmitted" -> HookEvent.prompt(name, session, payload.text("prompt"));
      case "preCompact" -> HookEvent.condensation(name, session);
      case "sessionEnd" -> HookEvent.end(name, session);
      default -> HookEvent.other(name, session);
    };
  }

  private static String name(HookPayload payload) {
    if (payload.has("hook_event_name")) {
      String given = payload.hookName("hook_event_name");
      String camel = Character.toLowerCase(given.charAt(0)) + given.substring(1);
      return camel.equals("userPromptSubmit") ? "userPromptSubmitted" : camel;
    }
    if (payload.has("toolName")) {
      return payload.has("toolResult")
          ? "postToolUse"
          : payload.has("error") ? "postToolUseFailure" : "preToolUse";
    }
    return payload.has("prompt")
        ? "userPromptSubmitted"
        : payload.has("source") ? "sessionStart" : payload.has("reason") ? "sessionEnd" : "";
  }

  @Override
  public Set<String> advised() {
    return Set.of("postToolUse", "postToolUseFailure", "sessionStart");
  }

  @Override
  public Map<String, Object> reply(HookEvent event, HookVerdict verdict) {
    Map<String, Object> reply = new LinkedHashMap<>();
    if (verdict.veto() != null) {
      reply.put("permissionDecision", "deny");
      reply.put("permissionDecisionReason", verdict.veto());
    }
    if (!verdict.advice().isEmpty()) {
      reply.put("additionalContext", verdict.words());
    }
    return reply;
  }
}
