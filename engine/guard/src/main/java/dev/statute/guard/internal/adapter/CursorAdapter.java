package dev.statute.guard.internal.adapter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.statute.logs.CallFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Cursor: {@code conversation_id} is the session. A result is JSON in a text; a failed call has a
 * hook of its own, whose reply cannot hold a text.
 */
public final class CursorAdapter implements HookAdapter {
  /** Hooks that say nothing of calls and messages. */
  private static final Set<String> SILENT =
      Set.of(
          "sessionStart",
          "stop",
          "beforeShellExecution",
          "afterShellExecution",
          "beforeMCPExecution",
          "afterMCPExecution",
          "beforeReadFile",
          "afterFileEdit",
          "beforeTabFileRead",
          "afterTabFileEdit",
          "afterAgentThought",
          "subagentStart",
          "subagentStop",
          "workspaceOpen");

  @Override
  public String vendor() {
    return "cursor";
  }

  @Override
  public HookEvent read(HookPayload payload) {
    String name = payload.hookName("hook_event_name");
    String session = payload.session("conversation_id", "session_id");
    String call = payload.text("tool_use_id");
    CallFields fields =
        CallFields.of(payload.text("tool_name"), CallFields.arguments(payload.value("tool_input")));
    return switch (name) {
      case "preToolUse" -> HookEvent.proposal(name, session, call, fields);
      case "postToolUse" -> {
        JsonNode output = CallFields.parsed(payload.value("tool_output"));
        fields.result(
            ResultText.of(output), StatedResult.success(output), StatedResult.exitCode(output));
        yield HookEvent.call(name, session, call, fields.took(payload.value("duration")));
      }
      case "postToolUseFailure" -> {
        fields.failure(payload.text("error_message"));
        if (payload.text("failure_type").equals("permission_denied")) {
          fields.with("error_kind", "denied");
        }
        yield HookEvent.call(name, session, call, fields.took(payload.value("duration")));
      }
      case "beforeSubmitPrompt" -> HookEvent.prompt(name, session, payload.text("prompt"));
      case "afterAgentResponse" -> HookEvent.message(name, session, "", payload.text("text"));
      case "preCompact" -> HookEvent.of(HookEvent.Kind.CONDENSATION, name, session);
      case "sessionEnd" -> HookEvent.of(HookEvent.Kind.END, name, session);
      default -> HookEvent.other(name, session, SILENT);
    };
  }

  @Override
  public Set<String> advised() {
    return Set.of("postToolUse", "sessionStart");
  }

  @Override
  public Map<String, Object> reply(HookEvent event, HookVerdict verdict) {
    Map<String, Object> reply = new LinkedHashMap<>();
    verdict.putDenial(reply, "permission", "user_message");
    verdict.putDenial(reply, "permission", "agent_message");
    verdict.putAdvice(reply, "additional_context");
    return reply;
  }
}
