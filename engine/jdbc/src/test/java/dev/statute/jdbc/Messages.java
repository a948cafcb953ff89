package dev.statute.jdbc;

import dev.statute.turns.Rows.Lineage;
import dev.statute.turns.Rows.Message;
import dev.statute.turns.Words.InboxStatus;
import dev.statute.turns.Words.MessageType;
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
