package dev.statute.jdbc;

import dev.statute.jdbc.InstanceCache.Known;
import dev.statute.jdbc.InstanceCache.Rare;
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

/** One step of an instance. All texts are made here, on the thread of whoever commits. */
final class CommitWrite extends StoreWrite.Grouped<Committed> {
  private final String id;
  private final EventLayout layout;
  private final @Nullable Known before;
  private final Known after;
  private final List<StreamEvent> stream;
  private final InstanceChange instance;

  private final List<Change> rest = new ArrayList<>();

  /** Of {@link #rest}, what is added to the stream, in order. */
  private final List<Change> events = new ArrayList<>();

  private long lastRow;

  /**
   * @param keepsChart whether the chart may not be in the store yet
   * @param before what is known of the instance; where its rows are {@link EventLayout#CHAINED} all
   */
  CommitWrite(Commit commit, boolean keepsChart, @Nullable Known before, EventLayout layout) {
    this.before = before;
    this.layout = layout;
    String latest = before == null ? null : before.latest();
    lastRow = before == null ? 0 : before.event();
    id = commit.id();
    Snapshot snapshot = commit.snapshot();
    String chart = snapshot.chart().hash();
    String parent = InstanceRow.parent(commit.parent());
    long epoch = Math.max(commit.epoch(), 1);
    long revision = commit.expected() + 1;
    Instant next = snapshot.due();
    Long due = next == null ? null : next.toEpochMilli();
    Rare rare = new Rare(chart, parent, due, snapshot.isDone() ? 1 : 0);
    HandledIds.Part part = HandledIds.divide(id, snapshot, epoch, revision, rare, before, layout);
    after = part.known();
    instance = InstanceChange.of(commit, part.snapshot(), before, after, layout);
    stream = commit.stream();
    if (keepsChart) {
      rest.add(keep(snapshot.chart()));
    }
    if (part.row() != null) {
      rest.add(part.row());
    }
    Snapshot ended = commit.ended();
    if (ended != null) {
      rest.add(LifeRow.keep(ended, commit.expected(), commit.at().toEpochMilli()));
    }
    if (commit.begins()) {
      rest.add(new Change(WriteStatements.DROP_EFFECTS, id));
    }
    commit.settled().forEach(key -> rest.add(new Change(WriteStatements.SETTLE_EFFECT, id, key)));
    effects(commit.effects(), revision);
    new InboxUpdates(id, commit.at().toEpochMilli(), rest::add)
        .write(commit.handled(), commit.settled(), latest, after.latest());
    events();
  }

  static Change keep(Chart chart) {
    return new Change(
        WriteStatements.KEEP_CHART,
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
          new Change(WriteStatements.ADD_EFFECT, id, revision, n, each.key(), effect, at, sum));
    }
  }

  private void events() {
    for (StreamEvent event : stream) {
      long when = event.at().toEpochMilli();
      String data = StoreJson.values(event.data());
      long sum = RowChecksum.of(id, event.number(), when, event.type(), data);
      events.add(
          layout == EventLayout.INDEXED
              ? new Change(
                  WriteStatements.ADD_EVENT, id, event.number(), when, event.type(), data, sum)
              : new Change(
                  WriteStatements.CHAIN_EVENT,
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
  int chained() {
    return layout == EventLayout.CHAINED ? events.size() : 0;
  }

  @Override
  void number(long first) {
    if (chained() == 0) {
      return;
    }
    long leadsTo = before == null ? 0 : before.event();
    long row = first;
    for (int n = 0; n < events.size(); n++) {
      Change event = events.get(n);
      long number = stream.get(n).number();
      event.values[6] = row;
      event.values[7] = leadsTo;
      event.values[8] = EventChain.beforeCrc(id, number, row, leadsTo);
      leadsTo = row++;
    }
    long last = stream.get(stream.size() - 1).number();
    instance.leadsTo(leadsTo, InstanceRow.eventCrc(id, last, leadsTo));
    lastRow = leadsTo;
  }

  /** What is known of the instance if it happened. */
  Known known() {
    return after.with(lastRow);
  }

  @Override
  String doing() {
    return "writing instance '" + id + "'";
  }

  @Override
  @Nullable Change deciding() {
    return instance.change;
  }

  @Override
  @Nullable Change otherwise() {
    return instance.otherwise;
  }

  @Override
  List<Change> rest() {
    return rest;
  }

  @Override
  Committed result(boolean happened, JdbcSession session) {
    return happened ? Committed.DONE : Committed.LOST;
  }
}
