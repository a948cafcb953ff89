package dev.statute.store;

import dev.statute.step.Snapshot;
import dev.statute.store.InstanceAdministration.Denied;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceStore.Accepted;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Handled;
import dev.statute.store.InstanceStore.Life;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.InstanceStore.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Entry of a {@link MemoryStore} under one id. Empty collections share constants, because there may
 * be millions of entries. Thread-safe.
 */
final class MemoryRow {
  private @Nullable Snapshot snapshot;
  private long epoch;
  private long revision;
  private long events;
  private @Nullable Parent parent;
  private @Nullable Worker holder;
  private Status status = Status.LIVE;
  private @Nullable String reason;
  private Instant changed = Instant.EPOCH;

  /** Also read by other entries, without a lock. */
  private volatile List<Pending> pending = List.of();

  private List<Life> lives = List.of();
  private final MemoryInbox inbox = new MemoryInbox();
  private NavigableMap<Long, StreamEvent> stream = Collections.emptyNavigableMap();

  synchronized List<Entry> inboxEntries(int atMost) {
    return inbox.entries(atMost);
  }

  /** Returns the stored instance; null if there is none. */
  synchronized @Nullable Stored stored() {
    Snapshot now = snapshot;
    return now == null ? null : stored(now);
  }

  private Stored stored(Snapshot now) {
    List<Entry> first = inboxEntries(InstanceStore.BATCH);
    return new Stored(now, epoch, revision, parent, events, pending, first, status, reason);
  }

  /**
   * Claims the instance.
   *
   * @param until the end of the lease of another holder; null = no other one holds it
   */
  synchronized Claim claim(Worker worker, @Nullable Instant until) {
    Snapshot now = snapshot;
    if (now == null) {
      return new Claim.Absent(epoch, revision, events, inboxEntries(InstanceStore.BATCH));
    }
    if (isParked()) {
      return new Claim.Parked(status, Objects.requireNonNullElse(reason, ""));
    }
    if (holder != null && until != null) {
      return now.isDone() && pending.isEmpty()
          ? new Claim.Taken(stored(now))
          : new Claim.Held(holder, until);
    }
    if (worker.equals(holder)) {
      return new Claim.Taken(stored(now));
    }
    String previous = holder == null ? null : holder.name();
    holder = worker;
    epoch++;
    return new Claim.Taken(stored(now), previous);
  }

  synchronized @Nullable Worker holder() {
    return holder;
  }

  synchronized void release(Worker worker) {
    holder = worker.equals(holder) ? null : holder;
  }

  synchronized List<Life> lives() {
    return lives;
  }

  synchronized @Nullable InstanceSummary summary(String id) {
    Snapshot now = snapshot;
    if (now == null) {
      return null;
    }
    return new InstanceSummary(
        id,
        status,
        now.chart().name(),
        now.chart().version(),
        now.configuration(),
        revision,
        changed,
        now.due(),
        inbox.size(),
        pending.size(),
        holder == null ? null : holder.name(),
        reason,
        Denied.of(now.toMap()));
  }

  /** Returns the instance's snapshot and status; null if there is none. */
  synchronized @Nullable Use use() {
    Snapshot now = snapshot;
    return now == null ? null : new Use(now, status);
  }

  record Use(Snapshot snapshot, Status status) {}

  /** Returns plain values; null if there is no instance. */
  synchronized @Nullable Map<String, @Nullable Object> toMap() {
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
    all.put("inbox", inbox.entries(Integer.MAX_VALUE).stream().map(entry -> event(entry)).toList());
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

  /**
   * Tests for pending work.
   *
   * @param free true if the instance has no holder
   */
  synchronized boolean isDue(Instant until, boolean free) {
    Snapshot now = snapshot;
    if (now == null || isParked()) {
      return false;
    }
    Instant due = now.due();
    return (free && !pending.isEmpty()) || (due != null && !due.isAfter(until)) || inbox.size() > 0;
  }

  private boolean isParked() {
    return status == Status.PARKED || status == Status.QUARANTINED;
  }

  synchronized Accepted accept(Entry entry) {
    return inbox.accept(entry);
  }

  synchronized @Nullable Handled handled(String event) {
    return inbox.handled(event);
  }

  /**
   * Applies a commit.
   *
   * @param kept maximum number of stream events and of handled events
   * @return false if it is lost
   */
  synchronized boolean commit(Commit commit, int kept) {
    if (epoch != commit.epoch()
        || revision != commit.expected()
        || commit.handled().stream().anyMatch(each -> inbox.handled(each.event()) != null)) {
      return false;
    }
    Snapshot ended = commit.ended();
    if (ended != null) {
      List<Life> all = new ArrayList<>(lives);
      all.add(new Life(revision, commit.at(), ended.toMap()));
      lives = List.copyOf(all);
    }
    snapshot = commit.snapshot();
    epoch = Math.max(epoch, 1);
    revision++;
    parent = commit.parent();
    holder = commit.snapshot().isDone() ? null : commit.worker();
    changed = commit.at();
    status = commit.snapshot().isDone() ? Status.DONE : Status.LIVE;
    if (commit.begins() || !commit.settled().isEmpty() || !commit.effects().isEmpty()) {
      List<Pending> all = new ArrayList<>(commit.begins() ? List.of() : pending);
      all.removeIf(each -> commit.settled().contains(each.key()));
      all.addAll(commit.effects());
      pending = List.copyOf(all);
    }
    commit.handled().forEach(each -> inbox.handle(each, commit.at(), kept));
    append(commit.stream(), kept);
    return true;
  }

  private void append(List<StreamEvent> added, int kept) {
    if (added.isEmpty()) {
      return;
    }
    if (stream.isEmpty()) {
      stream = new TreeMap<>();
    }
    added.forEach(event -> stream.put(event.number(), event));
    while (stream.size() > kept) {
      stream.pollFirstEntry();
    }
    events = added.get(added.size() - 1).number();
  }

  synchronized List<StreamEvent> events(long after, int atMost) {
    return stream.tailMap(after, false).values().stream().limit(atMost).toList();
  }

  synchronized void settle(Set<String> keys) {
    pending = pending.stream().filter(each -> !keys.contains(each.key())).toList();
  }

  synchronized boolean park(String why) {
    if (snapshot == null) {
      return false;
    }
    status = Status.PARKED;
    reason = why;
    holder = null;
    epoch++;
    return true;
  }

  synchronized boolean retry() {
    if (!isParked()) {
      return false;
    }
    status = snapshot != null && snapshot.isDone() ? Status.DONE : Status.LIVE;
    reason = null;
    return true;
  }

  /** Removes the content but the numbers, so that they are never reused. */
  synchronized void remove() {
    if (snapshot != null) {
      epoch++; // without an instance there is no holder to fence
    }
    snapshot = null;
    parent = null;
    holder = null;
    status = Status.LIVE;
    reason = null;
    pending = List.of();
    lives = List.of();
    inbox.clear();
    stream = Collections.emptyNavigableMap();
  }

  /**
   * Tests for an unsettled effect.
   *
   * @param key null = any
   */
  boolean hasPending(@Nullable String key) {
    return pending.stream().anyMatch(each -> key == null || each.key().equals(key));
  }

  /**
   * Deletes older content.
   *
   * @param mayComeAgain tests for an event id that may be redelivered
   * @param deleted counters of instances, events of the inbox, events of the stream
   */
  synchronized void prune(Instant before, Predicate<String> mayComeAgain, long[] deleted) {
    List<Life> young = lives.stream().filter(life -> !life.until().isBefore(before)).toList();
    deleted[0] += lives.size() - young.size();
    lives = young;
    if (status == Status.DONE
        && changed.isBefore(before)
        && pending.isEmpty()
        && (parent == null || !mayComeAgain.test(parent.key()))
        && inbox.noneMatch(mayComeAgain)) {
      deleted[0]++;
      deleted[1] += inbox.totalSize();
      deleted[2] += stream.size();
      remove();
      return;
    }
    deleted[1] += inbox.prune(before, mayComeAgain, snapshot == null);
    if (!stream.isEmpty()) {
      int all = stream.size();
      stream.values().removeIf(event -> event.at().isBefore(before));
      deleted[2] += all - stream.size();
    }
  }
}
