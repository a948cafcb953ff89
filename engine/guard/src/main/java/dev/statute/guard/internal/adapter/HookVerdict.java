package dev.statute.guard.internal.adapter;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answer to an event of an agent. Each text stands alone and begins with {@code Statute: }.
 *
 * @param veto reason why the proposed call must not be made; null if it may
 * @param advice texts for the model
 * @param halt reason why the agent must end; null if it may continue
 */
public record HookVerdict(@Nullable String veto, List<String> advice, @Nullable String halt) {
  public HookVerdict {
    advice = List.copyOf(advice);
  }

  /** Returns a reply whose members have these names. */
  Map<String, Object> reply(String decision, String reason, String text) {
    Map<String, Object> reply = new LinkedHashMap<>();
    putDenial(reply, decision, reason);
    putAdvice(reply, text);
    return reply;
  }

  /**
   * Returns a reply in the form of Claude Code, in which {@code hookSpecificOutput} has the
   * verdict.
   *
   * @param hook vendor's name of the hook
   * @param stops whether {@code continue: false} ends the agent
   */
  Map<String, Object> nestedReply(String hook, boolean stops) {
    Map<String, Object> reply = new LinkedHashMap<>();
    if (halt != null && stops) {
      reply.put("continue", false);
      reply.put("stopReason", halt);
    }
    Map<String, Object> output = new LinkedHashMap<>();
    output.put("hookEventName", hook);
    putDenial(output, "permissionDecision", "permissionDecisionReason");
    putAdvice(output, "additionalContext");
    if (output.size() > 1) {
      reply.put("hookSpecificOutput", output);
    }
    return reply;
  }

  /** Adds a denial and its reason to a reply by these names, if the call must not be made. */
  void putDenial(Map<String, Object> reply, String decision, String reason) {
    if (veto != null) {
      reply.put(decision, "deny");
      reply.put(reason, veto);
    }
  }

  /** Adds the texts for the model to a reply by this name, if there are any. */
  void putAdvice(Map<String, Object> reply, String name) {
    if (!advice.isEmpty()) {
      reply.put(name, String.join("\n", advice));
    }
  }
}
