package dev.statute.bench.chat;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Life of one chat in one library. */
interface ChatProgram {
  /** Event with its payload, at an instant; instants never decrease. */
  record ChatEvent(String name, Map<String, Object> payload, Instant at) {}

  /**
   * State and data of a chat.
   *
   * @param state id in the chart
   * @param partial what the agent had said when it was stopped
   * @param pending user of an interaction that is to be sent again; null = none
   */
  record ChatState(String state, String partial, long interactions, @Nullable String pending) {
    boolean isFinal() {
      return state.equals("error") || state.equals("cancelled") || state.equals("completed");
    }
  }

  /** Creator of chats. */
  interface Starter {
    /**
     * Starts a chat.
     *
     * @param interactions of the life before
     */
    ChatProgram start(long interactions, Instant now);
  }

  void handle(ChatEvent event);

  ChatState state();
}
