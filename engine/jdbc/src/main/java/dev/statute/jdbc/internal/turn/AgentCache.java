package dev.statute.jdbc.internal.turn;

import dev.statute.collection.BoundedMap;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of recently used agents, which saves reads. The cached head determines the rows to read
 * together with it; the agent's own rows are not read if the head shows no change since; and if
 * everything that a transaction reads is cached, nothing is read before the write ({@link
 * OptimisticGroup}). After a rollback the cache must be cleared. Confined to one thread at a time.
 */
final class AgentCache {
  /** Maximum number of agents. */
  private static final int CAPACITY = 1024;

  private final Map<String, CachedAgent> agents = BoundedMap.ofRecentlyUsed(CAPACITY);

  /**
   * Cached agent after a transaction.
   *
   * @param changes number of transactions that had changed it
   * @param rows null = not all are known, or other processes change the agent too, so that they
   *     would not help
   */
  record CachedAgent(HeadLinks lead, long changes, @Nullable CachedAgentRows rows) {}

  /**
   * References of a head.
   *
   * @param turn the active one
   * @param events the number of the last event
   * @param box the written one
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

  /** Caches the state after a transaction is written. */
  void put(JdbcTransaction tx) {
    CachedAgent now = tx.cacheEntry();
    if (now == null) {
      agents.remove(tx.agent);
    } else {
      agents.put(tx.agent, now);
    }
  }

  /** Clears the cache after a rollback. */
  void clear() {
    agents.clear();
  }
}
