package dev.statute.guard.internal.adapter;

import dev.statute.guard.internal.adapter.HookEvent.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Cursor: {@code conversation_id} is the session. A result is JSON in a text; a failed call has a
 * hook of its own, whose reply cannot hold a text.
 */
public final class CursorAdapter implements HookAdapter {
  @Override
  public String vendor() {
    return "cursor";
  }

  @Override
  public HookEvent read(HookPayload payload) {
    String name = payload.hookName("hook_event_name");
    String session = payload.session("conversation_id", "session_id");
    String call = payload.text("tool_use_id");
    return switch (name) {
      case "preToolUse" -> HookEvent.proposal(name, session, call, fields(payload).map());
      case "postToolUse" ->
          HookEvent.call(
              name,
              session,
              call,
              fields(payload)
                  .result(
                      ResultText.of(HookPayload.parsed(payload.value("tool_output"))),
                      null,
                      exitCode(payload))
                  .took(payload.value("duration"))
                  .map());
      case "postToolUseFailure" -> {
        CallFields fields = fields(payload).failure(payload.text("error_message"));
        if (payload.text("failure_type").equals("permission_denied")) {
          fields.with("error_kind", "denied");
        }
        yield HookEvent.call(name, session, call, fields.took(payload.value("duration")).map());
      }
      case "beforeSubmitPrompt" -> HookEvent.prompt(name, session, payload.text("prompt"));
      case "afterAgentResponse" -> HookEvent.message(name, session, "", payload.text("text"));
      case "preCompact" -> HookEvent.condensation(name, session);
      case "sessionStart" -> HookEvent.other(Kind.START, name, session);
      case "sessionEnd" -> HookEvent.other(Kind.END, name, session);
      default -> HookEvent.other(Kind.OTHER, name, session);
    };
  }

  private static @org.jspecify.annotations.Nullable Long exitCode(HookPayload payload) {
    var output = HookPayload.parsed(payload.value("tool_output"));
    var code = output.path(output.has("exitCode") ? "exitCode" : "exit_code");
    return code.isIntegralNumber() ? (Long) code.longValue() : null;
  }

  private static CallFields fields(HookPayload payload) {
    return new CallFields(
        payload.text("tool_name"), HookPayload.parsed(payload.value("tool_input")), "");
  }

  @Override
  public Set<String> advised() {
    return Set.of("postToolUse", "sessionStart");
  }

  @Override
  public Map<String, Object> reply(HookEvent event, HookVerdict verdict) {
    Map<String, Object> reply = new LinkedHashMap<>();
    if (verdict.veto() != null) {
      reply.put("permission", "deny");
      reply.put("user_message", verdict.veto());
      reply.put("agent_message", verdict.veto());
    }
    if (!verdict.advice().isEmpty()) {
      reply.put("additional_context", verdict.words());
    }
    return reply;
  }
}
