package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RowIdGenerator;
import dev.statute.jdbc.internal.write.StoreWrite;
import dev.statute.jdbc.internal.write.WriteStatement;
import dev.statute.json.StoreJson;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Entry;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Write of an event into an inbox. */
public final class AcceptWrite extends StoreWrite.BatchedWrite<Accepted> {
  private final Entry entry;
  private final RowChange deciding;

  public AcceptWrite(Entry entry) {
    this.entry = entry;
    String id = entry.instance();
    String event = entry.event();
    String payload = StoreJson.input(entry.input());
    long at = entry.at().toEpochMilli();
    long crc = InboxRow.crc(id, event, payload, at);
    long next = RowIdGenerator.next();
    deciding = new RowChange(WriteStatement.ACCEPT, id, event, payload, at, crc, next, id);
  }

  @Override
  public String description() {
    return "accepting event '" + entry.event() + "' for instance '" + entry.instance() + "'";
  }

  @Override
  @Nullable
  public RowChange decisiveChange() {
    return deciding;
  }

  @Override
  public List<RowChange> dependentChanges() {
    return List.of();
  }

  @Override
  public Accepted result(boolean happened, JdbcSession session) throws SQLException {
    if (happened) {
      return new Accepted(true, null);
    }
    return new Accepted(
        false, InstanceReader.readHandled(session, entry.instance(), entry.event()));
  }
}
