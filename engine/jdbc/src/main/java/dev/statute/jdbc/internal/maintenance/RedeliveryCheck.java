package dev.statute.jdbc.internal.maintenance;

import dev.statute.jdbc.internal.instance.InstanceRow;
import dev.statute.jdbc.internal.sql.DatabaseDialect;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.store.InstanceStore.Parent;
import java.sql.SQLException;

/**
 * What may be brought to an instance again, as whoever owes it does not know that it arrived. While
 * it is, its row of {@code inbox} stays, so that it is known again.
 *
 * <p>The id of an event that an instance sends is the key of its effect, {@code
 * <instance>/<revision>/<place>}, and leads to the row of {@code outbox}. A child answers with the
 * key of the effect that began it, so that its own row has another one: what looks like an answer
 * stays as long as any child of the instance owes anything.
 */
final class RedeliveryCheck {
  private static final String DIGITS = "'0123456789'";

  private final String condition;

  /**
   * @param database orders texts
   */
  RedeliveryCheck(DatabaseDialect database) {
    String key = "inbox.event_id";
    String revision = "rtrim(rtrim(" + key + ", " + DIGITS + "), '/')";
    String before = "rtrim(" + revision + ", " + DIGITS + ")";
    // without its last slash; of what is no key, some text that names no instance with such a key
    String sender = "substr(" + before + ", 1, abs(length(" + before + ") - 1))";
    String child = database.inBinaryOrder("o.instance_id");
    String children = "inbox.instance_id || '/'";
    condition =
        "(EXISTS (SELECT 1 FROM outbox o WHERE o.instance_id = "
            + sender
            + " AND o.effect_key = "
            + key
            + ") OR (substr("
            + key
            + ", 1, length(inbox.instance_id) + 1) = "
            + children
            + " AND EXISTS (SELECT 1 FROM outbox o WHERE "
            + child
            + " > "
            + children
            + " AND "
            + child
            + " < inbox.instance_id || '0')))"; // what follows the slash
  }

  /** A condition: the row of {@code inbox} may be brought again. */
  String condition() {
    return condition;
  }

  /** Whether somebody may bring something again to an instance, or begin it again. */
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
