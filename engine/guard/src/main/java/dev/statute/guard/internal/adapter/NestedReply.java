package dev.statute.guard.internal.adapter;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reply with {@code hookSpecificOutput}, the form that several programs share. */
final class NestedReply {
  private NestedReply() {}

  /**
   * Returns a reply; empty if there is nothing to say.
   *
   * @param stops whether {@code continue: false} ends the agent
   */
  static Map<String, Object> of(HookEvent event, HookVerdict verdict, boolean stops) {
    Map<String, Object> reply = new LinkedHashMap<>();
    if (verdict.halt() != null && stops) {
      reply.put("continue", false);
      reply.put("stopReason", verdict.halt());
    }
    Map<String, Object> output = new LinkedHashMap<>();
    output.put("hookEventName", event.name());
    if (verdict.veto() != null) {
      output.put("permissionDecision", "deny");
      output.put("permissionDecisionReason", verdict.veto());
    }
    if (!verdict.advice().isEmpty()) {
      output.put("additionalContext", verdict.words());
    }
    if (output.size() > 1) {
      reply.put("hookSpecificOutput", output);
    }
    return reply;
  }
}
