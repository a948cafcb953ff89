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
import dev.statute.store.InstanceStore.Status;
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

  /** Attempts to change the row of the instance: the commit happens if one of them succeeds. */
  private final List<RowChange> attempts;

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
    attempts = attempts(commit, part.snapshot(), before);
    if (keepsChart) {
      rest.addAll(insertChart(snapshot.chart()));
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

  /**
   * Returns the changes of the row to try, in order.
   *
   * @param snapshot in stored form
   * @param before cache entry before the commit
   */
  private List<RowChange> attempts(
      Commit commit, String snapshot, @Nullable CachedInstance before) {
    StableColumns rare = cachedState.stableColumns();
    boolean done = rare.ended() == 1;
    long epoch = cachedState.epoch();
    long revision = cachedState.revision();
    long at = commit.at().toEpochMilli();
    List<StreamEvent> stream = commit.stream();
    Long last = stream.isEmpty() ? null : stream.get(stream.size() - 1).number();
    Long lastSum = last == null ? null : (Long) RowChecksum.of(id, last);
    long sum =
        RowChecksum.of(
            id,
            rare.chart(),
            snapshot,
            rare.parent(),
            epoch,
            revision,
            at,
            rare.due(),
            rare.ended());
    String status = InstanceRow.statusName(done ? Status.DONE : Status.LIVE);
    long statusSum = RowChecksum.of(id, status, null);
    String holder = done ? null : commit.worker().name();
    String session = done ? null : commit.worker().session();
    if (commit.epoch() == 0 && commit.expected() == 0) {
      RowChange begin =
          new RowChange(
              WriteStatement.BEGIN_INSTANCE,
              lastSum == null ? RowChecksum.of(id, 0) : lastSum,
              id,
              rare.chart(),
              snapshot,
              rare.parent(),
              epoch,
              revision,
              at,
              rare.due(),
              rare.ended(),
              sum,
              last == null ? 0L : last,
              status,
              statusSum,
              holder,
              session);
      return List.of(begin);
    }
    RowChange whole =
        new RowChange(
            WriteStatement.UPDATE_INSTANCE,
            lastSum,
            rare.chart(),
            snapshot,
            rare.parent(),
            epoch,
            revision,
            at,
            rare.due(),
            rare.ended(),
            sum,
            last,
            status,
            statusSum,
            holder,
            session,
            id,
            commit.epoch(),
            commit.expected());
    if (done || before == null || !rare.equals(before.stableColumns())) {
      return List.of(whole);
    }
    RowChange step =
        new RowChange(
            WriteStatement.STEP_INSTANCE,
            lastSum,
            snapshot,
            revision,
            at,
            sum,
            last,
            id,
            commit.epoch(),
            commit.expected(),
            session);
    return List.of(step, whole);
  }

  public static List<RowChange> insertChart(Chart chart) {
    String hash = chart.hash();
    RowChange row =
        new RowChange(
            WriteStatement.ADD_CHART,
            hash,
            chart.name(),
            chart.version(),
            RowChecksum.of(hash, chart.name(), chart.version()));
    String text = chart.definition().text();
    return text == null ? List.of(row) : List.of(row, ChartTextRow.insert(hash, text));
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
    return attempts.get(0);
  }

  @Override
  @Nullable
  public RowChange fallbackChange() {
    return attempts.size() > 1 ? attempts.get(1) : null;
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
