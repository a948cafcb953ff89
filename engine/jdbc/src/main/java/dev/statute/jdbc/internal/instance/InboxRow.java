package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.sql.RowDamage;
import dev.statute.jdbc.internal.sql.StoredRow;
import dev.statute.json.StoreJson;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Row of {@code inbox}. */
public record InboxRow(
    String instance,
    long inboxId,
    String event,
    @Nullable String payload,
    long at,
    long crc,
    @Nullable String outcome,
    @Nullable Long handledAt,
    @Nullable Long outcomeCrc)
    implements StoredRow {
  private static final String COLUMNS =
      "instance_id, inbox_id, event_id, payload, at, crc, outcome, handled_at, outcome_crc";
  public static final String ALL = "SELECT " + COLUMNS + " FROM inbox";
  static final String WAITING =
      ALL + " WHERE instance_id = ? AND outcome IS NULL ORDER BY inbox_id LIMIT ?";
  static final String BY_EVENT = ALL + " WHERE instance_id = ? AND event_id = ?";

  public static InboxRow of(ResultSet row) throws SQLException {
    return new InboxRow(
        row.getString(1),
        row.getLong(2),
        row.getString(3),
        row.getString(4),
        row.getLong(5),
        row.getLong(6),
        row.getString(7),
        JdbcSession.longOrNull(row, 8),
        JdbcSession.longOrNull(row, 9));
  }

  /** Returns the checksum of an event, to which the number of its row is added. */
  static long crc(String instance, String event, @Nullable String payload, long at) {
    return RowChecksum.of(instance, event, payload, at);
  }

  static String outcome(Handled handled) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("outcome", handled.outcome());
    if (handled.code() != null) {
      all.put("code", handled.code());
    }
    if (handled.message() != null) {
      all.put("message", handled.message());
    }
    return StoreJson.values(all);
  }

  @Override
  @Nullable
  public String damage() {
    if (crc != crc(instance, event, payload, at) + inboxId) {
      return RowDamage.MISMATCH;
    }
    Long sum = outcome == null ? null : (Long) RowChecksum.of(instance, event, outcome, handledAt);
    if (!Objects.equals(sum, outcomeCrc)) {
      return "its outcome does not match its checksum";
    }
    if (payload == null && outcome == null) {
      return "it waits and says nothing";
    }
    return null;
  }

  @Override
  @Nullable
  public String unreadable() {
    return RowDamage.unreadable(
        () -> {
          if (payload != null) {
            Entry unused = parse();
          }
          if (outcome != null) {
            Handled unused = outcome(outcome);
          }
        });
  }

  @Override
  public String name() {
    return instance + "/" + event;
  }

  Entry entry() {
    return readContent("inbox", this::parse);
  }

  private Entry parse() {
    return new Entry(
        instance, event, StoreJson.input(payload == null ? "" : payload), Instant.ofEpochMilli(at));
  }

  /** Returns its result; null = it waits. */
  @Nullable Handled handledOrNull() {
    verify("inbox");
    String said = outcome;
    return said == null ? null : RowDamage.read("inbox", name(), () -> outcome(said));
  }

  private Handled outcome(String said) {
    Map<String, ?> all = StoreJson.values(said);
    return new Handled(
        event,
        String.valueOf(all.get("outcome")),
        all.get("code") instanceof String code ? code : null,
        all.get("message") instanceof String message ? message : null);
  }
}
