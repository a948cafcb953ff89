package dev.statute.store;

import dev.statute.step.Chart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps instances in memory, as long as the process lives. Several engines may share one: they see
 * the same instances, and the compare-and-set keeps them apart.
 */
public final class MemoryStore implements InstanceStore {
  private static final CompletionStage<Committed> DONE =
      CompletableFuture.completedStage(Committed.DONE);
  private static final CompletionStage<Committed> LOST =
      CompletableFuture.completedStage(Committed.LOST);

  private final Map<String, MemoryRow> rows = new ConcurrentHashMap<>();
  private final Map<String, Chart> charts = new ConcurrentHashMap<>();
  private final Map<String, Enlisted> workers = new LinkedHashMap<>();

  private record Enlisted(Worker worker, Instant until) {}

  @Override
  public void enlist(Worker worker, Instant now, Instant until) {
    synchronized (workers) {
      Enlisted before = workers.get(worker.name());
      if (before != null && !before.worker.equals(worker) && before.until.isAfter(now)) {
        throw new StoreException(
            "worker-exists",
            "a worker called '"
                + worker.name()
                + "' is at work until "
                + before.until
                + "; give this one another name, or wait",
            null);
      }
      workers.put(worker.name(), new Enlisted(worker, until));
    }
  }

  @Override
  public boolean renew(Worker worker, Instant now, Instant until) {
    synchronized (workers) {
      Enlisted before = workers.get(worker.name());
      if (before == null || !before.worker.equals(worker)) {
        return false;
      }
      workers.put(worker.name(), new Enlisted(worker, until));
      return true;
    }
  }

  @Override
  public void retire(Worker worker) {
    synchronized (workers) {
      Enlisted before = workers.get(worker.name());
      if (before != null && before.worker.equals(worker)) {
        workers.remove(worker.name());
      }
    }
  }

  /** Until when a worker that holds something is alive; null if it is not. */
  private @Nullable Instant alive(@Nullable Worker worker, Instant now) {
    if (worker == null) {
      return null;
    }
    synchronized (workers) {
      Enlisted all = workers.get(worker.name());
      return all != null && all.worker.equals(worker) && all.until.isAfter(now) ? all.until : null;
    }
  }

  @Override
  public void keep(Chart chart) {
    charts.putIfAbsent(chart.hash(), chart);
  }

  @Override
  public List<ChartUse> charts() {
    Map<String, long[]> counts = new TreeMap<>();
    for (MemoryRow row : rows.values()) {
      if (row.snapshot != null) {
        long[] count = counts.computeIfAbsent(row.snapshot.chart().hash(), hash -> new long[2]);
        count[0] += row.status == Status.DONE ? 0 : 1;
        count[1]++;
      }
    }
    Stream<Chart> known =
        Stream.concat(
            charts.values().stream(),
            rows.values().stream()
                .flatMap(row -> Stream.ofNullable(row.snapshot))
                .map(snapshot -> snapshot.chart()));
    Map<String, ChartUse> all = new TreeMap<>();
    known.forEach(
        chart -> {
          long[] count = counts.getOrDefault(chart.hash(), new long[2]);
          all.put(
              chart.name() + '\0' + String.format("%010d", chart.version()) + chart.hash(),
              new ChartUse(chart.name(), chart.version(), chart.hash(), count[0], count[1]));
        });
    return List.copyOf(all.values());
  }

  @Override
  public @Nullable Stored load(String id, Function<String, @Nullable Chart> charts) {
    MemoryRow row = rows.get(id);
    return row == null ? null : row.stored();
  }

  @Override
  public Claim claim(
      String id, Worker worker, Instant now, Function<String, @Nullable Chart> charts) {
    List<Claim> result = new ArrayList<>(1);
    rows.compute(
        id,
        (same, row) -> {
          if (row == null) {
            result.add(new Claim.Absent(0, 0, 0, List.of()));
            return null;
          }
          Stored stored = row.stored();
          if (stored == null) {
            result.add(new Claim.Absent(row.epoch, row.revision, row.events, row.waiting()));
            return row;
          }
          Worker by = row.holder;
          Instant until = worker.equals(by) ? null : alive(by, now);
          if (by != null && until != null) {
            result.add(new Claim.Held(by, until));
            return row;
          }
          MemoryRow taken = worker.equals(by) ? row : row.heldBy(worker);
          result.add(new Claim.Taken(taken.storedOrThrow()));
          return taken;
        });
    return result.get(0);
  }

  @Override
  public void release(String id, Worker worker) {
    rows.computeIfPresent(id, (same, row) -> worker.equals(row.holder) ? row.free() : row);
  }

  @Override
  public CompletionStage<Accepted> accept(Entry entry) {
    List<Accepted> result = new ArrayList<>(1);
    rows.compute(
        entry.instance(),
        (id, before) -> {
          MemoryRow row = before == null ? MemoryRow.NONE : before;
          MemoryRow.Event known = row.inbox.get(entry.event());
          result.add(new Accepted(known == null, known == null ? null : known.handled()));
          return known == null ? row.accepting(entry) : row;
        });
    return CompletableFuture.completedStage(result.get(0));
  }

  @Override
  public @Nullable Handled handled(String instance, String event) {
    MemoryRow row = rows.get(instance);
    MemoryRow.Event known = row == null ? null : row.inbox.get(event);
    return known == null ? null : known.handled();
  }

  @Override
  public CompletionStage<Committed> commit(Commit commit) {
    boolean[] done = {false};
    rows.compute(
        commit.id(),
        (id, before) -> {
          MemoryRow row = before == null ? MemoryRow.NONE : before;
          done[0] = row.epoch == commit.epoch() && row.revision == commit.expected();
          return done[0] ? row.after(commit) : before;
        });
    return done[0] ? DONE : LOST;
  }

  @Override
  public void settle(String id, Set<String> keys) {
    rows.computeIfPresent(id, (same, row) -> row.settled(keys));
  }

  @Override
  public List<StreamEvent> events(String id, long after, int atMost) {
    MemoryRow row = rows.get(id);
    return row == null
        ? List.of()
        : row.stream.stream().filter(event -> event.number() > after).limit(atMost).toList();
  }

  @Override
  public List<String> due(Instant until, Worker worker, int atMost) {
    List<String> due = new ArrayList<>();
    for (Map.Entry<String, MemoryRow> entry : rows.entrySet()) {
      MemoryRow row = entry.getValue();
      boolean free = worker.equals(row.holder) || alive(row.holder, until) == null;
      if (free && row.needsSomebody(until)) {
        due.add(entry.getKey());
        if (due.size() == atMost) {
          break;
        }
      }
    }
    return due;
  }

  @Override
  public List<Listed> list(Filter filter) {
    return new TreeMap<>(rows)
        .tailMap(filter.after(), false).entrySet().stream()
            .flatMap(entry -> Stream.ofNullable(entry.getValue().listed(entry.getKey())))
            .filter(
                row ->
                    (filter.statuses().isEmpty() || filter.statuses().contains(row.status()))
                        && (filter.chart() == null || filter.chart().equals(row.chart())))
            .limit(filter.atMost())
            .toList();
  }

  @Override
  public @Nullable Map<String, @Nullable Object> inspect(String id) {
    MemoryRow row = rows.get(id);
    return row == null ? null : row.inspected();
  }

  /** Memory is not checked: what lies there is what was put there. */
  @Override
  public List<Damage> check() {
    return List.of();
  }

  @Override
  public boolean park(String id, String reason) {
    MemoryRow after =
        rows.computeIfPresent(id, (same, row) -> row.snapshot == null ? row : row.parked(reason));
    return after != null && after.snapshot != null;
  }

  @Override
  public boolean retry(String id) {
    boolean[] was = {false};
    rows.computeIfPresent(
        id,
        (same, row) -> {
          was[0] = row.status == Status.PARKED || row.status == Status.QUARANTINED;
          return was[0] ? row.retried() : row;
        });
    return was[0];
  }

  @Override
  public void remove(String id) {
    rows.computeIfPresent(id, (same, row) -> row.removed());
  }

  @Override
  public Pruned prune(Instant before) {
    long[] gone = new long[3];
    for (String id : rows.keySet()) {
      rows.computeIfPresent(id, (same, row) -> row.pruned(before, gone));
    }
    return new Pruned(gone[0], gone[1], gone[2]);
  }
}
