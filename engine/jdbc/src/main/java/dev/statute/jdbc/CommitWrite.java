package dev.statute.jdbc;

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

/** One step of an instance. All texts are made here, on the thread of whoever commits. */
final class CommitWrite extends Write.Grouped<Committed> {
  private final String id;
  private final HandledIds.@Nullable Kept ids;
  private final Change deciding;
  private final List<Change> rest = new ArrayList<>();

  /**
   * @param keepsChart whether the chart may not be in the store yet
   * @param known what is known of the ids that the instance handled last
   */
  CommitWrite(Commit commit, boolean keepsChart, HandledIds.@Nullable Kept known) {
    id = commit.id();
    Snapshot snapshot = commit.snapshot();
    String chart = snapshot.chart().hash();
    String parent = InstanceRow.parent(commit.parent());
    long epoch = Math.max(commit.epoch(), 1);
    long revision = commit.expected() + 1;
    HandledIds.Part part = HandledIds.divide(id, snapshot, revision, known);
    ids = part.kept();
    String json = part.snapshot();
    long at = commit.at().toEpochMilli();
    Instant next = snapshot.due();
    Long due = next == null ? null : next.toEpochMilli();
    List<StreamEvent> stream = commit.stream();
    Long events = stream.isEmpty() ? null : stream.get(stream.size() - 1).number();
    Long eventCrc = events == null ? null : (Long) InstanceRow.eventCrc(id, events);
    boolean done = snapshot.isDone();
    int ended = done ? 1 : 0;
    long crc = InstanceRow.crc(id, chart, json, parent, epoch, revision, at, due, ended);
    String status = InstanceRow.word(done ? Status.DONE : Status.LIVE);
    long statusCrc = InstanceRow.statusCrc(id, status, null);
    String holder = done ? null : commit.worker().name();
    String session = done ? null : commit.worker().session();
    if (commit.epoch() == 0 && commit.expected() == 0) {
      deciding =
          new Change(
              Sql.BEGIN_INSTANCE,
              id,
              chart,
              json,
              parent,
              epoch,
              revision,
              at,
              due,
              ended,
              crc,
              events == null ? 0L : events,
              eventCrc == null ? InstanceRow.eventCrc(id, 0) : eventCrc,
              status,
              statusCrc,
              holder,
              session);
    } else {
      deciding =
          new Change(
              Sql.UPDATE_INSTANCE,
              chart,
              json,
              parent,
              epoch,
              revision,
              at,
              due,
              ended,
              crc,
              events,
              eventCrc,
              status,
              statusCrc,
              holder,
              session,
              id,
              commit.epoch(),
              commit.expected());
    }
    if (keepsChart) {
      rest.add(keep(snapshot.chart()));
    }
    if (part.row() != null) {
      rest.add(part.row());
    }
    if (commit.begins()) {
      rest.add(new Change(Sql.DROP_EFFECTS, id));
    }
    commit.settled().forEach(key -> rest.add(new Change(Sql.SETTLE_EFFECT, id, key)));
    effects(commit.effects(), revision);
    handle(commit.handled(), at);
    for (StreamEvent event : stream) {
      long when = event.at().toEpochMilli();
      String data = StoreJson.values(event.data());
      long sum = Crc.of(id, event.number(), when, event.type(), data);
      rest.add(new Change(Sql.ADD_EVENT, id, event.number(), when, event.type(), data, sum));
    }
  }

  static Change keep(Chart chart) {
    return new Change(
        Sql.KEEP_CHART,
        chart.hash(),
        chart.name(),
        chart.version(),
        Crc.of(chart.hash(), chart.name(), chart.version()));
  }

  private void effects(List<Pending> effects, long revision) {
    for (int n = 0; n < effects.size(); n++) {
      Pending each = effects.get(n);
      String effect = StoreJson.effect(each.effect());
      long at = each.at().toEpochMilli();
      long sum = Crc.of(id, revision, n, each.key(), effect, at);
      rest.add(new Change(Sql.ADD_EFFECT, id, revision, n, each.key(), effect, at, sum));
    }
  }

  private void handle(List<Handled> handled, long at) {
    Map<String, Handled> once = new LinkedHashMap<>();
    handled.forEach(each -> once.put(each.event(), each));
    for (Handled each : once.values()) {
      String outcome = InboxRow.outcome(each);
      long inboxId = InboxRow.nextId();
      rest.add(
          new Change(
              Sql.HANDLE,
              id,
              inboxId,
              each.event(),
              at,
              InboxRow.crc(id, each.event(), null, at) + inboxId,
              outcome,
              at,
              Crc.of(id, each.event(), outcome, at)));
    }
  }

  /** What is known of the ids it handled last if it happened; null = the snapshot has them all. */
  HandledIds.@Nullable Kept ids() {
    return ids;
  }

  @Override
  String doing() {
    return "writing instance '" + id + "'";
  }

  @Override
  @Nullable Change deciding() {
    return deciding;
  }

  @Override
  List<Change> rest() {
    return rest;
  }

  @Override
  Committed result(boolean happened, Session session) {
    return happened ? Committed.DONE : Committed.LOST;
  }
}
