package dev.statute.jdbc;

import dev.statute.json.StoreJson;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Entry;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event for an inbox. */
final class AcceptWrite extends StoreWrite.Grouped<Accepted> {
  private final Entry entry;
  private final EventLayout layout;
  private final Change deciding;

  AcceptWrite(Entry entry, EventLayout layout) {
    this.entry = entry;
    this.layout = layout;
    String id = entry.instance();
    String event = entry.event();
    String payload = StoreJson.input(entry.input());
    long at = entry.at().toEpochMilli();
    long crc = InboxRow.crc(id, event, payload, at);
    long next = InboxRow.nextId();
    deciding =
        layout == EventLayout.INDEXED
            ? new Change(WriteStatements.ACCEPT, id, event, payload, at, crc, next, id)
            : new Change(
                WriteStatements.ACCEPT_UNLESS_LATEST,
                id,
                event,
                payload,
                at,
                crc,
                next,
                id,
                id,
                InlineHandledIds.mark(event));
  }

  @Override
  String doing() {
    return "accepting event '" + entry.event() + "' for instance '" + entry.instance() + "'";
  }

  @Override
  @Nullable Change deciding() {
    return deciding;
  }

  @Override
  List<Change> rest() {
    return List.of();
  }

  @Override
  Accepted result(boolean happened, JdbcSession session) throws SQLException {
    if (happened) {
      return new Accepted(true, null);
    }
    return new Accepted(
        false, InstanceReader.handled(session, layout, entry.instance(), entry.event()));
  }
}
