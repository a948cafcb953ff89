package dev.statute.runtime;

import dev.statute.policy.spi.Policy;
import dev.statute.runtime.internal.actor.ActorEngine;
import dev.statute.runtime.internal.actor.EngineConfiguration;
import dev.statute.runtime.internal.actor.EngineListeners;
import dev.statute.runtime.internal.actor.LeaseAndPollLoop;
import dev.statute.runtime.internal.reload.ChartRegistry;
import dev.statute.runtime.internal.reload.RegistrationCheck;
import dev.statute.runtime.internal.thread.EngineThreads;
import dev.statute.runtime.internal.thread.SameThreadExecutor;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.store.Doorbell;
import dev.statute.store.InstanceStore;
import dev.statute.store.MemoryStore;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Builder of an {@link Engine}. Confined to one thread. */
public final class EngineBuilder {
  /** Replaces longer durations, which no instant and no number of nanoseconds can hold. */
  private static final Duration FOREVER = Duration.ofDays(100 * 365);

  private final List<Supplier<Interpreter>> charts = new ArrayList<>();
  private final Map<String, AsyncHandler> handlers = new LinkedHashMap<>();
  private final List<Listener> listeners = new ArrayList<>();
  private Clock clock = Clock.system();
  private @Nullable InstanceStore store;
  private Doorbell doorbell = SilentDoorbell.INSTANCE;
  private RandomGenerator random = new SplittableRandom();
  private @Nullable String worker;
  private Duration lease = Duration.ofSeconds(15);
  private Duration poll = Duration.ofSeconds(1);
  private Duration idleTime = Duration.ofMinutes(10);
  private int maxInMemory = 100_000;
  private int parkThreshold = 3;
  private @Nullable Router router;
  private @Nullable Executor executor;
  private @Nullable Executor handlerExecutor;
  private @Nullable Executor subscriberExecutor;
  private Duration stepLimit = Duration.ofSeconds(2);
  private int mailboxCapacity = 1000;
  private int keptEvents = 32;
  private boolean strict;
  private final List<Consumer<? super Engine>> onBuilt = new ArrayList<>();

  EngineBuilder() {}

  /**
   * Adds a chart and its rules; several versions may be added. {@link #build} refuses a chart that
   * names policies and is given {@link Policy#NONE}; to omit its rules on purpose, give {@link
   * Policy#none}.
   */
  public EngineBuilder chart(Chart chart, Policy policy) {
    charts.add(() -> Interpreter.of(chart, policy));
    return this;
  }

  /** Adds a chart with its rules. */
  public EngineBuilder chart(Interpreter interpreter) {
    charts.add(() -> interpreter);
    return this;
  }

  /** Adds a chart that names no policies. {@link #build} refuses a chart that does. */
  public EngineBuilder chart(Chart chart) {
    return chart(chart, Policy.NONE);
  }

  /** Registers the handler of {@code call: name} and {@code invoke: {task: name}}. */
  public EngineBuilder handler(String name, Handler handler) {
    return asyncHandler(name, call -> CompletableFuture.completedFuture(handler.handle(call)));
  }

  /** Registers an asynchronous handler. */
  public EngineBuilder asyncHandler(String name, AsyncHandler handler) {
    if (handlers.putIfAbsent(name, handler) != null) {
      throw new IllegalArgumentException("there are two handlers called '" + name + "'");
    }
    return this;
  }

  /**
   * Refuses charts that lack something, such as a handler, with an {@link IllegalArgumentException}
   * from {@link #build} or {@link Engine#register}. By default this is logged and listed by {@link
   * Engine#warnings}.
   */
  public EngineBuilder strict() {
    strict = true;
    return this;
  }

  /** Passes the engine to a consumer at the end of {@link #build}. */
  public EngineBuilder onBuilt(Consumer<? super Engine> consumer) {
    onBuilt.add(consumer);
    return this;
  }

  public EngineBuilder listener(Listener listener) {
    listeners.add(listener);
    return this;
  }

  /** Sets the receiver of sends to targets that are no instances of this engine. */
  public EngineBuilder router(Router router) {
    this.router = router;
    return this;
  }

  public EngineBuilder clock(Clock clock) {
    this.clock = clock;
    return this;
  }

  /**
   * Sets the store of instances, possibly shared with other engines; the host closes it after the
   * engine. Default: a store in memory, for this engine alone.
   */
  public EngineBuilder store(InstanceStore store) {
    this.store = store;
    return this;
  }

  /**
   * Sets the doorbell that wakes the workers of a store before their next poll; the host closes it.
   * Default: polling alone.
   */
  public EngineBuilder doorbell(Doorbell doorbell) {
    this.doorbell = doorbell;
    return this;
  }

  /**
   * Sets the name of this worker; at most one live worker has a name. Default: a generated name.
   */
  public EngineBuilder worker(String name) {
    this.worker = name;
    return this;
  }

  /**
   * Sets the time that other workers wait for this one if it dies or stalls; default 15 seconds.
   * Choose it longer than any pause of the process. A lease that is too short costs work, never
   * safety.
   */
  public EngineBuilder lease(Duration lease) {
    this.lease = positive(lease, "lease");
    return this;
  }

  /**
   * Sets the average time between polls of the store, for events from other processes and instances
   * of dead workers. Default: one second.
   */
  public EngineBuilder poll(Duration poll) {
    this.poll = positive(poll, "poll");
    return this;
  }

  /** Sets the source of jitter between polls, so that many workers do not poll at once. */
  public EngineBuilder random(RandomGenerator random) {
    this.random = random;
    return this;
  }

  /**
   * Sets when idle instances leave memory for the store, where every worker may continue them:
   * after this idle time, or earlier if there are too many. Default: ten minutes and 100,000.
   * Instances that wait for a handler stay; without a store all do.
   */
  public EngineBuilder passivate(Duration idle, int inMemory) {
    this.idleTime = positive(idle, "idle time");
    if (inMemory < 1) {
      throw new IllegalArgumentException("at least 1 instance is in memory, not " + inMemory);
    }
    this.maxInMemory = inMemory;
    return this;
  }

  /**
   * Sets the number of consecutive failures of the interpreter or its rules after which an instance
   * is parked, so that one event does not occupy a worker for ever; default 3.
   */
  public EngineBuilder parkAfter(int failures) {
    if (failures < 1) {
      throw new IllegalArgumentException("an instance is set aside after at least 1 failure");
    }
    parkThreshold = failures;
    return this;
  }

  private static Duration positive(Duration duration, String what) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("the " + what + " must be positive, not " + duration);
    }
    return duration.compareTo(FOREVER) > 0 ? FOREVER : duration;
  }

  /**
   * Sets the executor of steps, which block only if a policy, a listener or the store does.
   * Default: as many threads as processors, stopped with the engine, and one more for each step
   * beyond the {@link #stepLimit} while it lasts, at most 64.
   *
   * <p>An executor must run what it takes. Work that it refuses, by whatever it throws, runs on a
   * thread of the engine: to limit waiting inputs, use {@link #mailboxCapacity}.
   */
  public EngineBuilder executor(Executor executor) {
    this.executor = executor;
    return this;
  }

  /**
   * Sets the executor of handlers, which may block. Default: virtual threads from JDK 21 on;
   * before, at most 128 threads, for which further calls queue.
   */
  public EngineBuilder handlerExecutor(Executor executor) {
    this.handlerExecutor = executor;
    return this;
  }

  /**
   * Sets the executor of subscribers and of stop requests to handlers, which may block. Default:
   * virtual threads from JDK 21 on; before, at most 64 threads.
   */
  public EngineBuilder subscriberExecutor(Executor executor) {
    this.subscriberExecutor = executor;
    return this;
  }

  /**
   * Sets the time limit of a step; default 2 seconds. A longer step appears in the log, in {@link
   * Engine#slowSteps} and in {@link Listener#onSlowStep}; other instances continue beside it.
   */
  public EngineBuilder stepLimit(Duration limit) {
    this.stepLimit = positive(limit, "limit of a step");
    return this;
  }

  /**
   * Runs steps, handlers and subscribers on the calling thread, before the call returns: with a
   * {@link ManualClock}, a test is deterministic.
   */
  public EngineBuilder sameThread() {
    return executor(SameThreadExecutor.INSTANCE).handlerExecutor(SameThreadExecutor.INSTANCE);
  }

  /**
   * Sets the number of inputs that may wait for one instance, default 1,000; more are {@code
   * rejected} with code {@code mailbox-full}. Timers, answers and sends between instances are
   * always accepted.
   */
  public EngineBuilder mailboxCapacity(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a mailbox holds at least 1 input, not " + capacity);
    }
    mailboxCapacity = capacity;
    return this;
  }

  /**
   * Sets the number of recent events that an instance keeps for late subscribers, and of ids of
   * handled events, in an engine without a store; default 32, about 300 bytes each.
   */
  public EngineBuilder keptEvents(int number) {
    if (number < 0) {
      throw new IllegalArgumentException("cannot keep " + number + " events");
    }
    keptEvents = number;
    return this;
  }

  /**
   * Builds the engine; it continues with the instances in the store at once. Instances of
   * unregistered charts wait, see {@link Engine#unknownCharts}.
   *
   * @throws IllegalArgumentException if a chart names policies and was given none, or lacks
   *     something in a {@linkplain #strict strict} engine
   * @throws StoreException {@code worker-exists}, or if the store cannot be read
   */
  public Engine build() {
    ChartRegistry known = new ChartRegistry();
    charts.forEach(each -> known.register(each.get()));
    RegistrationCheck check = new RegistrationCheck(new LinkedHashSet<>(handlers.keySet()), strict);
    known.inRegistrationOrder().forEach(check::check);
    EngineThreads threads = new EngineThreads();
    ThreadPoolExecutor pool = null;
    Executor steps = executor;
    if (steps == null) {
      pool = threads.stepPool();
      steps = threads.markThreads(pool);
    } else if (steps != SameThreadExecutor.INSTANCE) {
      steps = threads.withSpareThreads(steps);
    }
    Executor work =
        handlerExecutor == null
            ? threads.blockingPool("statute-handler", EngineThreads.MAX_HANDLER_THREADS)
            : handlerExecutor;
    Executor subscribers =
        subscriberExecutor != null
            ? subscriberExecutor
            : executor == SameThreadExecutor.INSTANCE
                ? executor
                : threads.blockingPool("statute-subscriber", EngineThreads.MAX_SUBSCRIBER_THREADS);
    LeaseAndPollLoop.Times times =
        store == null
            ? null
            : new LeaseAndPollLoop.Times(lease, poll, idleTime, maxInMemory, random);
    EngineConfiguration configuration =
        new EngineConfiguration(
            known,
            store == null ? new MemoryStore(keptEvents) : store,
            worker == null ? Worker.here() : Worker.here(worker),
            clock,
            new EngineListeners(listeners),
            new EngineConfiguration.Executors(steps, work, subscribers, pool),
            new EngineConfiguration.Limits(
                mailboxCapacity,
                parkThreshold,
                executor == SameThreadExecutor.INSTANCE ? null : stepLimit,
                store == null ? Duration.ofSeconds(1) : poll));
    ActorEngine engine =
        new ActorEngine(
            configuration,
            new EngineConfiguration.Recipients(handlers, router),
            doorbell,
            times,
            check,
            threads);
    try {
      engine.start();
      onBuilt.forEach(consumer -> consumer.accept(engine));
    } catch (RuntimeException | Error e) {
      engine.close();
      throw e;
    }
    return engine;
  }
}
