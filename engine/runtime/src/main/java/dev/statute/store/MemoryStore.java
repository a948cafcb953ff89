package dev.statute.store;

import dev.statute.step.Chart;
import dev.statute.store.internal.CommitContents;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Store in memory. Several engines may share one: they see the same instances, and compare-and-set
 * separates them.
 */
public final class MemoryStore implements InstanceStore {
  private static final CompletionStage<Committed> DONE =
      CompletableFuture.completedStage(Committed.DONE);
  private static final CompletionStage<Committed> LOST =
      CompletableFuture.completedStage(Committed.LOST);

  private final ConcurrentNavigableMap<String, MemoryRow> rows = new ConcurrentSkipListMap<>();

  /** By hash; without the charts themselves, which would accumulate over reloads. */
  private final Map<String, Kept> charts = new ConcurrentHashMap<>();

  private final Map<String, RegisteredWorker> workers = new LinkedHashMap<>();

  private final int keptEvents;

  private record Kept(String name, int version, String hash, @Nullable String text) {
    static Kept of(Chart chart) {
      return new Kept(chart.name(), chart.version(), chart.hash(), chart.definition().text());
    }
  }

  /** Creates a store that keeps all events until {@linkplain #prune pruned}. */
  public MemoryStore() {
    this(Integer.MAX_VALUE);
  }

  /**
   * Creates a store that keeps a number of events.
   *
   * @param kept maximum number of stream events, and of ids of handled events, per instance
   */
  public MemoryStore(int kept) {
    if (kept < 0) {
      throw new IllegalArgumentException("cannot keep " + kept + " events");
    }
    this.keptEvents = kept;
  }

  @Override
  public void enlist(Worker worker, Instant now, Instant until) {
    synchronized (workers) {
      RegisteredWorker before = workers.get(worker.name());
      if (before != null && !before.worker().equals(worker) && before.until().isAfter(now)) {
        throw new StoreException(
            "worker-exists",
            "a worker called '"
                + worker.name()
                + "' is at work until "
                + before.until()
                + "; give this one another name, or wait",
            null);
      }
      workers.put(worker.name(), new RegisteredWorker(worker, until));
    }
  }

  @Override
  public boolean renew(Worker worker, Instant now, Instant until) {
    synchronized (workers) {
      RegisteredWorker before = workers.get(worker.name());
      if (before == null || !before.worker().equals(worker)) {
        return false;
      }
      workers.put(worker.name(), new RegisteredWorker(worker, until));
      return true;
    }
  }

  @Override
  public void retire(Worker worker) {
    synchronized (workers) {
      RegisteredWorker before = workers.get(worker.name());
      if (before != null && before.worker().equals(worker)) {
        workers.remove(worker.name());
      }
    }
  }

  @Override
  public List<RegisteredWorker> workers() {
    synchronized (workers) {
      return List.copyOf(new TreeMap<>(workers).values());
    }
  }

  /** Returns the end of the lease of another holder; null if there is none. */
  private @Nullable Instant heldUntil(MemoryRow row, Worker worker, Instant now) {
    Worker by = row.holder();
    if (by == null || by.equals(worker)) {
      return null;
    }
    synchronized (workers) {
      RegisteredWorker all = workers.get(by.name());
      return all != null && all.worker().equals(by) && all.until().isAfter(now)
          ? all.until()
          : null;
    }
  }

  @Override
  public void saveChart(Chart chart) {
    charts.computeIfAbsent(chart.hash(), hash -> Kept.of(chart));
  }

  @Override
  public List<ChartUse> charts() {
    Map<String, Kept> known = new TreeMap<>(charts);
    Map<String, long[]> counts = new TreeMap<>();
    for (MemoryRow row : rows.values()) {
      MemoryRow.Use use = row.use();
      if (use != null) {
        Chart chart = use.snapshot().chart();
        known.computeIfAbsent(chart.hash(), hash -> Kept.of(chart));
        long[] count = counts.computeIfAbsent(chart.hash(), hash -> new long[2]);
        count[0] += use.status() == Status.DONE ? 0 : 1;
        count[1]++;
      }
    }
    return known.values().stream()
        .sorted(Comparator.comparing(Kept::name).thenComparing(Kept::version))
        .map(
            chart -> {
              long[] count = counts.getOrDefault(chart.hash(), new long[2]);
              return new ChartUse(chart.name(), chart.version(), chart.hash(), count[0], count[1]);
            })
        .toList();
  }

  @Override
  public @Nullable String chartText(String hash) {
    Kept kept = charts.get(hash);
    if (kept != null) {
      return kept.text();
    }
    for (MemoryRow row : rows.values()) {
      MemoryRow.Use use = row.use();
      if (use != null && use.snapshot().chart().hash().equals(hash)) {
        return use.snapshot().chart().definition().text();
      }
    }
    return null;
  }

  @Override
  public @Nullable Stored load(String id, Function<String, @Nullable Chart> charts) {
    MemoryRow row = rows.get(id);
    Stored stored = row == null ? null : row.stored();
    if (stored != null) {
      requireKnownChart(stored.snapshot().chart(), id, charts);
    }
    return stored;
  }

  @Override
  public Claim claim(
      String id, Worker worker, Instant now, Function<String, @Nullable Chart> charts) {
    MemoryRow row = rows.get(id);
    if (row == null) {
      return new Claim.Absent(0, 0, 0, List.of());
    }
    MemoryRow.Use use = row.use();
    if (use != null) {
      requireKnownChart(use.snapshot().chart(), id, charts);
    }
    synchronized (row) {
      return row.claim(worker, heldUntil(row, worker, now));
    }
  }

  private static void requireKnownChart(
      Chart chart, String id, Function<String, @Nullable Chart> charts) {
    if (charts.apply(chart.hash()) == null) {
      throw new StoreException(
          "unknown-chart",
          "instance '"
              + id
              + "' runs "
              + chart.name()
              + " "
              + chart.version()
              + " ("
              + chart.hash()
              + "), which is not registered",
          null);
    }
  }

  @Override
  public void release(String id, Worker worker) {
    MemoryRow row = rows.get(id);
    if (row != null) {
      row.release(worker);
    }
  }

  @Override
  public CompletionStage<Accepted> accept(Entry entry) {
    return CompletableFuture.completedStage(row(entry.instance()).accept(entry));
  }

  private MemoryRow row(String id) {
    return rows.computeIfAbsent(id, same -> new MemoryRow());
  }

  @Override
  public List<Entry> readInbox(String id, int atMost) {
    MemoryRow row = rows.get(id);
    return row == null ? List.of() : row.inboxEntries(atMost);
  }

  @Override
  public @Nullable Handled handled(String instance, String event) {
    MemoryRow row = rows.get(instance);
    return row == null ? null : row.handled(event);
  }

  @Override
  public CompletionStage<Committed> commit(Commit commit) {
    boolean isNew = commit.epoch() == 0 && commit.expected() == 0;
    MemoryRow row = isNew ? row(commit.id()) : rows.get(commit.id());
    return row != null && row.commit(commit, keptEvents) ? DONE : LOST;
  }

  @Override
  public void settle(String id, Set<String> keys) {
    MemoryRow row = rows.get(id);
    if (row != null) {
      row.settle(keys);
    }
  }

  @Override
  public List<StreamEvent> events(String id, long after, int atMost) {
    MemoryRow row = rows.get(id);
    return row == null ? List.of() : row.events(after, atMost);
  }

  @Override
  public List<String> due(Instant now, Instant until, Worker worker, String after, int atMost) {
    return rows.tailMap(after, false).entrySet().stream()
        .filter(
            entry -> {
              MemoryRow row = entry.getValue();
              return heldUntil(row, worker, now) == null
                  && row.isDue(until, !worker.equals(row.holder()));
            })
        .limit(atMost)
        .map(Map.Entry::getKey)
        .toList();
  }

  @Override
  public List<Life> endedLives(String id) {
    MemoryRow row = rows.get(id);
    return row == null ? List.of() : row.lives();
  }

  @Override
  public List<InstanceSummary> list(Filter filter) {
    return rows.tailMap(filter.after(), false).entrySet().stream()
        .flatMap(entry -> Stream.ofNullable(entry.getValue().summary(entry.getKey())))
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
    return row == null ? null : row.toMap();
  }

  /** Finds no damage: memory is not checked. */
  @Override
  public List<Damage> check() {
    return List.of();
  }

  @Override
  public boolean park(String id, String reason) {
    MemoryRow row = rows.get(id);
    return row != null && row.park(reason);
  }

  @Override
  public boolean retry(String id) {
    MemoryRow row = rows.get(id);
    return row != null && row.retry();
  }

  @Override
  public void remove(String id) {
    MemoryRow row = rows.get(id);
    if (row != null) {
      row.remove();
    }
  }

  @Override
  public Pruned prune(Instant before) {
    long[] deleted = new long[3];
    rows.forEach((id, row) -> row.prune(before, event -> isRedeliverable(id, event), deleted));
    return new Pruned(deleted[0], deleted[1], deleted[2]);
  }

  /** Tests for an event that may be redelivered to an instance, which may have handled it. */
  private boolean isRedeliverable(String id, String event) {
    String sender = CommitContents.instanceOf(event);
    MemoryRow row = sender == null ? null : rows.get(sender);
    if (row != null && row.hasPending(event)) {
      return true;
    }
    String children = id + "/";
    return event.startsWith(children)
        && rows.tailMap(children, false).entrySet().stream()
            .takeWhile(each -> each.getKey().startsWith(children))
            .anyMatch(each -> each.getValue().hasPending(null));
  }
}
