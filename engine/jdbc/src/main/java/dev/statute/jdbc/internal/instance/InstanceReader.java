package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.sql.RowDamage;
import dev.statute.jdbc.internal.sql.StoredRow;
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

/** Conversion of rows to values; verifies every row. */
public final class InstanceReader {
  private InstanceReader() {}

  /** Row of {@code outbox}. */
  public record EffectRow(
      String instance, long revision, long n, String key, String payload, long at, long crc)
      implements StoredRow {
    public static final String ALL =
        "SELECT instance_id, rev, n, effect_key, payload, at, crc FROM outbox";
    public static final String BY_INSTANCE = ALL + " WHERE instance_id = ? ORDER BY rev, n";

    public static EffectRow of(ResultSet row) throws SQLException {
      return new EffectRow(
          row.getString(1),
          row.getLong(2),
          row.getLong(3),
          row.getString(4),
          row.getString(5),
          row.getLong(6),
          row.getLong(7));
    }

    @Override
    @Nullable
    public String damage() {
      return crc == RowChecksum.of(instance, revision, n, key, payload, at)
          ? null
          : RowDamage.MISMATCH;
    }

    @Override
    @Nullable
    public String unreadable() {
      return RowDamage.unreadable(this::parse);
    }

    @Override
    public String name() {
      return instance + "/" + key;
    }

    Pending pending() {
      return readContent("outbox", this::parse);
    }

    private Pending parse() {
      return new Pending(key, StoreJson.effect(payload), Instant.ofEpochMilli(at));
    }
  }

  /** Row of {@code events}. */
  public record EventRow(
      String instance, long number, long at, String type, String payload, String cause, long crc)
      implements StoredRow {
    public static final String ALL =
        "SELECT instance_id, number, at, type, payload, cause, crc FROM events";
    static final String AFTER =
        ALL + " WHERE instance_id = ? AND number > ? ORDER BY number LIMIT ?";

    public static EventRow of(ResultSet row) throws SQLException {
      return new EventRow(
          row.getString(1),
          row.getLong(2),
          row.getLong(3),
          row.getString(4),
          row.getString(5),
          row.getString(6),
          row.getLong(7));
    }

    @Override
    @Nullable
    public String damage() {
      return crc == RowChecksum.of(instance, number, at, type, payload, cause)
          ? null
          : RowDamage.MISMATCH;
    }

    @Override
    @Nullable
    public String unreadable() {
      return RowDamage.unreadable(this::parse);
    }

    @Override
    public String name() {
      return instance + "/" + number;
    }

    StreamEvent event() {
      return readContent("events", this::parse);
    }

    private StreamEvent parse() {
      return new StreamEvent(
          number,
          Instant.ofEpochMilli(at),
          type,
          StoreJson.values(payload),
          StoreJson.values(cause));
    }
  }

  public static @Nullable InstanceRow readRow(JdbcSession session, String id) throws SQLException {
    InstanceRow row = session.first(InstanceRow.BY_ID, InstanceRow::of, id);
    return row == null ? null : row.verified(id);
  }

  public static List<Entry> readInbox(JdbcSession session, String id, int atMost)
      throws SQLException {
    return session.query(InboxRow.WAITING, InboxRow::of, id, atMost).stream()
        .map(InboxRow::entry)
        .toList();
  }

  /** Returns the result of an event; null if its id is unknown, or it waits. */
  public static @Nullable Handled readHandled(JdbcSession session, String id, String event)
      throws SQLException {
    InboxRow row = session.first(InboxRow.BY_EVENT, InboxRow::of, id, event);
    return row == null ? null : row.handledOrNull();
  }

  public static List<StreamEvent> readEvents(JdbcSession session, String id, long after, int atMost)
      throws SQLException {
    return session.query(EventRow.AFTER, EventRow::of, id, after, atMost).stream()
        .map(EventRow::event)
        .toList();
  }

  static List<Pending> readPending(JdbcSession session, String id) throws SQLException {
    return session.query(EffectRow.BY_INSTANCE, EffectRow::of, id).stream()
        .map(EffectRow::pending)
        .toList();
  }

  /** Reads the complete state of an existing instance. */
  public static Stored readStored(
      JdbcSession session, InstanceRow row, Function<String, @Nullable Chart> charts)
      throws SQLException {
    return new Stored(
        snapshot(session, row, charts),
        row.epoch(),
        row.revision(),
        RowDamage.read("instances", row.id(), () -> Optional.ofNullable(row.parentOrNull()))
            .orElse(null),
        row.events(),
        readPending(session, row.id()),
        readInbox(session, row.id(), InstanceStore.BATCH),
        row.status(),
        row.reason());
  }

  /** Returns the whole snapshot of an existing instance as JSON. */
  static String snapshotJson(JdbcSession session, InstanceRow row) throws SQLException {
    String stored = row.snapshot();
    if (stored == null) {
      throw new IllegalArgumentException("there is no instance '" + row.id() + "'");
    }
    try {
      return HandledIds.restore(session, row.id(), stored);
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      throw RowDamage.corrupted("instances", row.id(), RowDamage.unreadable(e));
    }
  }

  private static Snapshot snapshot(
      JdbcSession session, InstanceRow row, Function<String, @Nullable Chart> charts)
      throws SQLException {
    String json = snapshotJson(session, row);
    Loaded<Snapshot> loaded =
        RowDamage.read(
            "instances", row.id(), () -> SnapshotJson.read(new Source(row.id(), json), charts));
    if (loaded.hasValue()) {
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
    throw RowDamage.corrupted("instances", row.id(), problem.message());
  }
}
