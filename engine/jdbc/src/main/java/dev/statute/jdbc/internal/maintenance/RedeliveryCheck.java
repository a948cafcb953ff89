package dev.statute.jdbc.internal.maintenance;

import dev.statute.jdbc.internal.instance.InstanceRow;
import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.store.InstanceStore.Parent;
import java.sql.SQLException;

/**
 * Test for inbox rows that may still be redelivered, because their sender does not know of the
 * arrival. Such rows must survive pruning, or the event would be handled twice.
 *
 * <p>The id of an event from an instance is the key of its effect, {@code
 * <instance>/<revision>/<place>}, which leads to the row of {@code outbox}. A child answers with
 * the key of the effect that started it, so that its own row has another key: rows that look like
 * answers stay as long as any child of the instance has pending effects.
 */
final class RedeliveryCheck {
  private static final String DIGITS = "'0123456789'";

  private final String condition;

  /**
   * Prepares the conditions.
   *
   * @param database for the binary order of texts
   */
  RedeliveryCheck(DatabaseDialect database) {
    String revision = "rtrim(rtrim(inbox.event_id, " + DIGITS + "), '/')";
    String before = "rtrim(" + revision + ", " + DIGITS + ")";
    // the text before the last slash; for an id that is no key, a text that names no instance with
    // such a key
    String sender = "substr(" + before + ", 1, abs(length(" + before + ") - 1))";
    String child = database.inBinaryOrder("o.instance_id");
    // '0' follows the slash
    condition =
        """
        (EXISTS (SELECT 1 FROM outbox o WHERE o.instance_id = %s AND o.effect_key = inbox.event_id)
        OR (substr(inbox.event_id, 1, length(inbox.instance_id) + 1) = inbox.instance_id || '/'
        AND EXISTS (SELECT 1 FROM outbox o
        WHERE %s > inbox.instance_id || '/' AND %s < inbox.instance_id || '0')))"""
            .formatted(sender, child, child);
  }

  /** Returns the condition that a row of {@code inbox} may be redelivered. */
  String condition() {
    return condition;
  }

  /** Tests for an instance that may receive a redelivery, or be started again. */
  boolean mayBeRedelivered(JdbcSession session, InstanceRow row) throws SQLException {
    Parent parent = row.parentOrNull();
    return (parent != null
            && session.first(
                    "SELECT 1 FROM outbox WHERE instance_id = ? AND effect_key = ?",
                    found -> found.getInt(1),
                    parent.instance(),
                    parent.key())
                != null)
        || session.first(
                "SELECT 1 FROM inbox WHERE instance_id = ? AND " + condition + " LIMIT 1",
                found -> found.getInt(1),
                row.id())
            != null;
  }
}
