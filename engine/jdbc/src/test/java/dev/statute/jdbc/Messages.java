package dev.statute.jdbc;

import dev.statute.turns.TurnRecords.Lineage;
import dev.statute.turns.TurnRecords.Message;
import dev.statute.turns.TurnStatuses.InboxStatus;
import dev.statute.turns.TurnStatuses.MessageType;
import java.time.Instant;

/** Requests to agent {@code a}. */
final class Messages {
  private Messages() {}

  static Message of(long id, String key, InboxStatus status) {
    return new Message(
        id,
        "a",
        MessageType.TURN,
        key,
        null,
        null,
        null,
        status,
        0,
        "{}",
        Lineage.NONE,
        null,
        Instant.EPOCH);
  }
}
