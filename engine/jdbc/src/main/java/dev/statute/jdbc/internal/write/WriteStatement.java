package dev.statute.jdbc.internal.write;

import dev.statute.jdbc.internal.sql.BatchStatement;
import dev.statute.jdbc.internal.sql.JdbcSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statements of grouped writes, in the order of execution: first those that decide whether a write
 * happens, then the rest.
 */
public enum WriteStatement {
  // deciding
  BEGIN_INSTANCE(
      "INSERT INTO instances(event_crc, instance_id, chart_hash, snapshot, parent,"
          + " epoch, rev, changed_at, due_at, ended, crc, event_seq, status, status_crc, holder,"
          + " session)"
          + " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
          + " ON CONFLICT (instance_id) DO NOTHING"),
  CLAIM_INSTANCE(
      "UPDATE instances SET epoch = ?, crc = ?, holder = ?, session = ?"
          + " WHERE instance_id = ? AND epoch = ? AND rev = ?"),
  UPDATE_INSTANCE(
      "UPDATE instances SET event_crc = COALESCE(?, event_crc), chart_hash = ?, snapshot = ?, parent = ?,"
          + " epoch = ?, rev = ?, changed_at = ?, due_at = ?, ended = ?, crc = ?,"
          + " event_seq = COALESCE(?, event_seq), status = ?, reason = NULL, status_crc = ?,"
          + " holder = ?, session = ? WHERE instance_id = ? AND epoch = ? AND rev = ?"),
  /** Change of a row that this worker's session wrote, if nothing else changes. */
  STEP_INSTANCE(
      "UPDATE instances SET event_crc = COALESCE(?, event_crc), snapshot = ?, rev = ?, changed_at = ?, crc = ?,"
          + " event_seq = COALESCE(?, event_seq)"
          + " WHERE instance_id = ? AND epoch = ? AND rev = ? AND session = ?"),
  RELEASE_INSTANCE(
      "UPDATE instances SET holder = NULL, session = NULL"
          + " WHERE instance_id = ? AND holder = ? AND session = ?"),
  /** Orders the event after all waiting ones, independent of this machine's clock. */
  ACCEPT(
      "INSERT INTO inbox(instance_id, inbox_id, event_id, payload, at, crc)"
          + " SELECT ?, n.id, ?, ?, ?, ? + n.id FROM (SELECT MAX(x.id) AS id FROM"
          + " (SELECT ? AS id UNION ALL SELECT MAX(inbox_id) + 1 FROM inbox WHERE instance_id = ?"
          + " AND outcome IS NULL) x) n WHERE TRUE"
          + " ON CONFLICT (instance_id, event_id) DO NOTHING"),

  // not deciding
  ADD_CHART(
      "INSERT INTO charts(hash, name, version, crc) VALUES (?,?,?,?)"
          + " ON CONFLICT (hash) DO NOTHING"),
  ADD_CHART_TEXT(
      "INSERT INTO chart_texts(hash, text, crc) VALUES (?,?,?) ON CONFLICT (hash) DO NOTHING"),
  ADD_LIFE(
      "INSERT INTO lives(instance_id, rev, until_at, snapshot, crc) VALUES (?,?,?,?,?)"
          + " ON CONFLICT (instance_id, rev) DO NOTHING"),
  DROP_EFFECTS("DELETE FROM outbox WHERE instance_id = ?"),
  SETTLE_EFFECT(BatchStatement.delete("outbox", List.of("instance_id", "effect_key")), null),
  ADD_EFFECT(
      BatchStatement.insert(
          "outbox",
          List.of("instance_id", "rev#", "n#", "effect_key", "payload", "at#", "crc#"),
          ""),
      "(?, ?, ?, ?, ?, ?, ?)"),
  PUT_HANDLED_IDS(
      "INSERT INTO handled_ids(instance_id, rev, ids, crc) VALUES (?,?,?,?)"
          + " ON CONFLICT (instance_id) DO UPDATE SET rev = excluded.rev, ids = excluded.ids,"
          + " crc = excluded.crc"),
  /** Changes nothing if the event was handled before: the commit is lost then. */
  HANDLE(
      BatchStatement.insert(
          "inbox",
          List.of(
              "instance_id",
              "inbox_id#",
              "event_id",
              "at#",
              "crc#",
              "outcome",
              "handled_at#",
              "outcome_crc#"),
          "ON CONFLICT (instance_id, event_id) DO UPDATE SET outcome = excluded.outcome,"
              + " handled_at = excluded.handled_at, outcome_crc = excluded.outcome_crc"
              + " WHERE inbox.outcome IS NULL"),
      null),
  ADD_EVENT(
      BatchStatement.insert(
          "events",
          List.of("instance_id", "number#", "at#", "type", "payload", "cause", "crc#"),
          ""),
      "(?, ?, ?, ?, ?, ?, ?)");

  /** Number of rows of {@link #multiRowSql}. */
  static final int ROWS_PER_STATEMENT = 8;

  public final String sql;

  /** Statement for several rows without individual results; or null. */
  final @Nullable String multiRowSql;

  /** Form with lists of values; null if a write has one row of it at most. */
  @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a copied list
  private final @Nullable BatchStatement lists;

  /** Tests for a statement without which a write is lost. */
  boolean isDecisive() {
    return this == HANDLE;
  }

  WriteStatement(String text) {
    sql = text;
    multiRowSql = null;
    lists = null;
  }

  /**
   * Creates a statement that a write may repeat.
   *
   * @param row placeholders of the added row; null = rows have individual results
   */
  WriteStatement(BatchStatement statement, @Nullable String row) {
    sql = statement.rowSql();
    multiRowSql =
        row == null ? null : sql.replace(row, row + ("," + row).repeat(ROWS_PER_STATEMENT - 1));
    lists = statement;
  }

  /** Returns the statements for rows, a single one if this can be repeated by lists. */
  List<JdbcSession.SqlStatement> ofRows(List<@Nullable Object[]> rows) {
    return lists == null || rows.size() == 1
        ? rows.stream().map(row -> new JdbcSession.SqlStatement(sql, row)).toList()
        : List.of(lists.ofRows(rows));
  }
}
