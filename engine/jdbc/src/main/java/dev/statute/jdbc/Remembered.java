package dev.statute.jdbc;

import dev.statute.turns.Rows.BoxesRow;
import dev.statute.turns.Rows.Head;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the heads of agents led to when they were last seen, for some agents: by it is guessed what
 * else to read together with a head. A guess may be wrong, as others write too; then what the head
 * leads to is read after it. Confined to one thread at a time.
 */
final class Remembered {
  /** Agents, those that were seen last. */
  private static final int KEPT = 1024;

  private final Map<String, Lead> leads = new Lately<>(KEPT);

  /**
   * What a head leads to.
   *
   * @param turn the active one
   * @param events the number of the last event
   * @param box the one that is written to
   */
  record Lead(@Nullable String turn, long events, @Nullable String box) {
    static @Nullable Lead of(@Nullable Head head) {
      if (head == null) {
        return null;
      }
      BoxesRow boxes = head.boxes();
      return new Lead(head.turn(), head.eventSeq(), boxes == null ? null : boxes.output());
    }
  }

  @Nullable Lead of(String agent) {
    return leads.get(agent);
  }

  void seen(String agent, @Nullable Lead lead) {
    if (lead == null) {
      leads.remove(agent);
    } else {
      leads.put(agent, lead);
    }
  }
}
