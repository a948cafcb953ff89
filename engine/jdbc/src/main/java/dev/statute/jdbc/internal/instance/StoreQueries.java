package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.sql.RowDamage;
import dev.statute.jdbc.internal.write.StoreConnections;
import dev.statute.json.JsonText;
import dev.statute.json.StoreJson;
import dev.statute.store.InstanceAdministration.ChartUse;
import dev.statute.store.InstanceAdministration.Denied;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.Worker;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Queries of operators and pollers: lists of instances, and instances with pending work. */
public final class StoreQueries {
  /** Selects candidates from small indexes, then applies the full condition. */
  private static final String DUE =
      "SELECT d.instance_id FROM ("
          + "SELECT instance_id FROM instances WHERE due_at <= ?"
          + " UNION SELECT instance_id FROM inbox WHERE outcome IS NULL"
          + " UNION SELECT instance_id FROM outbox) d"
          + " JOIN instances i ON i.instance_id = d.instance_id"
          + " LEFT JOIN workers w ON w.name = i.holder AND w.session = i.session AND w.until_at > ?"
          + " WHERE i.status IN ('live', 'done')"
          + " AND (w.name IS NULL OR (i.holder = ? AND i.session = ?))"
          + " AND (NOT COALESCE(i.holder = ? AND i.session = ?, FALSE) OR i.due_at <= ? OR EXISTS"
          + " (SELECT 1 FROM inbox b WHERE b.instance_id = i.instance_id AND b.outcome IS NULL))"
          + " AND $id > ? ORDER BY $id LIMIT ?";

  private static final String LIST =
      "SELECT "
          + InstanceRow.COLUMNS
          + ", (SELECT COUNT(*) FROM inbox b WHERE b.instance_id = i.instance_id AND b.outcome IS"
          + " NULL), (SELECT COUNT(*) FROM outbox o WHERE o.instance_id = i.instance_id), c.name,"
          + " c.version FROM instances i LEFT JOIN charts c ON c.hash = i.chart_hash WHERE i.status"
          + " IN ($words) AND $id > ? $chart ORDER BY $id LIMIT ?";

  private final StoreConnections connections;

  public StoreQueries(StoreConnections core) {
    this.connections = core;
  }

  public List<String> dueInstances(
      Instant now, Instant until, Worker worker, String after, int atMost) {
    long due = until.toEpochMilli();
    String sql = DUE.replace("$id", connections.database.inBinaryOrder("i.instance_id"));
    return connections.readers.read(
        "looking for what is due",
        session ->
            session.query(
                sql,
                row -> row.getString(1),
                due,
                now.toEpochMilli(),
                worker.name(),
                worker.session(),
                worker.name(),
                worker.session(),
                due,
                after,
                atMost));
  }

  public List<ChartUse> charts() {
    return connections.readers.read(
        "reading the charts",
        session ->
            session.query(
                "SELECT c.name, c.version, c.hash, c.crc,"
                    + " COUNT(CASE WHEN i.ended = 0 THEN 1 END), COUNT(i.instance_id)"
                    + " FROM charts c LEFT JOIN instances i"
                    + " ON i.chart_hash = c.hash AND i.snapshot IS NOT NULL"
                    + " GROUP BY c.hash, c.name, c.version, c.crc ORDER BY "
                    + connections.database.inBinaryOrder("c.name")
                    + ", c.version, c.hash",
                StoreQueries::chartUse));
  }

  private static ChartUse chartUse(ResultSet row) throws SQLException {
    String hash = row.getString(3);
    if (row.getLong(4) != RowChecksum.of(hash, row.getString(1), row.getInt(2))) {
      throw RowDamage.corrupted("charts", hash, RowDamage.MISMATCH);
    }
    return new ChartUse(row.getString(1), row.getInt(2), hash, row.getLong(5), row.getLong(6));
  }

  public @Nullable String chartText(String hash) {
    List<ChartTextRow> rows =
        connections.readers.read(
            "reading the text of a chart",
            session -> session.query(ChartTextRow.BY_HASH, ChartTextRow::of, hash));
    rows.forEach(row -> row.verify(ChartTextRow.TABLE));
    return rows.isEmpty() ? null : rows.get(0).text();
  }

  public List<InstanceSummary> list(Filter filter) {
    List<Status> statuses =
        filter.statuses().isEmpty() ? List.of(Status.values()) : List.copyOf(filter.statuses());
    String words =
        statuses.stream()
            .map(status -> "'" + InstanceRow.statusName(status) + "'")
            .collect(Collectors.joining(", "));
    List<Object> values = new ArrayList<>(List.of(filter.after()));
    String ofChart = "";
    if (filter.chart() != null) {
      ofChart = "AND c.name = ?";
      values.add(filter.chart());
    }
    values.add(filter.atMost());
    String sql =
        LIST.replace("$id", connections.database.inBinaryOrder("i.instance_id"))
            .replace("$words", words)
            .replace("$chart", ofChart);
    return connections.readers.read(
        "listing instances",
        session -> session.query(sql, StoreQueries::summary, values.toArray()));
  }

  /** Returns the summary of a row; an unreadable one is listed as such. */
  private static InstanceSummary summary(ResultSet columns) throws SQLException {
    InstanceRow row = InstanceRow.of(columns);
    String damage = row.defect();
    Map<String, @Nullable Object> snapshot =
        damage == null ? JsonText.object(String.valueOf(row.snapshot())) : Map.of();
    int next = InstanceRow.COLUMN_COUNT;
    return new InstanceSummary(
        row.id(),
        damage == null ? row.status() : Status.QUARANTINED,
        String.valueOf(columns.getString(next + 3)),
        columns.getInt(next + 4),
        configuration(snapshot),
        row.revision(),
        Instant.ofEpochMilli(row.changedAt()),
        row.dueAt() == null ? null : Instant.ofEpochMilli(row.dueAt()),
        columns.getInt(next + 1),
        columns.getInt(next + 2),
        row.holder(),
        damage == null ? row.reason() : damage,
        Denied.of(snapshot));
  }

  private static List<String> configuration(Map<String, @Nullable Object> snapshot) {
    return snapshot.get("configuration") instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  public static @Nullable Map<String, @Nullable Object> inspect(JdbcSession session, String id)
      throws SQLException {
    InstanceRow row = InstanceReader.readRow(session, id);
    if (row == null || !row.exists()) {
      return null;
    }
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("epoch", row.epoch());
    all.put("revision", row.revision());
    all.put("events", row.events());
    all.put("holder", row.holder());
    all.put("reason", row.reason());
    Parent parent =
        RowDamage.read("instances", id, () -> Optional.ofNullable(row.parentOrNull())).orElse(null);
    all.put("parent", parent == null ? null : parent.instance());
    String json = InstanceReader.snapshotJson(session, row);
    all.put("snapshot", RowDamage.read("instances", id, () -> JsonText.object(json)));
    List<Object> inbox = new ArrayList<>();
    for (Entry entry : InstanceReader.readInbox(session, id, Integer.MAX_VALUE)) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("event", entry.event());
      one.put("at", entry.at().toString());
      one.put("input", JsonText.object(StoreJson.input(entry.input())));
      inbox.add(one);
    }
    all.put("inbox", inbox);
    List<Object> pending = new ArrayList<>();
    for (Pending each : InstanceReader.readPending(session, id)) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("key", each.key());
      one.put("at", each.at().toString());
      one.put("effect", JsonText.object(StoreJson.effect(each.effect())));
      pending.add(one);
    }
    all.put("pending", pending);
    return all;
  }
}
