package dev.statute.store;

import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Listed;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.InstanceStore.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a {@link MemoryStore} keeps under one id. Never changed, only replaced. */
final class MemoryRow {
  static final MemoryRow NONE = new MemoryRow();

  /** An accepted event; null = not handled. */
  record Event(Entry entry, @Nullable Handled handled) {}

  @Nullable Snapshot snapshot;
  long epoch;
  long revision;
  long events;
  @Nullable Parent parent;
  @Nullable Worker holder;
  Status status = Status.LIVE;
  @Nullable String reason;
  Instant changed = Instant.EPOCH;
  List<Pending> pending = List.of();
  Map<String, Event> inbox = Map.of();
  List<StreamEvent> stream = List.of();

  private MemoryRow() {}

  private MemoryRow copy() {
    MemoryRow copy = new MemoryRow();
    copy.snapshot = snapshot;
    copy.epoch = epoch;
    copy.revision = revision;
    copy.events = events;
    copy.parent = parent;
    copy.holder = holder;
    copy.status = status;
    copy.reason = reason;
    copy.changed = changed;
    copy.pending = pending;
    copy.inbox = inbox;
    copy.stream = stream;
    return copy;
  }

  List<Entry> waiting() {
    return inbox.values().stream()
        .filter(event -> event.handled == null)
        .map(Event::entry)
        .toList();
  }

  /** Null if only numbers and events are left of it. */
  @Nullable Stored stored() {
    return snapshot == null ? null : storedOrThrow();
  }

  Stored storedOrThrow() {
    return new Stored(
        Objects.requireNonNull(snapshot),
        epoch,
        revision,
        parent,
        events,
        pending,
        waiting(),
        status,
        reason);
  }

  @Nullable Listed listed(String id) {
    Snapshot now = snapshot;
    if (now == null) {
      return null;
    }
    return new Listed(
        id,
        status,
        now.chart().name(),
        now.chart().version(),
        now.configuration(),
        revision,
        changed,
        now.due(),
        waiting().size(),
        pending.size(),
        holder == null ? null : holder.name(),
        reason);
  }

  /** Null if only numbers and events are left of it. */
  @Nullable Map<String, @Nullable Object> inspected() {
    Snapshot now = snapshot;
    if (now == null) {
      return null;
    }
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("epoch", epoch);
    all.put("revision", revision);
    all.put("events", events);
    all.put("holder", holder == null ? null : holder.name());
    all.put("reason", reason);
    all.put("parent", parent == null ? null : parent.instance());
    all.put("snapshot", now.toMap());
    all.put("inbox", waiting().stream().map(entry -> event(entry)).toList());
    all.put("pending", pending.stream().map(each -> effect(each)).toList());
    return all;
  }

  private static Map<String, Object> event(Entry entry) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("event", entry.event());
    all.put("at", entry.at().toString());
    all.put("input", entry.input().toString());
    return all;
  }

  private static Map<String, Object> effect(Pending each) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("key", each.key());
    all.put("effect", each.effect().toString());
    return all;
  }

  boolean needsSomebody(Instant until) {
    if (status == Status.PARKED || status == Status.QUARANTINED) {
      return false;
    }
    Instant due = snapshot == null ? null : snapshot.due();
    return !pending.isEmpty()
        || (due != null && !due.isAfter(until))
        || inbox.values().stream().anyMatch(event -> event.handled == null);
  }

  MemoryRow heldBy(Worker worker) {
    MemoryRow row = copy();
    row.holder = worker;
    row.epoch++;
    return row;
  }

  MemoryRow free() {
    MemoryRow row = copy();
    row.holder = null;
    return row;
  }

  MemoryRow accepting(Entry entry) {
    MemoryRow row = copy();
    row.inbox = new LinkedHashMap<>(inbox);
    row.inbox.put(entry.event(), new Event(entry, null));
    return row;
  }

  MemoryRow after(Commit commit) {
    MemoryRow row = copy();
    row.snapshot = commit.snapshot();
    row.epoch = Math.max(epoch, 1);
    row.revision = revision + 1;
    row.parent = commit.parent();
    row.holder = commit.snapshot().isDone() ? null : commit.worker();
    row.changed = commit.at();
    if (status != Status.PARKED) {
      row.status = commit.snapshot().isDone() ? Status.DONE : Status.LIVE;
    }
    row.pending = new ArrayList<>(commit.begins() ? List.of() : pending);
    row.pending.removeIf(each -> commit.settled().contains(each.key()));
    row.pending.addAll(commit.effects());
    if (!commit.handled().isEmpty()) {
      row.inbox = new LinkedHashMap<>(inbox);
      for (Handled handled : commit.handled()) {
        row.inbox.computeIfPresent(handled.event(), (id, event) -> new Event(event.entry, handled));
      }
    }
    if (!commit.stream().isEmpty()) {
      row.stream = new ArrayList<>(stream);
      row.stream.addAll(commit.stream());
      row.events = commit.stream().get(commit.stream().size() - 1).number();
    }
    return row;
  }

  MemoryRow settled(Set<String> keys) {
    MemoryRow row = copy();
    row.pending = pending.stream().filter(each -> !keys.contains(each.key())).toList();
    return row;
  }

  MemoryRow parked(String why) {
    MemoryRow row = copy();
    row.status = Status.PARKED;
    row.reason = why;
    return row;
  }

  MemoryRow retried() {
    MemoryRow row = copy();
    row.status = snapshot != null && snapshot.isDone() ? Status.DONE : Status.LIVE;
    row.reason = null;
    return row;
  }

  /** Only its numbers stay, so that they are never used twice. */
  MemoryRow removed() {
    MemoryRow row = new MemoryRow();
    row.epoch = epoch + 1;
    row.revision = revision;
    row.events = events;
    return row;
  }

  /**
   * @param gone instances, events of the inbox, events of the stream: counted up
   */
  MemoryRow pruned(Instant before, long[] gone) {
    MemoryRow row = copy();
    if (status == Status.DONE && changed.isBefore(before) && pending.isEmpty()) {
      gone[0]++;
      gone[1] += inbox.size();
      gone[2] += stream.size();
      return removed();
    }
    row.inbox = new LinkedHashMap<>(inbox);
    row.inbox
        .values()
        .removeIf(event -> event.handled != null && event.entry.at().isBefore(before));
    gone[1] += inbox.size() - row.inbox.size();
    row.stream = stream.stream().filter(event -> !event.at().isBefore(before)).toList();
    gone[2] += stream.size() - row.stream.size();
    return row;
  }
}
