package dev.statute.turns.store;

import dev.statute.turns.store.TurnRecords.AgentLease;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnRecords.Head;
import dev.statute.turns.store.TurnRecords.Signals;
import dev.statute.turns.store.TurnRecords.Timer;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.internal.MemoryPruning;
import dev.statute.turns.store.internal.MemoryTables;
import dev.statute.turns.store.internal.MemoryTransaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Turn store in memory. Transactions run sequentially on the calling thread, and are complete when
 * the call returns. Several protocols may share one.
 */
public final class MemoryTurnStore implements TurnStore {
  private final MemoryTables tables = new MemoryTables();
  private final Map<String, Holding> taken = new HashMap<>();
  private final Map<String, Signals> signals = new ConcurrentHashMap<>();
  private final BiFunction<MemoryTables, Instant, MemoryPruning> pruning;

  public MemoryTurnStore() {
    this(MemoryPruning::new);
  }

  public MemoryTurnStore(BiFunction<MemoryTables, Instant, MemoryPruning> pruning) {
    this.pruning = pruning;
  }

  @Override
  public synchronized <T> CompletionStage<T> transact(
      String agent, Function<TurnTransaction, T> work) {
    MemoryTransaction tx = new MemoryTransaction(agent, tables);
    T value;
    try {
      value = work.apply(tx);
    } catch (Throwable e) {
      tx.undo();
      return CompletableFuture.failedStage(e);
    }
    tx.end();
    return CompletableFuture.completedStage(value);
  }

  @Override
  public synchronized List<String> agents(Waiting kind, Instant until, int atMost) {
    return switch (kind) {
      case QUEUED -> queuedAgents(atMost);
      case READY ->
          agents(
              head -> {
                AgentLease lease = head.lease();
                return head.status() == HeadStatus.DISPATCHED
                    || (head.status() == HeadStatus.RUNNING
                        && lease != null
                        && lease.owner() == null);
              },
              Head::updatedAt,
              atMost);
      case SILENT ->
          agents(
              head -> {
                AgentLease lease = head.lease();
                return (head.status() == HeadStatus.DISPATCHED
                        || head.status() == HeadStatus.RUNNING)
                    && lease != null
                    && !lease.until().isAfter(until);
              },
              head -> head.lease() == null ? head.updatedAt() : head.lease().until(),
              atMost);
      case OVERDUE ->
          agents(
              head -> {
                Instant deadline = head.resumeDeadline();
                return head.status() == HeadStatus.SUSPENDED
                    && deadline != null
                    && !deadline.isAfter(until);
              },
              head -> head.resumeDeadline() == null ? head.updatedAt() : head.resumeDeadline(),
              atMost);
    };
  }

  private List<String> queuedAgents(int atMost) {
    List<Request> requests = new ArrayList<>();
    for (MemoryTables.Agent agent : tables.agents()) {
      Head head = agent.head;
      if (!agent.queued.isEmpty() && (head == null || head.status() == HeadStatus.IDLE)) {
        requests.add(new Request(agent.queued.firstKey(), agent.name));
      }
    }
    requests.sort(Comparator.comparingLong(Request::id));
    return requests.stream().map(Request::agent).limit(atMost).toList();
  }

  private List<String> agents(Predicate<Head> which, Function<Head, Instant> since, int atMost) {
    List<Head> found = new ArrayList<>();
    for (MemoryTables.Agent agent : tables.agents()) {
      Head head = agent.head;
      if (head != null && which.test(head)) {
        found.add(head);
      }
    }
    found.sort(Comparator.comparing(since));
    return found.stream().map(Head::agent).limit(atMost).toList();
  }

  @Override
  public synchronized List<Timer> due(Instant until, int atMost) {
    List<Timer> due = new ArrayList<>();
    for (MemoryTables.Agent agent : tables.agents()) {
      for (Timer timer : agent.timers.values()) {
        if (!timer.dueAt().isAfter(until)) {
          due.add(timer);
        }
      }
    }
    due.sort(Comparator.comparing(Timer::dueAt));
    return List.copyOf(due.subList(0, Math.min(atMost, due.size())));
  }

  @Override
  public synchronized List<Head> heads(String after, int atMost) {
    List<Head> all = new ArrayList<>();
    for (MemoryTables.Agent agent : tables.agents()) {
      Head head = agent.head;
      if (head != null && head.agent().compareTo(after) > 0) {
        all.add(head);
      }
    }
    all.sort(Comparator.comparing(Head::agent));
    return List.copyOf(all.subList(0, Math.min(all.size(), atMost)));
  }

  @Override
  public synchronized List<Event> unpublished(int atMost) {
    return tables.unpublished().stream().limit(atMost).toList();
  }

  @Override
  public synchronized List<ClaimedEvent> claimEvents(
      Predicate<Event> wanted, Instant now, Instant until, int atMost) {
    List<ClaimedEvent> all = new ArrayList<>();
    for (Event event : tables.unpublished()) {
      Holding before = taken.get(event.id());
      if (all.size() < atMost
          && (before == null || !before.until().isAfter(now))
          && wanted.test(event)) {
        Holding holding = new Holding(until, before == null ? 1 : before.time() + 1);
        taken.put(event.id(), holding);
        all.add(new ClaimedEvent(event, holding.time()));
      }
    }
    return all;
  }

  @Override
  public synchronized void extendClaims(Collection<String> eventIds, Instant until) {
    eventIds.forEach(id -> taken.computeIfPresent(id, (k, old) -> new Holding(until, old.time())));
  }

  @Override
  public synchronized void markPublished(Collection<String> eventIds, Instant at) {
    for (String id : eventIds) {
      tables.publish(id, at);
      taken.remove(id);
    }
  }

  @Override
  public synchronized Pruned prune(Instant before) {
    return pruning.apply(tables, before).all();
  }

  @Override
  public synchronized List<Event> events(String agent, long after, int atMost) {
    MemoryTables.Agent rows = tables.find(agent);
    if (rows == null) {
      return List.of();
    }
    return rows.events.stream().filter(event -> event.seq() > after).limit(atMost).toList();
  }

  @Override
  public void observe(Signals seen) {
    signals.put(seen.agent(), seen);
  }

  @Override
  public @Nullable Signals observed(String agent) {
    return signals.get(agent);
  }

  private record Holding(Instant until, int time) {}

  private record Request(long id, String agent) {}
}
