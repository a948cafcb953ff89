package dev.statute.jdbc;

import dev.statute.json.StoreJson;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Entry;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event for an inbox. */
final class AcceptWrite extends Write.Grouped<Accepted> {
  private final Entry entry;
  private final Change deciding;

  AcceptWrite(Entry entry) {
    this.entry = entry;
    String payload = StoreJson.input(entry.input());
    long at = entry.at().toEpochMilli();
    deciding =
        new Change(
            Sql.ACCEPT,
            entry.instance(),
            entry.event(),
            payload,
            at,
            InboxRow.crc(entry.instance(), entry.event(), payload, at),
            InboxRow.nextId(),
            entry.instance());
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
  Accepted result(boolean happened, Session session) throws SQLException {
    if (happened) {
      return new Accepted(true, null);
    }
    InboxRow before =
        session.first(InboxRow.BY_EVENT, InboxRow::of, entry.instance(), entry.event());
    return new Accepted(false, before == null ? null : before.handledOrNull());
  }
}
