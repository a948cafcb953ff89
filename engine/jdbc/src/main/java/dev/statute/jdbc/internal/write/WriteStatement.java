package dev.statute.jdbc.internal.write;

import org.jspecify.annotations.Nullable;

/**
 * Statements of grouped writes, in the order of execution: first those that decide whether a write
 * happens, then the rest.
 */
public enum WriteStatement {
  // deciding; those of a commit begin with the row of its last event and its checksum
  BEGIN_INSTANCE(
      "INSERT INTO instances(event_row, event_crc, instance_id, chart_hash, snapshot, parent,"
          + " epoch, rev, changed_at, due_at, ended, crc, event_seq, status, status_crc, holder,"
          + " session, latest, kept_from, kept_crc)"
          + " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
          + " ON CONFLICT (instance_id) DO NOTHING"),
  CLAIM_INSTANCE(
      "UPDATE instances SET epoch = ?, crc = ?, holder = ?, session = ?"
          + " WHERE instance_id = ? AND epoch = ? AND rev = ?"),
  UPDATE_INSTANCE(
      "UPDATE instances SET event_row = COALESCE(?, event_row),"
          + " event_crc = COALESCE(?, event_crc), chart_hash = ?, snapshot = ?, parent = ?,"
          + " epoch = ?, rev = ?, changed_at = ?, due_at = ?, ended = ?, crc = ?,"
          + " event_seq = COALESCE(?, event_seq), status = ?, reason = NULL, status_crc = ?,"
          + " holder = ?, session = ?, latest = ? WHERE instance_id = ? AND epoch = ? AND rev = ?"),
  /** Change of a row that this worker's session wrote, if nothing else changes. */
  STEP_INSTANCE(
      "UPDATE instances SET event_row = COALESCE(?, event_row),"
          + " event_crc = COALESCE(?, event_crc), snapshot = ?, rev = ?, changed_at = ?, crc = ?,"
          + " event_seq = COALESCE(?, event_seq), latest = ?"
          + " WHERE instance_id = ? AND epoch = ? AND rev = ? AND session = ?"),
  RELEASE_INSTANCE(
      "UPDATE instances SET holder = NULL, session = NULL"
          + " WHERE instance_id = ? AND holder = ? AND session = ?"),
  /** Orders the event after all waiting ones, independent of this machine's clock. */
  ACCEPT(acceptSql("TRUE")),
  /** Acceptance where handled ids may have no row yet. */
  ACCEPT_UNLESS_LATEST(
      acceptSql(
          "NOT EXISTS (SELECT 1 FROM instances i WHERE i.instance_id = ?"
              + " AND instr(i.latest, ?) > 0)")),

  // not deciding
  ADD_CHART(
      "INSERT INTO charts(hash, name, version, crc) VALUES (?,?,?,?)"
          + " ON CONFLICT (hash) DO NOTHING"),
  ADD_LIFE(
      "INSERT INTO lives(instance_id, rev, until_at, snapshot, crc) VALUES (?,?,?,?,?)"
          + " ON CONFLICT (instance_id, rev) DO NOTHING"),
  DROP_EFFECTS("DELETE FROM outbox WHERE instance_id = ?"),
  SETTLE_EFFECT("DELETE FROM outbox WHERE instance_id = ? AND effect_key = ?"),
  ADD_EFFECT(
      "INSERT INTO outbox(instance_id, rev, n, effect_key, payload, at, crc)"
          + " VALUES (?,?,?,?,?,?,?)",
      "(?,?,?,?,?,?,?)"),
  PUT_HANDLED_IDS(
      "INSERT INTO handled_ids(instance_id, rev, ids, crc) VALUES (?,?,?,?)"
          + " ON CONFLICT (instance_id) DO UPDATE SET rev = excluded.rev, ids = excluded.ids,"
          + " crc = excluded.crc"),
  /** Adds the row of an id that was handled earlier. */
  ADD_HANDLED_ID(handleSql("NOTHING"), "(?,?,?,NULL,?,?,?,?,?)"),
  /** Tests for a row of the event. */
  FIND_INBOX_ROW("UPDATE inbox SET at = at WHERE instance_id = ? AND event_id = ?"),
  /** Changes nothing if the event was handled before: the commit is lost then. */
  HANDLE(
      handleSql(
          "UPDATE SET outcome = excluded.outcome, handled_at = excluded.handled_at,"
              + " outcome_crc = excluded.outcome_crc WHERE inbox.outcome IS NULL")),
  /** Changes nothing if the event does not wait: the commit is lost then. */
  SETTLE_WAITING(settleSql()),
  /** Settles an event if it waits. */
  SETTLE_IF_WAITING(settleSql()),
  ADD_EVENT("INSERT INTO events(instance_id, number, at, type, payload, crc) VALUES (?,?,?,?,?,?)"),
  CHAIN_EVENT(
      "INSERT INTO events(instance_id, number, at, type, payload, crc, event_row, before_row,"
          + " before_crc) VALUES (?,?,?,?,?,?,?,?,?)",
      "(?,?,?,?,?,?,?,?,?)");

  /** Number of rows of {@link #multiRowSql}. */
  static final int ROWS_PER_STATEMENT = 8;

  public final String sql;

  /** Statement for several rows without individual results; or null. */
  final @Nullable String multiRowSql;

  private static String acceptSql(String condition) {
    return "INSERT INTO inbox(instance_id, inbox_id, event_id, payload, at, crc)"
        + " SELECT ?, n.id, ?, ?, ?, ? + n.id FROM (SELECT MAX(x.id) AS id FROM"
        + " (SELECT ? AS id UNION ALL SELECT MAX(inbox_id) + 1 FROM inbox WHERE instance_id = ?"
        + " AND outcome IS NULL) x) n WHERE "
        + condition
        + " ON CONFLICT (instance_id, event_id) DO NOTHING";
  }

  private static String handleSql(String otherwise) {
    return "INSERT INTO inbox(instance_id, inbox_id, event_id, payload, at, crc, outcome,"
        + " handled_at, outcome_crc) VALUES (?,?,?,NULL,?,?,?,?,?)"
        + " ON CONFLICT (instance_id, event_id) DO "
        + otherwise;
  }

  private static String settleSql() {
    return "UPDATE inbox SET outcome = ?, handled_at = ?, outcome_crc = ?"
        + " WHERE instance_id = ? AND event_id = ? AND outcome IS NULL";
  }

  /**
   * Returns the index of the event's id among the parameters of an inbox insertion; -1 = no
   * insertion.
   */
  int eventParameter() {
    return switch (this) {
      case ACCEPT, ACCEPT_UNLESS_LATEST -> 1;
      case ADD_HANDLED_ID, HANDLE -> 2;
      default -> -1;
    };
  }

  /** Tests for a statement without which a write is lost. */
  boolean isDecisive() {
    return this == HANDLE || this == SETTLE_WAITING;
  }

  WriteStatement(String text) {
    this.sql = text;
    multiRowSql = null;
  }

  /**
   * Creates a statement.
   *
   * @param row placeholders of the added row
   */
  WriteStatement(String text, String row) {
    this.sql = text;
    multiRowSql = text.replace(row, row + ("," + row).repeat(ROWS_PER_STATEMENT - 1));
  }
}
