package dev.statute.jdbc.internal.turn;

import dev.statute.jdbc.internal.sql.LruMap;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What some agents were like when they were last seen, so that less must be read of them. By what
 * the head led to it is guessed what else to read together with it; the agent's own rows are not
 * read at all where nobody has changed anything since, which the head tells; and where all that a
 * transaction looks at is remembered, nothing is read before it is written ({@link
 * OptimisticGroup}). Whatever is undone must be forgotten. Confined to one thread at a time.
 */
final class AgentCache {
  /** Agents, those that were seen last. */
  private static final int CAPACITY = 1024;

  private final Map<String, CachedAgent> agents = new LruMap<>(CAPACITY);

  /**
   * An agent as it was left.
   *
   * @param changes how many transactions had changed anything of it
   * @param rows null = not all are known, or others are at it too, so that they would be of no use
   */
  record CachedAgent(HeadLinks lead, long changes, @Nullable CachedAgentRows rows) {}

  /**
   * What a head leads to.
   *
   * @param turn the active one
   * @param events the number of the last event
   * @param box the one that is written to
   */
  record HeadLinks(@Nullable String turn, long events, @Nullable String box) {
    static @Nullable HeadLinks of(@Nullable Head head) {
      if (head == null) {
        return null;
      }
      TurnBoxes boxes = head.boxes();
      return new HeadLinks(head.turn(), head.eventSeq(), boxes == null ? null : boxes.output());
    }
  }

  @Nullable CachedAgent get(String agent) {
    return agents.get(agent);
  }

  /** What a transaction has left, after it is written. */
  void put(JdbcTransaction tx) {
    CachedAgent now = tx.cacheEntry();
    if (now == null) {
      agents.remove(tx.agent);
    } else {
      agents.put(tx.agent, now);
    }
  }

  /** What was seen last may have been undone. */
  void clear() {
    agents.clear();
  }
}
