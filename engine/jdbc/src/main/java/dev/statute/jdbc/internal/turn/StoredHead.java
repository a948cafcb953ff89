package dev.statute.jdbc.internal.turn;

import dev.statute.turns.store.TurnRecords.Head;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Head, and the number of transactions that changed the agent. */
record StoredHead(Head head, long changes) {
  static StoredHead of(ResultSet row) throws SQLException {
    return new StoredHead(
        TurnTables.HEADS.readVerified(row), row.getLong(TurnTables.HEADS.sideColumn(0)));
  }
}
