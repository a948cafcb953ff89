package dev.statute.guard.internal.hook;

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

  /**
   * Adds a denial to a reply, and its reason by each of these names, if the call must not be made.
   */
  void putDenial(Map<String, Object> reply, String decision, List<String> reasons) {
    if (veto != null) {
      reply.put(decision, "deny");
      for (String reason : reasons) {
        reply.put(reason, veto);
      }
    }
  }

  /** Adds the end of the run to a reply, if the agent must end. */
  void putHalt(Map<String, Object> reply) {
    if (halt != null) {
      reply.put("continue", false);
      reply.put("stopReason", halt);
    }
  }

  /** Adds the texts for the model to a reply by this name, if there are any. */
  void putAdvice(Map<String, Object> reply, String name) {
    if (!advice.isEmpty()) {
      reply.put(name, String.join("\n", advice));
    }
  }
}
