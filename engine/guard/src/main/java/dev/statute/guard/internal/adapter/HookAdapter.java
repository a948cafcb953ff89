package dev.statute.guard.internal.adapter;

import java.util.Map;
import java.util.Set;

/** Format of the hooks of one agent program. Stateless, thread-safe. */
public interface HookAdapter {
  /** Name of the program in commands and addresses. */
  String vendor();

  /**
   * Returns the meaning of a payload.
   *
   * @throws IllegalArgumentException if it names no session
   */
  HookEvent read(HookPayload payload);

  /** Names of the hooks whose reply can hold a text for the model. */
  Set<String> advised();

  /** Returns the reply to an event; empty if there is nothing to say. */
  Map<String, Object> reply(HookEvent event, HookVerdict verdict);
}
