package dev.statute.guard.internal.adapter;

import java.util.List;
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

  /** Returns the texts for the model as one. */
  String words() {
    return String.join("\n", advice);
  }
}
