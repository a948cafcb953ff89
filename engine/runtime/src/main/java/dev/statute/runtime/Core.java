package dev.statute.runtime;

import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.StreamEvent;
import dev.statute.store.Subscription;
import dev.statute.store.Worker;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all instances of an engine share, and the cells that are in memory. Thread-safe. */
final class Core {
  private static final Logger LOG = LoggerFactory.getLogger(Core.class);

  /** Rings when there is something in the inbox of an instance. */
  private static final String INBOX = "inbox/";

  /** Rings when an event was handled that came from another worker. */
  private static final String HANDLED = "handled/";

  private final Map<String, Cell> cells = new ConcurrentHashMap<>();
  private final Map<String, EventLog> logs = new ConcurrentHashMap<>();
  private final EngineBuilder.Parts parts;
  private final TimerQueue timers;
  private final Effects effects;
  private final Elsewhere elsewhere;
  private final Subscription rings;
  private final @Nullable Watch watch;
  private final @Nullable StepWatchdog watchdog;
  private volatile boolean stopped;

  Core(EngineBuilder.Parts parts) {
    this.parts = parts;
    timers = new TimerQueue(parts.clock());
    Jobs jobs =
        new Jobs(
            this,
            parts.handlers(),
            new Work.Surroundings(
                parts.handlerExecutor(), parts.subscriberExecutor(), timers, parts.clock()));
    watchdog =
        parts.stepLimit() == null
            ? null
            : new StepWatchdog(
                parts.clock(), timers, parts.stepLimit(), parts.pool(), this::tellSlow);
    effects = new Effects(this, jobs, parts.router());
    elsewhere = new Elsewhere(this);
    Watch.Times times = parts.times();
    watch = times == null ? null : new Watch(this, times, parts.random());
    rings = parts.doorbell().listen(this::rung);
    parts.charts().among(this::knows);
  }

  /** Whether what an instance sends finds somebody; a router may know anybody. */
  private boolean knows(String from, String to) {
    if (parts.router() != null) {
      return true;
    }
    if (to.equals("#parent")) {
      Cell cell = cells.get(from);
      Hold hold = cell == null ? null : cell.hold();
      return hold == null || hold.life() == null || hold.life().parent() != null;
    }
    Cell cell = cells.get(to);
    return (cell != null && cell.snapshot() != null) || store().inspect(to) != null;
  }

  /** Begins to work on what is in the store. */
  void start() {
    if (watch != null) {
      watch.start();
    }
  }

  Charts charts() {
    return parts.charts();
  }

  RegistrationCheck check() {
    return parts.check();
  }

  Map<String, Long> handlerFailures() {
    return effects.handlerFailures();
  }

  Clock clock() {
    return parts.clock();
  }

  InstanceStore store() {
    return parts.store();
  }

  Executor executor() {
    return parts.executor();
  }

  /** A step begins on this thread; what it gives is given back to {@link #leave}. */
  boolean enter(String id) {
    Inside.enter();
    return watchdog != null && watchdog.began(id);
  }

  void leave(boolean outer) {
    if (outer && watchdog != null) {
      watchdog.ended();
    }
    Inside.leave();
  }

  Map<String, Duration> slowSteps() {
    return watchdog == null ? Map.of() : watchdog.slow();
  }

  private void tellSlow(String id, Duration took) {
    aside(() -> tell(listener -> listener.onSlowStep(id, took)));
  }

  /** On a thread that no instance and no timer needs. */
  void aside(Runnable work) {
    try {
      parts.subscriberExecutor().execute(work);
    } catch (Throwable e) {
      work.run(); // the engine is closing, or there is no thread
    }
  }

  Worker worker() {
    return parts.worker();
  }

  int capacity() {
    return parts.mailbox();
  }

  /** After so many failures in a row an instance is set aside. */
  int patience() {
    return parts.patience();
  }

  /** How long to wait before something is tried again. */
  Duration pause() {
    return parts.times() == null ? Duration.ofSeconds(1) : parts.times().poll();
  }

  TimerQueue timers() {
    return timers;
  }

  Effects effects() {
    return effects;
  }

  Elsewhere elsewhere() {
    return elsewhere;
  }

  boolean isStopped() {
    return stopped;
  }

  void tell(Consumer<Listener> call) {
    Telling.each(parts.listeners(), call);
  }

  @Nullable Cell cell(String id) {
    return cells.get(id);
  }

  /** All that are in memory. */
  Collection<Cell> cells() {
    return cells.values();
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

  /** Does something again after a pause. */
  void retry(Runnable work) {
    timers.sleep(new TimerQueue.Sleeper(same -> work.run()), clock().now().plus(pause()));
  }

  /** Tells whoever works on an instance that there is something in its inbox. */
  void ring(String id) {
    ringBell(INBOX + id);
  }

  /** Tells whoever waits for what comes of an event in the inbox of an instance. */
  void ringHandled(String id) {
    ringBell(HANDLED + id);
  }

  /** Every ring may be lost, one whose doorbell throws too: others look by themselves. */
  private void ringBell(String topic) {
    try {
      parts.doorbell().ring(topic);
    } catch (Throwable e) {
      LOG.warn("the doorbell threw on a ring for {}", topic, e);
    }
  }

  private void rung(String topic) {
    if (stopped) {
      return;
    }
    if (topic.startsWith(INBOX)) {
      open(topic.substring(INBOX.length())).ring();
    } else if (topic.startsWith(HANDLED)) {
      String id = topic.substring(HANDLED.length());
      followed(id);
      if (elsewhere.isAwaited(id)) {
        run(() -> elsewhere.look(id));
      }
    }
  }

  /** On a thread of the engine. */
  void run(Runnable work) {
    try {
      executor().execute(work);
    } catch (RejectedExecutionException e) {
      LOG.debug("the engine is closing", e);
    }
  }

  /** Follows the events of an instance from the one after a number on. */
  Subscription follow(String id, long after, Consumer<StreamEvent> consumer) {
    Subscription[] follower = new Subscription[1];
    logs.compute(
        id,
        (same, known) -> {
          EventLog log =
              known == null
                  ? new EventLog(
                      (seen, most) -> store().events(id, seen, most), parts.subscriberExecutor())
                  : known;
          follower[0] = log.follow(after, consumer);
          return log;
        });
    followed(id);
    return () -> {
      follower[0].close();
      logs.computeIfPresent(id, (same, log) -> log.isFollowed() ? log : null);
    };
  }

  /** An instance may have new events. */
  void followed(String id) {
    EventLog log = logs.isEmpty() ? null : logs.get(id);
    if (log != null) {
      log.ring();
    }
  }

  /** Any instance may. */
  void followed() {
    logs.values().forEach(EventLog::ring);
  }

  /** Takes an event to its instance that was just put into the inbox. */
  void bring(Entry entry) {
    if (!offer(entry.instance(), new Message.Posted(entry, false))) {
      open(entry.instance()).ring(); // it is read from there when there is room
    }
  }

  /** Reads what needs somebody from the store, and wakes it. */
  void recover() {
    if (watch != null) {
      watch.lookNow();
    }
  }

  void stop() {
    stopped = true;
    try {
      rings.close();
    } catch (Throwable e) {
      LOG.warn("the doorbell threw when it was left", e);
    }
    timers.close();
    effects.stopAll();
    elsewhere.stop();
  }

  /** After the last step: others may have what this engine held. */
  void retire() {
    if (watch != null) {
      try {
        store().retire(worker());
      } catch (Throwable e) {
        LOG.warn("worker {} could not say that it goes; its lease runs out", worker().name(), e);
      }
    }
  }
}
