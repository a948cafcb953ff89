package dev.statute.runtime.internal.actor;

import dev.statute.runtime.Clock;
import dev.statute.runtime.EngineBuilder;
import dev.statute.runtime.Listener;
import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.effect.HandlerInvocation;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.reload.ChartRegistry;
import dev.statute.runtime.internal.reload.RegistrationCheck;
import dev.statute.runtime.internal.stream.EventSubscribers;
import dev.statute.runtime.internal.thread.StepThreadGuard;
import dev.statute.runtime.internal.thread.StepWatchdog;
import dev.statute.runtime.internal.timer.TimerQueue;
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
public final class EngineContext {
  private static final Logger LOG = LoggerFactory.getLogger(EngineContext.class);

  /** Rings when there is something in the inbox of an instance. */
  private static final String INBOX = "inbox/";

  /** Rings when an event was handled that came from another worker. */
  private static final String HANDLED = "handled/";

  private final Map<String, InstanceActor> actors = new ConcurrentHashMap<>();
  private final Map<String, EventSubscribers> subscribers = new ConcurrentHashMap<>();
  private final EngineBuilder.Parts parts;
  private final TimerQueue timers;
  private final EffectExecutor effects;
  private final RemoteInstances remoteInstances;
  private final Subscription doorbellSubscription;
  private final @Nullable LeaseAndPollLoop leaseAndPoll;
  private final @Nullable StepWatchdog watchdog;
  private volatile boolean stopped;

  public EngineContext(EngineBuilder.Parts parts) {
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
                parts.clock(), timers, parts.stepLimit(), parts.pool(), this::notifySlowStep);
    effects = new EffectExecutor(this, jobs, parts.router());
    remoteInstances = new RemoteInstances(this);
    LeaseAndPollLoop.Times times = parts.times();
    leaseAndPoll = times == null ? null : new LeaseAndPollLoop(this, times, parts.random());
    doorbellSubscription = parts.doorbell().listen(this::onRing);
    parts.charts().setRecipients(this::canReach);
  }

  /** Whether what an instance sends finds somebody; a router may know anybody. */
  private boolean canReach(String from, String to) {
    if (parts.router() != null) {
      return true;
    }
    if (to.equals("#parent")) {
      InstanceActor cell = actors.get(from);
      ClaimedInstance hold = cell == null ? null : cell.claimed();
      return hold == null || hold.instance() == null || hold.instance().parent() != null;
    }
    InstanceActor cell = actors.get(to);
    return (cell != null && cell.snapshot() != null) || store().inspect(to) != null;
  }

  /** Begins to work on what is in the store. */
  public void start() {
    if (leaseAndPoll != null) {
      leaseAndPoll.start();
    }
  }

  public ChartRegistry charts() {
    return parts.charts();
  }

  public RegistrationCheck check() {
    return parts.check();
  }

  public Map<String, Long> handlerFailures() {
    return effects.handlerFailures();
  }

  public Clock clock() {
    return parts.clock();
  }

  public InstanceStore store() {
    return parts.store();
  }

  Executor executor() {
    return parts.executor();
  }

  /** A step begins on this thread; what it gives is given back to {@link #leaveStep}. */
  boolean enterStep(String id) {
    StepThreadGuard.enter();
    return watchdog != null && watchdog.onStepStart(id);
  }

  void leaveStep(boolean outer) {
    if (outer && watchdog != null) {
      watchdog.onStepEnd();
    }
    StepThreadGuard.leave();
  }

  public Map<String, Duration> slowSteps() {
    return watchdog == null ? Map.of() : watchdog.slow();
  }

  private void notifySlowStep(String id, Duration took) {
    runAsync(() -> notifyListeners(listener -> listener.onSlowStep(id, took)));
  }

  /** On a thread that no instance and no timer needs. */
  public void runAsync(Runnable work) {
    try {
      parts.subscriberExecutor().execute(work);
    } catch (Throwable e) {
      work.run(); // the engine is closing, or there is no thread
    }
  }

  public Worker worker() {
    return parts.worker();
  }

  public int mailboxCapacity() {
    return parts.mailbox();
  }

  /** After so many failures in a row an instance is set aside. */
  int parkThreshold() {
    return parts.patience();
  }

  /** How long to wait before something is tried again. */
  Duration retryDelay() {
    return parts.times() == null ? Duration.ofSeconds(1) : parts.times().poll();
  }

  TimerQueue timers() {
    return timers;
  }

  EffectExecutor effects() {
    return effects;
  }

  RemoteInstances remoteInstances() {
    return remoteInstances;
  }

  public boolean isStopped() {
    return stopped;
  }

  void notifyListeners(Consumer<Listener> call) {
    PostCommitActions.notifyEach(parts.listeners(), call);
  }

  @Nullable
  public InstanceActor actor(String id) {
    return actors.get(id);
  }

  /** All that are in memory. */
  Collection<InstanceActor> actors() {
    return actors.values();
  }

  /** The cell of an instance, which may have nothing in it. */
  public InstanceActor openActor(String id) {
    return actors.computeIfAbsent(id, same -> new InstanceActor(same, this));
  }

  /** Puts a message that must not be lost. */
  public void enqueue(String id, ActorMessage message) {
    InstanceActor cell = openActor(id);
    while (!cell.mailbox().offerUnbounded(message)) {
      removeActor(cell);
      cell = openActor(id);
    }
  }

  /** Puts a message of the host's; false if too many are waiting. */
  public boolean offer(String id, ActorMessage message) {
    while (true) {
      InstanceActor cell = openActor(id);
      switch (cell.mailbox().offer(message)) {
        case TAKEN -> {
          return true;
        }
        case FULL -> {
          return false;
        }
        case CLOSED -> removeActor(cell);
      }
    }
  }

  /** The cell closed its mailbox. */
  void removeActor(InstanceActor cell) {
    actors.remove(cell.id(), cell);
  }

  /** Does something again after a pause. */
  void retryLater(Runnable work) {
    timers.schedule(new TimerQueue.Sleeper(same -> work.run()), clock().now().plus(retryDelay()));
  }

  /** Tells whoever works on an instance that there is something in its inbox. */
  public void ring(String id) {
    ringDoorbell(INBOX + id);
  }

  /** Tells whoever waits for what comes of an event in the inbox of an instance. */
  void ringHandledDoorbell(String id) {
    ringDoorbell(HANDLED + id);
  }

  /** Every ring may be lost, one whose doorbell throws too: others look by themselves. */
  private void ringDoorbell(String topic) {
    try {
      parts.doorbell().ring(topic);
    } catch (Throwable e) {
      LOG.warn("the doorbell threw on a ring for {}", topic, e);
    }
  }

  private void onRing(String topic) {
    if (stopped) {
      return;
    }
    if (topic.startsWith(INBOX)) {
      openActor(topic.substring(INBOX.length())).ring();
    } else if (topic.startsWith(HANDLED)) {
      String id = topic.substring(HANDLED.length());
      notifySubscribers(id);
      if (remoteInstances.isAwaited(id)) {
        execute(() -> remoteInstances.poll(id));
      }
    }
  }

  /** On a thread of the engine. */
  void execute(Runnable work) {
    try {
      executor().execute(work);
    } catch (RejectedExecutionException e) {
      LOG.debug("the engine is closing", e);
    }
  }

  /** Follows the events of an instance from the one after a number on. */
  public Subscription subscribe(String id, long after, Consumer<StreamEvent> consumer) {
    Subscription[] follower = new Subscription[1];
    subscribers.compute(
        id,
        (same, known) -> {
          EventSubscribers log =
              known == null
                  ? new EventSubscribers(
                      (seen, most) -> store().events(id, seen, most), parts.subscriberExecutor())
                  : known;
          follower[0] = log.subscribe(after, consumer);
          return log;
        });
    notifySubscribers(id);
    return () -> {
      follower[0].close();
      subscribers.computeIfPresent(id, (same, log) -> log.hasSubscribers() ? log : null);
    };
  }

  /** An instance may have new events. */
  void notifySubscribers(String id) {
    EventSubscribers log = subscribers.isEmpty() ? null : subscribers.get(id);
    if (log != null) {
      log.notifySubscribers();
    }
  }

  /** Any instance may. */
  void notifySubscribers() {
    subscribers.values().forEach(EventSubscribers::notifySubscribers);
  }

  /** Takes an event to its instance that was just put into the inbox. */
  public void acceptEntry(Entry entry) {
    if (!offer(entry.instance(), new ActorMessage.Posted(entry, false))) {
      openActor(entry.instance()).ring(); // it is read from there when there is room
    }
  }

  /** Reads what needs somebody from the store, and wakes it. */
  public void recover() {
    if (leaseAndPoll != null) {
      leaseAndPoll.pollNow();
    }
  }

  public void stop() {
    stopped = true;
    try {
      doorbellSubscription.close();
    } catch (Throwable e) {
      LOG.warn("the doorbell threw when it was left", e);
    }
    timers.close();
    effects.stopAll();
    remoteInstances.stop();
  }

  /** After the last step: others may have what this engine held. */
  public void retire() {
    if (leaseAndPoll != null) {
      try {
        store().retire(worker());
      } catch (Throwable e) {
        LOG.warn("worker {} could not say that it goes; its lease runs out", worker().name(), e);
      }
    }
  }
}
