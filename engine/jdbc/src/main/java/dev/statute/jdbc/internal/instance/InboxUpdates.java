package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.sql.RowIdGenerator;
import dev.statute.jdbc.internal.write.StoreWrite.RowChange;
import dev.statute.jdbc.internal.write.WriteStatement;
import dev.statute.store.InstanceStore.Handled;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Inbox changes of a commit. A handled event with its id in the instance's row needs no inbox row
 * yet, unless it was accepted; an id that leaves the instance's row gets one now.
 */
public final class InboxUpdates {
  private final String id;
  private final long at;
  private final Consumer<RowChange> changes;

  InboxUpdates(String id, long at, Consumer<RowChange> changes) {
    this.id = id;
    this.at = at;
    this.changes = changes;
  }

  /**
   * Writes the changes.
   *
   * @param settled keys of answered effects: the answer may wait in the inbox as well
   * @param earlier ids in the instance's row before, in the form of {@link InlineHandledIds}; null
   *     = none
   * @param now ids in the row afterwards
   */
  void write(
      List<Handled> handled, Set<String> settled, @Nullable String earlier, @Nullable String now) {
    Map<String, Handled> once = new LinkedHashMap<>();
    handled.forEach(each -> once.put(each.event(), each));
    for (Handled each : once.values()) {
      if (InlineHandledIds.contains(earlier, each.event())) {
        // handled before, unless it waits: an answer may arrive twice, once through the inbox
        changes.accept(settleChange(WriteStatement.SETTLE_WAITING, id, each, at));
        continue;
      }
      boolean isLatest =
          each.code() == null
              && each.message() == null
              && InlineHandledIds.contains(now, each.event(), each.outcome());
      changes.accept(
          isLatest
              ? new RowChange(
                  () -> insertChange(WriteStatement.HANDLE, each),
                  WriteStatement.FIND_INBOX_ROW,
                  id,
                  each.event())
              : insertChange(WriteStatement.HANDLE, each));
    }
    for (String key : settled) {
      Handled answer = once.containsKey(key) ? null : InlineHandledIds.handled(now, key);
      if (answer != null) {
        changes.accept(
            new RowChange(
                () -> settleChange(WriteStatement.SETTLE_IF_WAITING, id, answer, at),
                WriteStatement.FIND_INBOX_ROW,
                id,
                key));
      }
    }
    if (earlier != null && (now == null || !now.startsWith(earlier))) {
      for (InlineHandledIds.InlineId each : InlineHandledIds.ids(earlier)) {
        if (!InlineHandledIds.contains(now, each.event(), each.outcome())) {
          changes.accept(insertChange(WriteStatement.ADD_HANDLED_ID, each.handled()));
        }
      }
    }
  }

  public static RowChange settleChange(WriteStatement sql, String id, Handled each, long at) {
    String outcome = InboxRow.outcome(each);
    long sum = RowChecksum.of(id, each.event(), outcome, at);
    return new RowChange(sql, outcome, at, sum, id, each.event());
  }

  private RowChange insertChange(WriteStatement sql, Handled each) {
    String outcome = InboxRow.outcome(each);
    long inboxId = RowIdGenerator.next();
    return new RowChange(
        sql,
        id,
        inboxId,
        each.event(),
        at,
        InboxRow.crc(id, each.event(), null, at) + inboxId,
        outcome,
        at,
        RowChecksum.of(id, each.event(), outcome, at));
  }
}
