package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.instance.InstanceCache.CachedInstance;
import dev.statute.jdbc.internal.instance.InstanceCache.StableColumns;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.sql.RowIdGenerator;
import dev.statute.jdbc.internal.write.StoreWrite;
import dev.statute.jdbc.internal.write.WriteStatement;
import dev.statute.json.StoreJson;
import dev.statute.step.Chart;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.StreamEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commit of an instance. All texts are formatted here, on the committing thread. */
public final class CommitWrite extends StoreWrite.BatchedWrite<Committed> {
  private final String id;
  private final CachedInstance cachedState;
  private final InstanceChange instance;

  private final List<RowChange> rest = new ArrayList<>();

  /**
   * Prepares a commit.
   *
   * @param keepsChart true if the chart may not be in the store yet
   * @param before cached rows of the instance; null = they are unknown
   */
  public CommitWrite(Commit commit, boolean keepsChart, @Nullable CachedInstance before) {
    id = commit.id();
    Snapshot snapshot = commit.snapshot();
    String chart = snapshot.chart().hash();
    String parent = InstanceRow.parent(commit.parent());
    long epoch = Math.max(commit.epoch(), 1);
    long revision = commit.expected() + 1;
    Instant next = snapshot.due();
    Long due = next == null ? null : next.toEpochMilli();
    StableColumns rare = new StableColumns(chart, parent, due, snapshot.isDone() ? 1 : 0);
    HandledIds.SplitSnapshot part = HandledIds.split(id, snapshot, epoch, revision, rare, before);
    cachedState = part.cachedAfter();
    instance = InstanceChange.of(commit, part.snapshot(), before, cachedState);
    if (keepsChart) {
      rest.add(insertChart(snapshot.chart()));
    }
    if (part.idsRow() != null) {
      rest.add(part.idsRow());
    }
    Snapshot ended = commit.ended();
    if (ended != null) {
      rest.add(LifeRow.insert(ended, commit.expected(), commit.at().toEpochMilli()));
    }
    if (commit.begins()) {
      rest.add(new RowChange(WriteStatement.DROP_EFFECTS, id));
    }
    commit.settled().forEach(key -> rest.add(new RowChange(WriteStatement.SETTLE_EFFECT, id, key)));
    effects(commit.effects(), revision);
    Map<String, Handled> handled = new LinkedHashMap<>();
    commit.handled().forEach(each -> handled.put(each.event(), each));
    long at = commit.at().toEpochMilli();
    handled.values().forEach(each -> rest.add(handle(each, at)));
    events(commit.stream());
  }

  public static RowChange insertChart(Chart chart) {
    return new RowChange(
        WriteStatement.ADD_CHART,
        chart.hash(),
        chart.name(),
        chart.version(),
        RowChecksum.of(chart.hash(), chart.name(), chart.version()));
  }

  private void effects(List<Pending> effects, long revision) {
    for (int n = 0; n < effects.size(); n++) {
      Pending each = effects.get(n);
      String effect = StoreJson.effect(each.effect());
      long at = each.at().toEpochMilli();
      long sum = RowChecksum.of(id, revision, n, each.key(), effect, at);
      rest.add(
          new RowChange(WriteStatement.ADD_EFFECT, id, revision, n, each.key(), effect, at, sum));
    }
  }

  private RowChange handle(Handled handled, long at) {
    String event = handled.event();
    String outcome = InboxRow.outcome(handled);
    long inboxId = RowIdGenerator.next();
    return new RowChange(
        WriteStatement.HANDLE,
        id,
        inboxId,
        event,
        at,
        InboxRow.crc(id, event, null, at) + inboxId,
        outcome,
        at,
        RowChecksum.of(id, event, outcome, at));
  }

  private void events(List<StreamEvent> stream) {
    for (StreamEvent event : stream) {
      long when = event.at().toEpochMilli();
      String data = StoreJson.values(event.data());
      String cause = StoreJson.values(event.cause());
      long n = event.number();
      long sum = RowChecksum.of(id, n, when, event.type(), data, cause);
      rest.add(
          new RowChange(WriteStatement.ADD_EVENT, id, n, when, event.type(), data, cause, sum));
    }
  }

  /** Returns the cache entry of the instance after the commit. */
  public CachedInstance cachedAfter() {
    return cachedState;
  }

  @Override
  public String description() {
    return "writing instance '" + id + "'";
  }

  @Override
  @Nullable
  public RowChange decisiveChange() {
    return instance.change;
  }

  @Override
  @Nullable
  public RowChange fallbackChange() {
    return instance.fallback;
  }

  @Override
  public List<RowChange> dependentChanges() {
    return rest;
  }

  @Override
  public Committed result(boolean happened, JdbcSession session) {
    return happened ? Committed.DONE : Committed.LOST;
  }
}
