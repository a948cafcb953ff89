package dev.statute.jdbc;

import dev.statute.json.JsonText;
import dev.statute.json.SnapshotJson;
import dev.statute.json.StoreJson;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StoreException;
import dev.statute.store.StreamEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes values of rows, and checks every row on the way. */
final class InstanceReader {
  private InstanceReader() {}

  /** A row of {@code outbox}, as it lies there. */
  record EffectRow(
      String instance, long revision, long n, String key, String payload, long at, long crc) {
    static final String ALL =
        "SELECT instance_id, rev, n, effect_key, payload, at, crc FROM outbox";
    static final String OF = ALL + " WHERE instance_id = ? ORDER BY rev, n";

    static EffectRow of(ResultSet row) throws SQLException {
      return new EffectRow(
          row.getString(1),
          row.getLong(2),
          row.getLong(3),
          row.getString(4),
          row.getString(5),
          row.getLong(6),
          row.getLong(7));
    }

    @Nullable String damage() {
      return crc == RowChecksum.of(instance, revision, n, key, payload, at)
          ? null
          : ChecksumAudit.SUM;
    }

    @Nullable String unreadable() {
      return InstanceRow.unreadable(this::parsed);
    }

    String name() {
      return instance + "/" + key;
    }

    Pending pending() {
      String damage = damage();
      if (damage != null) {
        throw InstanceRow.corrupted("outbox", name(), damage);
      }
      return InstanceRow.read("outbox", name(), this::parsed);
    }

    private Pending parsed() {
      return new Pending(key, StoreJson.effect(payload), Instant.ofEpochMilli(at));
    }
  }

  /** A row of {@code events}, as it lies there. */
  record EventRow(String instance, long number, long at, String type, String payload, long crc) {
    static final String ALL = "SELECT instance_id, number, at, type, payload, crc FROM events";
    static final String AFTER =
        ALL + " WHERE instance_id = ? AND number > ? ORDER BY number LIMIT ?";

    static EventRow of(ResultSet row) throws SQLException {
      return new EventRow(
          row.getString(1),
          row.getLong(2),
          row.getLong(3),
          row.getString(4),
          row.getString(5),
          row.getLong(6));
    }

    @Nullable String damage() {
      return crc == RowChecksum.of(instance, number, at, type, payload) ? null : ChecksumAudit.SUM;
    }

    @Nullable String unreadable() {
      return InstanceRow.unreadable(this::parsed);
    }

    String name() {
      return instance + "/" + number;
    }

    StreamEvent event() {
      String damage = damage();
      if (damage != null) {
        throw InstanceRow.corrupted("events", name(), damage);
      }
      return InstanceRow.read("events", name(), this::parsed);
    }

    private StreamEvent parsed() {
      return new StreamEvent(number, Instant.ofEpochMilli(at), type, StoreJson.values(payload));
    }
  }

  static @Nullable InstanceRow row(JdbcSession session, String id) throws SQLException {
    InstanceRow row = session.first(InstanceRow.BY_ID, InstanceRow::of, id);
    return row == null ? null : row.checked(id);
  }

  static List<Entry> waiting(JdbcSession session, String id, int atMost) throws SQLException {
    return session.query(InboxRow.WAITING, InboxRow::of, id, atMost).stream()
        .map(InboxRow::entry)
        .toList();
  }

  /** What came of an event; null if there is none of that id, or it waits. */
  static @Nullable Handled handled(JdbcSession session, EventLayout layout, String id, String event)
      throws SQLException {
    InboxRow row = session.first(InboxRow.BY_EVENT, InboxRow::of, id, event);
    if (row != null || layout == EventLayout.INDEXED) {
      return row == null ? null : row.handledOrNull();
    }
    InstanceRow instance = row(session, id);
    return instance == null ? null : InlineHandledIds.handled(instance.latest(), event);
  }

  static List<StreamEvent> events(
      JdbcSession session, EventLayout layout, String id, long after, int atMost)
      throws SQLException {
    if (layout == EventLayout.CHAINED) {
      return EventChain.after(session, id, after, atMost);
    }
    return session.query(EventRow.AFTER, EventRow::of, id, after, atMost).stream()
        .map(EventRow::event)
        .toList();
  }

  static List<Pending> pending(JdbcSession session, String id) throws SQLException {
    return session.query(EffectRow.OF, EffectRow::of, id).stream().map(EffectRow::pending).toList();
  }

  /** All of an instance that is there. */
  static Stored stored(
      JdbcSession session, InstanceRow row, Function<String, @Nullable Chart> charts)
      throws SQLException {
    return new Stored(
        snapshot(session, row, charts),
        row.epoch(),
        row.revision(),
        InstanceRow.read("instances", row.id(), () -> Optional.ofNullable(row.parentOrNull()))
            .orElse(null),
        row.events(),
        pending(session, row.id()),
        waiting(session, row.id(), InstanceStore.BATCH),
        row.status(),
        row.reason());
  }

  /** The whole snapshot of an instance that is there, as JSON. */
  static String json(JdbcSession session, InstanceRow row) throws SQLException {
    String stored = row.snapshot();
    if (stored == null) {
      throw new IllegalArgumentException("there is no instance '" + row.id() + "'");
    }
    try {
      return HandledIds.whole(session, row, stored);
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      throw InstanceRow.corrupted("instances", row.id(), InstanceRow.unreadable(e));
    }
  }

  private static Snapshot snapshot(
      JdbcSession session, InstanceRow row, Function<String, @Nullable Chart> charts)
      throws SQLException {
    String json = json(session, row);
    Loaded<Snapshot> loaded =
        InstanceRow.read(
            "instances", row.id(), () -> SnapshotJson.read(new Source(row.id(), json), charts));
    if (loaded.isGood()) {
      return loaded.get();
    }
    Problem problem = loaded.problems().get(0);
    if (problem.code().equals("L203")) {
      Map<String, ?> all = JsonText.object(json);
      throw new StoreException(
          "unknown-chart",
          "instance '"
              + row.id()
              + "' runs chart "
              + all.get("chart")
              + " "
              + all.get("version")
              + " ("
              + row.chartHash()
              + "), which is not known here; give the chart that it runs",
          null);
    }
    throw InstanceRow.corrupted("instances", row.id(), problem.message());
  }
}
