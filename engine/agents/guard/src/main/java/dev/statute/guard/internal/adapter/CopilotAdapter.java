package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import java.util.Map;
import java.util.Set;

/**
 * Copilot CLI: payloads that need not name their hook, which their fields tell then, with {@code
 * toolArgs} as an object or as JSON in a text.
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
        CallFields.of(
                payload.text("toolName", "tool_name"),
                CallFields.arguments(payload.value("toolArgs", "tool_input")))
            .with("agent", payload.text("agentId", "agent_id"));
    return switch (name) {
      case "preToolUse" -> HookEvent.proposal(name, session, call, fields);
      case "postToolUse" -> {
        JsonNode result = CallFields.parsed(payload.value("toolResult", "tool_result"));
        String type = HookPayload.value(result, "resultType", "result_type").asText("");
        JsonNode text = HookPayload.value(result, "textResultForLlm", "text_result_for_llm");
        boolean isDenied = type.equals("denied") || type.equals("rejected");
        fields.with("error_kind", isDenied ? "denied" : "");
        String output = ResultText.of(text.isMissingNode() ? result : text);
        boolean success = type.isEmpty() || type.equals("success");
        yield HookEvent.call(name, session, call, fields.result(output, success, null));
      }
      case "postToolUseFailure" ->
          HookEvent.call(name, session, call, fields.failure(payload.text("error")));
      case "userPromptSubmitted" -> HookEvent.prompt(name, session, payload.text("prompt"));
      case "preCompact" -> HookEvent.of(HookEvent.Kind.CONDENSATION, name, session);
      case "sessionEnd" -> HookEvent.of(HookEvent.Kind.END, name, session);
      default -> HookEvent.of(HookEvent.Kind.OTHER, name, session);
    };
  }

  private static String name(HookPayload payload) {
    if (payload.has("hook_event_name")) {
      String given = payload.hookName("hook_event_name");
      String camel = Character.toLowerCase(given.charAt(0)) + given.substring(1);
      return camel.equals("userPromptSubmit") ? "userPromptSubmitted" : camel;
    }
    if (payload.has("toolName", "tool_name", "toolArgs", "tool_input")) {
      return payload.has("toolResult", "tool_result")
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
    return verdict.reply("permissionDecision", "permissionDecisionReason", "additionalContext");
  }
}
