package dev.statute.guard.internal.adapter;

import dev.statute.logs.CallFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * OpenCode: payloads and replies of the plugin that {@code guard install opencode} writes, named as
 * the hooks and events of OpenCode. {@code tool.execute.after} is not called for a call that
 * failed; the plugin reports it as {@code tool.error}.
 */
public final class OpenCodeAdapter implements HookAdapter {
  /** Hooks that say nothing of calls and messages. */
  private static final Set<String> SILENT =
      Set.of(
          "session.created",
          "session.updated",
          "session.idle",
          "session.status",
          "session.error",
          "session.diff",
          "message.updated",
          "message.removed",
          "message.part.updated",
          "message.part.removed",
          "permission.updated",
          "permission.asked",
          "permission.replied",
          "file.edited",
          "todo.updated",
          "command.executed");

  @Override
  public String vendor() {
    return "opencode";
  }

  @Override
  public HookEvent read(HookPayload payload) {
    String name = payload.hookName("event");
    String session = payload.session("session_id");
    String call = payload.text("call_id");
    CallFields fields = CallFields.of(payload.text("tool"), payload.value("args"));
    return switch (name) {
      case "tool.execute.before" -> HookEvent.proposal(name, session, call, fields);
      case "tool.execute.after" -> {
        Long exit = CallFields.wholeNumber(payload.value("metadata").path("exit"));
        Boolean success = exit == null ? Boolean.TRUE : null;
        yield HookEvent.call(
            name, session, call, fields.result(payload.text("output"), success, exit));
      }
      case "tool.error" ->
          HookEvent.call(name, session, call, fields.result(payload.text("error"), false, null));
      case "chat.message" -> HookEvent.prompt(name, session, payload.text("text"));
      case "session.compacted" -> HookEvent.of(HookEvent.Kind.CONDENSATION, name, session);
      case "session.deleted" -> HookEvent.of(HookEvent.Kind.END, name, session);
      default -> HookEvent.other(name, session, SILENT);
    };
  }

  @Override
  public Set<String> advised() {
    return Set.of("tool.execute.after");
  }

  @Override
  public Map<String, Object> reply(HookEvent event, HookVerdict verdict) {
    Map<String, Object> reply = new LinkedHashMap<>();
    if (verdict.veto() != null) {
      reply.put("veto", verdict.veto());
    }
    verdict.putAdvice(reply, "text");
    if (verdict.halt() != null) {
      reply.put("abort", verdict.halt());
    }
    return reply;
  }
}
