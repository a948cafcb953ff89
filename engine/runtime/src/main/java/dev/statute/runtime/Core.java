package dev.statute.runtime;

import dev.statute.store.InstanceStore;
import dev.statute.store.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What all instances of an engine share, and the cells that are in memory. Thread-safe. */
final class Core {
  private final Map<String, Cell> cells = new ConcurrentHashMap<>();
  private final Charts charts;
  private final Clock clock;
  private final InstanceStore store;
  private final Executor executor;
  private final int capacity;
  private final int kept;
  private final List<Listener> listeners;
  private final TimerQueue timers;
  private final Worker worker;
  private final Effects effects;
  private volatile boolean stopped;

  Core(EngineBuilder.Parts parts) {
    this.charts = parts.charts();
    this.clock = parts.clock();
    this.store = parts.store();
    this.executor = parts.executor();
    this.capacity = parts.mailbox();
    this.kept = parts.keptEvents();
    this.listeners = parts.listeners();
    this.timers = new TimerQueue(clock);
    this.worker = new Worker("engine-" + UUID.randomUUID(), UUID.randomUUID().toString());
    store.enlist(worker, clock.now(), clock.now().plus(Duration.ofDays(36500)));
    Jobs jobs =
        new Jobs(
            this, parts.handlers(), new Work.Surroundings(parts.handlerExecutor(), timers, clock));
    this.effects = new Effects(this, jobs, parts.router());
  }

  Charts charts() {
    return charts;
  }

  Clock clock() {
    return clock;
  }

  InstanceStore store() {
    return store;
  }

  Executor executor() {
    return executor;
  }

  int capacity() {
    return capacity;
  }

  int kept() {
    return kept;
  }

  List<Listener> listeners() {
    return listeners;
  }

  Worker worker() {
    return worker;
  }

  TimerQueue timers() {
    return timers;
  }

  Effects effects() {
    return effects;
  }

  boolean isStopped() {
    return stopped;
  }

  @Nullable Cell cell(String id) {
    return cells.get(id);
  }

  /** The cell of an instance, which may have nothing in it. */
  Cell open(String id) {
    return cells.computeIfAbsent(id, same -> new Cell(same, this));
  }

  /** Puts a message that must not be lost. */
  void put(String id, Message message) {
    Cell cell = open(id);
    while (!cell.mailbox().put(message)) {
      gone(cell);
      cell = open(id);
    }
  }

  /** Puts a message of the host's; false if too many are waiting. */
  boolean offer(String id, Message message) {
    while (true) {
      Cell cell = open(id);
      switch (cell.mailbox().offer(message)) {
        case TAKEN -> {
          return true;
        }
        case FULL -> {
          return false;
        }
        case CLOSED -> gone(cell);
      }
    }
  }

  /** The cell closed its mailbox. */
  void gone(Cell cell) {
    cells.remove(cell.id(), cell);
  }

  /** How many instances are in memory. */
  int size() {
    return cells.size();
  }

  /** Reads what needs somebody from the store, and wakes it. */
  void recover() {
    for (String id : store.due(clock.now(), clock.now(), worker, "", Integer.MAX_VALUE)) {
      open(id).wake();
    }
  }

  void stop() {
    stopped = true;
    timers.close();
    effects.stopAll();
    store.retire(worker);
  }
}
