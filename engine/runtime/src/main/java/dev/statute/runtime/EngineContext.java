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
final class EngineContext {
  private static final Logger LOG = LoggerFactory.getLogger(EngineContext.class);

  /** Rings when there is something in the inbox of an instance. */
  private static final String INBOX = "inbox/";

  /** Rings when an event was handled that came from another worker. */
  private static final String HANDLED = "handled/";

  private final Map<String, InstanceActor> cells = new ConcurrentHashMap<>();
  private final Map<String, EventSubscribers> logs = new ConcurrentHashMap<>();
  private final EngineBuilder.Parts parts;
  private final TimerQueue timers;
  private final EffectExecutor effects;
  private final RemoteInstances elsewhere;
  private final Subscription rings;
  private final @Nullable LeaseAndPollLoop watch;
  private final @Nullable StepWatchdog watchdog;
  private volatile boolean stopped;

  EngineContext(EngineBuilder.Parts parts) {
    this.parts = parts;
    timers = new TimerQueue(parts.clock());
    HandlerRegistry jobs =
        new HandlerRegistry(
            this,
            parts.handlers(),
            new HandlerInvocation.Surroundings(
                parts.handlerExecutor(), parts.subscriberExecutor(), timers, parts.clock()));
    watchdog =
        parts.stepLimit() == null
            ? null
            : new StepWatchdog(
                parts.clock(), timers, parts.stepLimit(), parts.pool(), this::tellSlow);
    effects = new EffectExecutor(this, jobs, parts.router());
    elsewhere = new RemoteInstances(this);
    LeaseAndPollLoop.Times times = parts.times();
    watch = times == null ? null : new LeaseAndPollLoop(this, times, parts.random());
    rings = parts.doorbell().listen(this::rung);
    parts.charts().among(this::knows);
  }

  /** Whether what an instance sends finds somebody; a router may know anybody. */
  private boolean knows(String from, String to) {
    if (parts.router() != null) {
      return true;
    }
    if (to.equals("#parent")) {
      InstanceActor cell = cells.get(from);
      ClaimedInstance hold = cell == null ? null : cell.hold();
      return hold == null || hold.life() == null || hold.life().parent() != null;
    }
    InstanceActor cell = cells.get(to);
    return (cell != null && cell.snapshot() != null) || store().inspect(to) != null;
  }

  /** Begins to work on what is in the store. */
  void start() {
    if (watch != null) {
      watch.start();
    }
  }

  ChartRegistry charts() {
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
    StepThreadGuard.enter();
    return watchdog != null && watchdog.began(id);
  }

  void leave(boolean outer) {
    if (outer && watchdog != null) {
      watchdog.ended();
    }
    StepThreadGuard.leave();
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

  EffectExecutor effects() {
    return effects;
  }

  RemoteInstances elsewhere() {
    return elsewhere;
  }

  boolean isStopped() {
    return stopped;
  }

  void tell(Consumer<Listener> call) {
    PostCommitActions.each(parts.listeners(), call);
  }

  @Nullable InstanceActor cell(String id) {
    return cells.get(id);
  }

  /** All that are in memory. */
  Collection<InstanceActor> cells() {
    return cells.values();
  }

  /** The cell of an instance, which may have nothing in it. */
  InstanceActor open(String id) {
    return cells.computeIfAbsent(id, same -> new InstanceActor(same, this));
  }

  /** Puts a message that must not be lost. */
  void put(String id, ActorMessage message) {
    InstanceActor cell = open(id);
    while (!cell.mailbox().put(message)) {
      gone(cell);
      cell = open(id);
    }
  }

  /** Puts a message of the host's; false if too many are waiting. */
  boolean offer(String id, ActorMessage message) {
    while (true) {
      InstanceActor cell = open(id);
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
  void gone(InstanceActor cell) {
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
          EventSubscribers log =
              known == null
                  ? new EventSubscribers(
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
    EventSubscribers log = logs.isEmpty() ? null : logs.get(id);
    if (log != null) {
      log.ring();
    }
  }

  /** Any instance may. */
  void followed() {
    logs.values().forEach(EventSubscribers::ring);
  }

  /** Takes an event to its instance that was just put into the inbox. */
  void bring(Entry entry) {
    if (!offer(entry.instance(), new ActorMessage.Posted(entry, false))) {
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
