package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import java.util.Map;
import java.util.Set;

/**
 * Copilot, as a command line and in VS Code. The command line need not name the hook, which the
 * fields tell then, and gives {@code toolArgs} as an object or as JSON in a text. VS Code uses the
 * names and replies of Claude Code, in its own or in snake case.
 */
public final class CopilotAdapter implements HookAdapter {
  private static final String[] RESULTS = {"toolResult", "tool_result", "tool_response"};

  /** Hooks that say nothing of calls and messages. */
  private static final Set<String> SILENT =
      Set.of(
          "sessionStart",
          "errorOccurred",
          "agentStop",
          "stop",
          "subagentStart",
          "subagentStop",
          "notification",
          "permissionRequest",
          "postCompact");

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
    return switch (camelCase(name)) {
      case "preToolUse" -> HookEvent.proposal(name, session, call, fields);
      case "postToolUse" -> {
        JsonNode result = CallFields.parsed(payload.value(RESULTS));
        String type = HookPayload.value(result, "resultType", "result_type").asText("");
        JsonNode text = HookPayload.value(result, "textResultForLlm", "text_result_for_llm");
        boolean isDenied = type.equals("denied") || type.equals("rejected");
        fields.with("error_kind", isDenied ? "denied" : "");
        String output = ResultText.of(text.isMissingNode() ? result : text);
        Boolean success =
            type.isEmpty() ? StatedResult.success(result) : (Boolean) type.equals("success");
        yield HookEvent.call(name, session, call, fields.result(output, success, null));
      }
      case "postToolUseFailure" ->
          HookEvent.call(name, session, call, fields.failure(payload.text("error")));
      case "userPromptSubmitted", "userPromptSubmit" ->
          HookEvent.prompt(name, session, payload.text("prompt"));
      case "preCompact" -> HookEvent.of(HookEvent.Kind.CONDENSATION, name, session);
      case "sessionEnd" -> HookEvent.of(HookEvent.Kind.END, name, session);
      default -> HookEvent.other(camelCase(name), session, SILENT);
    };
  }

  private static String name(HookPayload payload) {
    if (payload.has("hook_event_name", "hookEventName")) {
      return payload.hookName("hook_event_name", "hookEventName");
    }
    if (payload.has("toolName", "tool_name", "toolArgs", "tool_input")) {
      return payload.has(RESULTS)
          ? "postToolUse"
          : payload.has("error") ? "postToolUseFailure" : "preToolUse";
    }
    if (payload.has("prompt")) {
      return "userPromptSubmitted";
    }
    if (payload.has("source")) {
      return "sessionStart";
    }
    if (payload.has("reason")) {
      return "sessionEnd";
    }
    throw new IllegalArgumentException(
        "the payload has no 'hookEventName', and its fields are those of no hook");
  }

  private static String camelCase(String name) {
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  @Override
  public Set<String> advised() {
    return Set.of(
        "postToolUse", "postToolUseFailure", "sessionStart", "PostToolUse", "SessionStart");
  }

  @Override
  public Map<String, Object> reply(HookEvent event, HookVerdict verdict) {
    return Character.isUpperCase(event.name().charAt(0))
        ? verdict.nestedReply(event.name(), true)
        : verdict.reply("permissionDecision", "permissionDecisionReason", "additionalContext");
  }
}
