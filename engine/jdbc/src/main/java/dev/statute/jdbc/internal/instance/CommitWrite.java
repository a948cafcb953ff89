package dev.statute.jdbc.internal.instance;

import dev.statute.jdbc.internal.instance.InstanceCache.CachedInstance;
import dev.statute.jdbc.internal.instance.InstanceCache.StableColumns;
import dev.statute.jdbc.internal.sql.EventLayout;
import dev.statute.jdbc.internal.sql.JdbcSession;
import dev.statute.jdbc.internal.sql.RowChecksum;
import dev.statute.jdbc.internal.write.StoreWrite;
import dev.statute.jdbc.internal.write.WriteStatement;
import dev.statute.json.StoreJson;
import dev.statute.step.Chart;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.StreamEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commit of an instance. All texts are formatted here, on the committing thread. */
public final class CommitWrite extends StoreWrite.BatchedWrite<Committed> {
  private final String id;
  private final EventLayout layout;
  private final @Nullable CachedInstance cachedBefore;
  private final CachedInstance cachedState;
  private final List<StreamEvent> stream;
  private final InstanceChange instance;

  private final List<RowChange> rest = new ArrayList<>();

  /** Stream events among {@link #rest}, in order. */
  private final List<RowChange> events = new ArrayList<>();

  private long lastEventRow;

  /**
   * Prepares a commit.
   *
   * @param keepsChart true if the chart may not be in the store yet
   * @param before cached rows of the instance; required for {@link EventLayout#CHAINED}
   */
  public CommitWrite(
      Commit commit, boolean keepsChart, @Nullable CachedInstance before, EventLayout layout) {
    this.cachedBefore = before;
    this.layout = layout;
    String latest = before == null ? null : before.inlineIds();
    lastEventRow = before == null ? 0 : before.lastEventRow();
    id = commit.id();
    Snapshot snapshot = commit.snapshot();
    String chart = snapshot.chart().hash();
    String parent = InstanceRow.parent(commit.parent());
    long epoch = Math.max(commit.epoch(), 1);
    long revision = commit.expected() + 1;
    Instant next = snapshot.due();
    Long due = next == null ? null : next.toEpochMilli();
    StableColumns rare = new StableColumns(chart, parent, due, snapshot.isDone() ? 1 : 0);
    HandledIds.SplitSnapshot part =
        HandledIds.split(id, snapshot, epoch, revision, rare, before, layout);
    cachedState = part.cachedAfter();
    instance = InstanceChange.of(commit, part.snapshot(), before, cachedState, layout);
    stream = commit.stream();
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
    new InboxUpdates(id, commit.at().toEpochMilli(), rest::add)
        .write(commit.handled(), commit.settled(), latest, cachedState.inlineIds());
    events();
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

  private void events() {
    for (StreamEvent event : stream) {
      long when = event.at().toEpochMilli();
      String data = StoreJson.values(event.data());
      long sum = RowChecksum.of(id, event.number(), when, event.type(), data);
      events.add(
          layout == EventLayout.INDEXED
              ? new RowChange(
                  WriteStatement.ADD_EVENT, id, event.number(), when, event.type(), data, sum)
              : new RowChange(
                  WriteStatement.CHAIN_EVENT,
                  id,
                  event.number(),
                  when,
                  event.type(),
                  data,
                  sum,
                  null,
                  null,
                  null));
    }
    rest.addAll(events);
  }

  @Override
  public int chainedRows() {
    return layout == EventLayout.CHAINED ? events.size() : 0;
  }

  @Override
  public void assignRowNumbers(long first) {
    if (chainedRows() == 0) {
      return;
    }
    long leadsTo = cachedBefore == null ? 0 : cachedBefore.lastEventRow();
    long row = first;
    for (int n = 0; n < events.size(); n++) {
      RowChange event = events.get(n);
      long number = stream.get(n).number();
      event.values[6] = row;
      event.values[7] = leadsTo;
      event.values[8] = EventChain.beforeCrc(id, number, row, leadsTo);
      leadsTo = row++;
    }
    long last = stream.get(stream.size() - 1).number();
    instance.setLastEvent(leadsTo, InstanceRow.eventCrc(id, last, leadsTo));
    lastEventRow = leadsTo;
  }

  /** Returns the cache entry of the instance after the commit. */
  public CachedInstance cachedAfter() {
    return cachedState.withLastEvent(lastEventRow);
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
