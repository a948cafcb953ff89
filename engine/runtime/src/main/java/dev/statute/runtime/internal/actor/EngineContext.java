package dev.statute.runtime.internal.actor;

import dev.statute.runtime.Clock;
import dev.statute.runtime.Listener;
import dev.statute.runtime.internal.commit.ClaimedInstance;
import dev.statute.runtime.internal.effect.HandlerInvocation;
import dev.statute.runtime.internal.mailbox.ActorMessage;
import dev.statute.runtime.internal.reload.ChartRegistry;
import dev.statute.runtime.internal.reload.RegistrationCheck;
import dev.statute.runtime.internal.stream.StreamSubscriptions;
import dev.statute.runtime.internal.thread.StepThreadGuard;
import dev.statute.runtime.internal.thread.StepWatchdog;
import dev.statute.runtime.internal.timer.TimerQueue;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Entry;
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

/** State that the instances of an engine share, and its actors in memory. Thread-safe. */
public final class EngineContext {
  private static final Logger LOG = LoggerFactory.getLogger(EngineContext.class);

  private final UnknownCharts unknownCharts;
  private final Map<String, InstanceActor> actors = new ConcurrentHashMap<>();
  private final StreamSubscriptions subscriptions;
  private final EngineConfiguration configuration;
  private final TimerQueue timers;
  private final TimerQueue intervals;
  private final HandlerRegistry handlers;
  private final EffectExecutor effects;
  private final RemoteInstances remoteInstances;
  private final JoinedSteps joinedSteps = new JoinedSteps(this);
  private final InstanceDoorbell doorbell;
  private final @Nullable LeaseAndPollLoop leaseAndPoll;
  private final @Nullable StepWatchdog watchdog;
  private volatile boolean stopped;

  public EngineContext(EngineConfiguration configuration) {
    this.configuration = configuration;
    subscriptions =
        new StreamSubscriptions(configuration.store(), configuration.subscriberExecutor());
    timers = new TimerQueue(configuration.clock());
    Clock steady = configuration.clock().steady();
    intervals = steady == configuration.clock() ? timers : new TimerQueue(steady);
    handlers =
        new HandlerRegistry(
            this,
            configuration.handlers(),
            new HandlerInvocation.Environment(
                configuration.handlerExecutor(),
                configuration.subscriberExecutor(),
                timers,
                configuration.clock()));
    watchdog =
        configuration.stepLimit() == null
            ? null
            : new StepWatchdog(
                steady,
                intervals,
                configuration.stepLimit(),
                configuration.pool(),
                this::notifySlowStep);
    effects = new EffectExecutor(this, handlers, configuration.router());
    remoteInstances = new RemoteInstances(this);
    LeaseAndPollLoop.Times times = configuration.times();
    leaseAndPoll = times == null ? null : new LeaseAndPollLoop(this, times, configuration.random());
    doorbell = new InstanceDoorbell(configuration.doorbell(), this::onInbox, this::onHandled);
    unknownCharts = new UnknownCharts(configuration.charts());
    configuration.charts().setRecipients(this::canReach);
  }

  /** Tests for a reachable target of a send; a router may reach any. */
  private boolean canReach(String from, String to) {
    if (configuration.router() != null) {
      return true;
    }
    if (to.equals("#parent")) {
      InstanceActor actor = actors.get(from);
      ClaimedInstance claimed = actor == null ? null : actor.state().claimed();
      return claimed == null || claimed.instance() == null || claimed.instance().parent() != null;
    }
    InstanceActor actor = actors.get(to);
    return (actor != null && actor.state().snapshot() != null) || store().inspect(to) != null;
  }

  /** Starts processing of the store. */
  public void start() {
    if (leaseAndPoll != null) {
      leaseAndPoll.start();
    }
  }

  UnknownCharts unknownCharts() {
    return unknownCharts;
  }

  public ChartRegistry charts() {
    return configuration.charts();
  }

  public RegistrationCheck check() {
    return configuration.check();
  }

  public Map<String, Long> handlerFailures() {
    return handlers.failures();
  }

  public Clock clock() {
    return configuration.clock();
  }

  public InstanceStore store() {
    return configuration.store();
  }

  Executor executor() {
    return configuration.executor();
  }

  /** Marks the start of a step on this thread; pass the result to {@link #leaveStep}. */
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

  private void notifySlowStep(String id, Duration duration) {
    runAsync(() -> notifyListeners(listener -> listener.onSlowStep(id, duration)));
  }

  /** Runs work on a thread that no instance and no timer needs. */
  public void runAsync(Runnable work) {
    try {
      configuration.subscriberExecutor().execute(work);
    } catch (Throwable e) {
      work.run(); // the engine is closing, or there is no thread
    }
  }

  public Worker worker() {
    return configuration.worker();
  }

  public int mailboxCapacity() {
    return configuration.mailboxCapacity();
  }

  /** Returns the number of consecutive failures after which an instance is parked. */
  int parkThreshold() {
    return configuration.parkThreshold();
  }

  /** Returns the pause before a retry. */
  Duration retryDelay() {
    return configuration.times() == null ? Duration.ofSeconds(1) : configuration.times().poll();
  }

  TimerQueue timers() {
    return timers;
  }

  HandlerRegistry handlers() {
    return handlers;
  }

  EffectExecutor effects() {
    return effects;
  }

  RemoteInstances remoteInstances() {
    return remoteInstances;
  }

  JoinedSteps joinedSteps() {
    return joinedSteps;
  }

  public boolean isStopped() {
    return stopped;
  }

  void notifyListeners(Consumer<Listener> call) {
    PostCommitActions.notifyEach(configuration.listeners(), call);
  }

  @Nullable
  public InstanceActor actor(String id) {
    return actors.get(id);
  }

  /** Returns the actors in memory. */
  Collection<InstanceActor> actors() {
    return actors.values();
  }

  public int instancesInMemory() {
    return actors.size();
  }

  public long waitingMessages() {
    return actors.values().stream().mapToLong(actor -> actor.mailbox().size()).sum();
  }

  public long pendingEffects() {
    return actors.values().stream().mapToLong(actor -> actor.state().pendingEffects().size()).sum();
  }

  /** Returns the actor of an instance, which may not exist. */
  public InstanceActor openActor(String id) {
    return actors.computeIfAbsent(id, same -> new InstanceActor(same, this));
  }

  /** Enqueues a message that must not be lost. */
  public void enqueue(String id, ActorMessage message) {
    InstanceActor actor = openActor(id);
    while (!actor.mailbox().offerUnbounded(message)) {
      removeActor(actor);
      actor = openActor(id);
    }
  }

  /** Enqueues a message of the host; false if too many are waiting. */
  public boolean offer(String id, ActorMessage message) {
    while (true) {
      InstanceActor actor = openActor(id);
      switch (actor.mailbox().offer(message)) {
        case TAKEN -> {
          return true;
        }
        case FULL -> {
          return false;
        }
        case CLOSED -> removeActor(actor);
      }
    }
  }

  /** Removes an actor that closed its mailbox. */
  void removeActor(InstanceActor actor) {
    actors.remove(actor.id(), actor);
  }

  /** Repeats work after a pause. */
  void retryLater(Runnable work) {
    after(retryDelay(), new TimerQueue.Sleeper(work));
  }

  /**
   * Schedules an entry after an interval, which a clock that is set neither shortens nor extends.
   */
  void after(Duration interval, TimerQueue.Sleeper sleeper) {
    intervals.schedule(sleeper, clock().steady().now().plus(interval));
  }

  /** Cancels an entry that waits for the end of an interval. */
  void cancel(TimerQueue.Sleeper sleeper) {
    intervals.schedule(sleeper, null);
  }

  TimerQueue intervals() {
    return intervals;
  }

  /** Notifies the worker of an instance of a new event in its inbox. */
  public void ring(String id) {
    doorbell.ringInbox(id);
  }

  /** Notifies the workers that wait for the result of an event in the inbox of an instance. */
  void ringHandled(String id) {
    doorbell.ringHandled(id);
  }

  private void onInbox(String id) {
    if (!stopped) {
      openActor(id).ring();
    }
  }

  private void onHandled(String id) {
    if (!stopped) {
      subscriptions.notifySubscribers(id);
      if (remoteInstances.isAwaited(id)) {
        execute(() -> remoteInstances.poll(id));
      }
    }
  }

  /** Runs work on a thread of the engine. */
  void execute(Runnable work) {
    try {
      executor().execute(work);
    } catch (RejectedExecutionException e) {
      LOG.debug("the engine is closing", e);
    }
  }

  StreamSubscriptions subscriptions() {
    return subscriptions;
  }

  /** Delivers an event that was just put into the inbox to its instance. */
  public void acceptEntry(Entry entry) {
    if (!offer(entry.instance(), new ActorMessage.Posted(entry, false))) {
      openActor(entry.instance()).ring(); // read from the inbox once there is room
    }
  }

  /** Reads the instances with pending work from the store and wakes them. */
  public void recover() {
    if (leaseAndPoll != null) {
      leaseAndPoll.pollNow();
    }
  }

  public void stop() {
    stopped = true;
    doorbell.close();
    timers.close();
    intervals.close();
    handlers.stopAll();
    remoteInstances.stop();
  }

  /** Retires this worker after the last step: others may claim its instances. */
  public void retire() {
    if (leaseAndPoll != null) {
      try {
        store().retire(worker());
      } catch (Throwable e) {
        LOG.warn("worker {} could not retire; its lease expires", worker().name(), e);
      }
    }
  }
}
