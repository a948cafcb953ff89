package dev.statute.jdbc;

import dev.statute.turns.TurnRecords.Head;
import dev.statute.turns.TurnRecords.Lineage;
import dev.statute.turns.TurnStatuses.HeadStatus;
import java.time.Instant;

/** Heads of agents that do nothing. */
final class Heads {
  private Heads() {}

  /**
   * @param rev also the number of its last event
   */
  static Head idle(String agent, long rev) {
    return idle(agent, rev, rev);
  }

  /**
   * @param events the number of its last event
   */
  static Head idle(String agent, long rev, long events) {
    return new Head(
        agent,
        "chart",
        "hash",
        HeadStatus.IDLE,
        "idle",
        "{}",
        0,
        null,
        rev,
        events,
        0,
        null,
        null,
        null,
        Lineage.NONE,
        Instant.EPOCH);
  }
}
