package dev.statute.runtime;

import dev.statute.policy.Policy;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import dev.statute.store.InstanceStore;
import dev.statute.store.MemoryStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Says what an {@link Engine} is made of. Confined to one thread. */
public final class EngineBuilder {
  private final Charts charts = new Charts();
  private final Map<String, AsyncHandler> handlers = new LinkedHashMap<>();
  private final List<Listener> listeners = new ArrayList<>();
  private Clock clock = Clock.system();
  private InstanceStore store = new MemoryStore();
  private @Nullable Router router;
  private @Nullable Executor executor;
  private @Nullable Executor handlerExecutor;
  private int mailbox = 1000;
  private int keptEvents = 32;

  EngineBuilder() {}

  /** A chart and the rules that judge it; several versions may stand side by side. */
  public EngineBuilder chart(Chart chart, Policy policy) {
    charts.register(Interpreter.of(chart, policy));
    return this;
  }

  /** A chart with its rules, put together elsewhere. */
  public EngineBuilder chart(Interpreter interpreter) {
    charts.register(interpreter);
    return this;
  }

  /** A chart that no rules judge. */
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

  /** Where instances are kept; the host closes it after the engine. */
  public EngineBuilder store(InstanceStore store) {
    this.store = store;
    return this;
  }

  /**
   * What runs the steps, which never block unless a listener or the store does. Default: as many
   * threads as processors, stopped with the engine.
   */
  public EngineBuilder executor(Executor executor) {
    this.executor = executor;
    return this;
  }

  /** What runs the handlers, which may block. Default: as many threads as it takes. */
  public EngineBuilder handlerExecutor(Executor executor) {
    this.handlerExecutor = executor;
    return this;
  }

  /**
   * Runs steps and handlers on the thread that brings them, before the call returns: with a {@link
   * ManualClock}, a test is deterministic.
   */
  public EngineBuilder sameThread() {
    return executor(SameThread.INSTANCE).handlerExecutor(SameThread.INSTANCE);
  }

  /**
   * How many inputs may wait for one instance, 1,000 unless given; more are {@code rejected} with
   * code {@code mailbox-full}. Timers, answers and what instances send each other always get in.
   */
  public EngineBuilder mailbox(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a mailbox holds at least 1 input, not " + capacity);
    }
    mailbox = capacity;
    return this;
  }

  /**
   * How many of its last events an instance keeps for subscribers that come late; 32 unless given,
   * some 300 bytes each.
   */
  public EngineBuilder keptEvents(int number) {
    if (number < 0) {
      throw new IllegalArgumentException("cannot keep " + number + " events");
    }
    keptEvents = number;
    return this;
  }

  /** The engine; what waits in the store goes on at once. */
  public Engine build() {
    List<ExecutorService> owned = new ArrayList<>();
    Executor steps = executor;
    if (steps == null) {
      int processors = Runtime.getRuntime().availableProcessors();
      ExecutorService own = Executors.newFixedThreadPool(processors, threads("statute-step"));
      owned.add(own);
      steps = own;
    }
    Executor work = handlerExecutor;
    if (work == null) {
      ExecutorService own = Executors.newCachedThreadPool(threads("statute-handler"));
      owned.add(own);
      work = own;
    }
    Parts parts =
        new Parts(
            charts, clock, store, steps, work, handlers, listeners, router, mailbox, keptEvents);
    Engine engine = new Engine(new Core(parts), owned);
    engine.recover();
    return engine;
  }

  /** What an engine is made of. */
  record Parts(
      Charts charts,
      Clock clock,
      InstanceStore store,
      Executor executor,
      Executor handlerExecutor,
      Map<String, AsyncHandler> handlers,
      List<Listener> listeners,
      @Nullable Router router,
      int mailbox,
      int keptEvents) {
    Parts {
      handlers = new LinkedHashMap<>(handlers);
      listeners = List.copyOf(listeners);
    }
  }

  private static ThreadFactory threads(String name) {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
