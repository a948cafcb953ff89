package dev.statute.runtime;

import dev.statute.policy.spi.Policy;
import dev.statute.runtime.internal.actor.EngineContext;
import dev.statute.runtime.internal.actor.LeaseAndPollLoop;
import dev.statute.runtime.internal.reload.ChartRegistry;
import dev.statute.runtime.internal.reload.RegistrationCheck;
import dev.statute.runtime.internal.thread.EngineThreads;
import dev.statute.runtime.internal.thread.SameThreadExecutor;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.store.Doorbell;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.ChartUse;
import dev.statute.store.MemoryStore;
import dev.statute.store.StoreException;
import dev.statute.store.Subscription;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what an {@link Engine} is made of. Confined to one thread. */
public final class EngineBuilder {
  private static final Logger LOG = LoggerFactory.getLogger(EngineBuilder.class);

  private final List<Supplier<Interpreter>> charts = new ArrayList<>();
  private final Map<String, AsyncHandler> handlers = new LinkedHashMap<>();
  private final List<Listener> listeners = new ArrayList<>();
  private Clock clock = Clock.system();
  private @Nullable InstanceStore store;
  private Doorbell doorbell = Silence.INSTANCE;
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
   * A chart and the rules that judge it; several versions may stand side by side. A chart that
   * names policies is refused by {@link #build} if it is given {@link Policy#NONE}; to leave its
   * rules out on purpose, give {@link Policy#none}.
   */
  public EngineBuilder chart(Chart chart, Policy policy) {
    charts.add(() -> Interpreter.of(chart, policy));
    return this;
  }

  /** A chart with its rules, put together elsewhere. */
  public EngineBuilder chart(Interpreter interpreter) {
    charts.add(() -> interpreter);
    return this;
  }

  /** A chart that names no policies. One that does is refused by {@link #build}. */
  public EngineBuilder chart(Chart chart) {
    return chart(chart, Policy.NONE);
  }

  /** Does what {@code call: name} and {@code invoke: {task: name}} ask for. */
  public EngineBuilder handler(String name, Handler handler) {
    return asyncHandler(name, call -> CompletableFuture.completedFuture(handler.handle(call)));
  }

  /** As {@link #handler}, for work that waits elsewhere. */
  public EngineBuilder asyncHandler(String name, AsyncHandler handler) {
    if (handlers.putIfAbsent(name, handler) != null) {
      throw new IllegalArgumentException("there are two handlers called '" + name + "'");
    }
    return this;
  }

  /**
   * Refuses charts that miss something here, a handler that they call above all, with an {@link
   * IllegalArgumentException} from {@link #build} or {@link Engine#register}. Otherwise that is
   * logged, and {@link Engine#warnings} lists it.
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

  /** Takes what instances send to somebody else. */
  public EngineBuilder router(Router router) {
    this.router = router;
    return this;
  }

  public EngineBuilder clock(Clock clock) {
    this.clock = clock;
    return this;
  }

  /**
   * Where instances are kept, by this engine and by others; the host closes it after the engine.
   * Without one they are kept in memory, for this engine alone.
   */
  public EngineBuilder store(InstanceStore store) {
    this.store = store;
    return this;
  }

  /**
   * What wakes the workers of a store sooner than they would look by themselves; the host closes
   * it. Without one they look.
   */
  public EngineBuilder doorbell(Doorbell doorbell) {
    this.doorbell = doorbell;
    return this;
  }

  /** What people call this worker; of one name there is one at a time. Default: a new one. */
  public EngineBuilder worker(String name) {
    this.worker = name;
    return this;
  }

  /**
   * How long other workers wait for this one if it dies or stands still, 15 seconds unless given;
   * longer than any pause of the process should be. Too short a lease costs work, never safety.
   */
  public EngineBuilder lease(Duration lease) {
    this.lease = positive(lease, "lease");
    return this;
  }

  /**
   * How long it takes, on average, until the store is looked at again: for what other processes
   * brought, and for instances of workers that died. One second unless given.
   */
  public EngineBuilder poll(Duration poll) {
    this.poll = positive(poll, "poll");
    return this;
  }

  /** Spreads the looks at the store, so that many workers do not look at once. */
  public EngineBuilder random(RandomGenerator random) {
    this.random = random;
    return this;
  }

  /**
   * Which instances leave this process's memory for the store, where anybody may go on with them:
   * those that had nothing to do for so long, or more of them if there are too many. Ten minutes
   * and 100,000 unless given. Those that wait for a handler stay; so do all where no store was
   * given.
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
   * After how many failures of the interpreter or its rules in a row an instance is set aside, so
   * that one event does not keep a worker busy for ever; 3 unless given.
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
    return duration;
  }

  /**
   * What runs the steps, which never block unless a policy, a listener or the store does. Default:
   * as many threads as processors, stopped with the engine; one more for each step that takes
   * longer than the {@link #stepLimit}, while it does, at most 64.
   */
  public EngineBuilder executor(Executor executor) {
    this.executor = executor;
    return this;
  }

  /**
   * What runs the handlers, which may block. Default: a virtual thread for each from JDK 21 on;
   * before, 128 threads at most, behind which further calls wait.
   */
  public EngineBuilder handlerExecutor(Executor executor) {
    this.handlerExecutor = executor;
    return this;
  }

  /**
   * What tells subscribers and asks handlers to stop, which may block. Default: a virtual thread
   * for each from JDK 21 on; before, 64 threads at most.
   */
  public EngineBuilder subscriberExecutor(Executor executor) {
    this.subscriberExecutor = executor;
    return this;
  }

  /**
   * Longer than which no step should take, 2 seconds unless given. One that does is named in the
   * log and by {@link Engine#slowSteps}, told to {@link Listener#onSlowStep}, and other instances
   * go on beside it.
   */
  public EngineBuilder stepLimit(Duration limit) {
    this.stepLimit = positive(limit, "limit of a step");
    return this;
  }

  /**
   * Runs steps, handlers and subscribers on the thread that brings them, before the call returns:
   * with a {@link ManualClock}, a test is deterministic.
   */
  public EngineBuilder sameThread() {
    return executor(SameThreadExecutor.INSTANCE).handlerExecutor(SameThreadExecutor.INSTANCE);
  }

  /**
   * How many inputs may wait for one instance, 1,000 unless given; more are {@code rejected} with
   * code {@code mailbox-full}. Timers, answers and what instances send each other always get in.
   */
  public EngineBuilder mailboxCapacity(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a mailbox holds at least 1 input, not " + capacity);
    }
    mailboxCapacity = capacity;
    return this;
  }

  /**
   * How many of its last events an instance keeps for subscribers that come late, and how many ids
   * of those that it handled, where no store was given; 32 unless given, some 300 bytes each.
   */
  public EngineBuilder keptEvents(int number) {
    if (number < 0) {
      throw new IllegalArgumentException("cannot keep " + number + " events");
    }
    keptEvents = number;
    return this;
  }

  /**
   * The engine; what waits in the store goes on at once. Instances whose chart is not registered
   * wait: {@link Engine#unknownCharts} says which these are.
   *
   * @throws IllegalArgumentException if a chart names policies and was given none, or misses
   *     something and nothing may be missing ({@link #strict})
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
      ThreadPoolExecutor own = threads.stepPool();
      pool = own;
      steps = threads.markThreads(own);
    }
    Executor work =
        handlerExecutor == null
            ? threads.blockingPool("statute-handler", EngineThreads.MAX_HANDLER_THREADS)
            : handlerExecutor;
    Executor aside = subscriberExecutor;
    if (aside == null) {
      aside =
          executor == SameThreadExecutor.INSTANCE
              ? executor
              : threads.blockingPool("statute-subscriber", EngineThreads.MAX_SUBSCRIBER_THREADS);
    }
    InstanceStore kept = store == null ? new MemoryStore(keptEvents) : store;
    LeaseAndPollLoop.Times times =
        store == null ? null : new LeaseAndPollLoop.Times(lease, poll, idleTime, maxInMemory);
    Worker self = worker == null ? Worker.here() : Worker.here(worker);
    Parts parts =
        new Parts(
            known,
            check,
            clock,
            kept,
            doorbell,
            self,
            times,
            random,
            pool,
            steps,
            work,
            aside,
            executor == SameThreadExecutor.INSTANCE ? null : stepLimit,
            handlers,
            listeners,
            router,
            mailboxCapacity,
            parkThreshold);
    EngineContext core = new EngineContext(parts);
    try {
      known.charts().forEach(kept::saveChart);
      core.start();
    } catch (RuntimeException | Error e) {
      core.stop();
      threads.shutdown();
      throw e;
    }
    Engine engine = new Engine(core, threads);
    engine.warnings().forEach(warning -> LOG.warn("{}", warning));
    for (ChartUse use : engine.unknownCharts()) {
      LOG.warn(
          "{} instances run {} {} ({}), which is not registered; they wait",
          use.live(),
          use.name(),
          use.version(),
          use.hash());
    }
    onBuilt.forEach(consumer -> consumer.accept(engine));
    return engine;
  }

  /**
   * What an engine is made of.
   *
   * @param times null = nobody else can be at the store
   * @param pool what the executor is made of, if it is the engine's own
   * @param stepLimit null = nobody sees to how long steps take
   */
  public record Parts(
      ChartRegistry charts,
      RegistrationCheck check,
      Clock clock,
      InstanceStore store,
      Doorbell doorbell,
      Worker worker,
      LeaseAndPollLoop.@Nullable Times times,
      RandomGenerator random,
      @Nullable ThreadPoolExecutor pool,
      Executor executor,
      Executor handlerExecutor,
      Executor subscriberExecutor,
      @Nullable Duration stepLimit,
      Map<String, AsyncHandler> handlers,
      List<Listener> listeners,
      @Nullable Router router,
      int mailbox,
      int patience) {
    public Parts {
      handlers = new LinkedHashMap<>(handlers);
      listeners = List.copyOf(listeners);
    }
  }

  /** Rings for nobody. */
  private enum Silence implements Doorbell {
    INSTANCE;

    @Override
    public void ring(String topic) {}

    @Override
    public Subscription listen(Consumer<String> onRing) {
      return () -> {};
    }
  }
}
