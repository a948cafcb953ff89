package dev.statute.turns;

import dev.statute.runtime.Handler;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnStatuses;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Says what a {@link TurnWorker} can do. Confined to one thread. */
public final class TurnWorkerBuilder {
  private final Turns turns;
  private final Map<String, Handler> tools = new LinkedHashMap<>();
  private final Map<String, Duration> times = new LinkedHashMap<>();
  private @Nullable TurnHandler turnHandler;
  private @Nullable Executor executor;
  private final Set<Thread> busyTools = ConcurrentHashMap.newKeySet();
  private Consumer<Event> eventListener = event -> {};
  private String name = "worker-" + UUID.randomUUID();
  private Duration poll = Duration.ofSeconds(1);
  private Duration lease = Duration.ofSeconds(15);
  private int concurrency = 16;

  TurnWorkerBuilder(Turns turns) {
    this.turns = turns;
  }

  /** Does the rounds of turns; without one it leaves them to others. */
  public TurnWorkerBuilder handler(TurnHandler handler) {
    turnHandler = handler;
    return this;
  }

  /**
   * Carries out calls of a tool. Its reply's value is the result if it is a map, else its {@code
   * value}; a reply whose status is a word of {@link TurnStatuses.ToolStatus} says how it went.
   * Calls of other tools are left to workers that have them.
   *
   * @throws IllegalArgumentException if the tool has a handler
   */
  public TurnWorkerBuilder tool(String tool, Handler handler) {
    if (tools.putIfAbsent(tool, handler) != null) {
      throw new IllegalArgumentException("tool '" + tool + "' has two handlers");
    }
    return this;
  }

  /**
   * The same of a tool that takes long: its calls are waited for while it runs here, for at most so
   * long, beyond the time that they were given.
   *
   * @throws IllegalArgumentException if the tool has a handler
   */
  public TurnWorkerBuilder tool(String tool, Handler handler, Duration atMost) {
    times.put(tool, positive("the time of tool '" + tool + "'", atMost));
    return tool(tool, handler);
  }

  /**
   * Is told what leaves, before it is marked: at least once, and of one agent in order as long as
   * nobody dies and there is one worker, but for calls of tools that it has not. Who needs each
   * event once subscribes.
   */
  public TurnWorkerBuilder eventListener(Consumer<Event> consumer) {
    eventListener = consumer;
    return this;
  }

  /** What people call it; no two workers share a name. */
  public TurnWorkerBuilder name(String worker) {
    name = worker;
    return this;
  }

  /** How often it looks by itself; 1 s unless given. */
  public TurnWorkerBuilder poll(Duration every) {
    poll = positive("poll", every);
    return this;
  }

  /**
   * How long a call of a tool stays this worker's if it dies; 15 s unless given. Turns and calls
   * are renewed three times as often, so it is at most the {@code lease} of the chart.
   */
  public TurnWorkerBuilder lease(Duration lasts) {
    lease = positive("lease", lasts);
    return this;
  }

  /** At most so many rounds and so many tools at the same time; 16 unless given. */
  public TurnWorkerBuilder concurrency(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("atOnce " + count + " is less than 1");
    }
    concurrency = count;
    return this;
  }

  /** What rounds and tools run on; threads of its own, as many as it takes, unless given. */
  public TurnWorkerBuilder executor(Executor threads) {
    executor = threads;
    return this;
  }

  /** Begins to work. */
  public TurnWorker start() {
    return new TurnWorker(turns, this);
  }

  private static Duration positive(String what, Duration time) {
    if (time.isZero() || time.isNegative()) {
      throw new IllegalArgumentException(what + " " + time + " is not positive");
    }
    return time;
  }

  @Nullable TurnHandler turnHandler() {
    return turnHandler;
  }

  Map<String, Handler> tools() {
    return tools;
  }

  /** How long calls of tools are waited for while they run. */
  Map<String, Duration> toolTimes() {
    return times;
  }

  Consumer<Event> eventListener() {
    return eventListener;
  }

  String name() {
    return name;
  }

  Duration poll() {
    return poll;
  }

  Duration lease() {
    return lease;
  }

  Duration heartbeatInterval() {
    return lease.dividedBy(3);
  }

  int concurrency() {
    return concurrency;
  }

  /** Whether the calling thread is one on which this worker works. */
  boolean ownsExecutor() {
    return busyTools.contains(Thread.currentThread());
  }

  Executor executor() {
    return work ->
        threads()
            .execute(
                () -> {
                  boolean first = busyTools.add(Thread.currentThread());
                  try {
                    work.run();
                  } finally {
                    if (first) {
                      busyTools.remove(Thread.currentThread());
                    }
                  }
                });
  }

  /** Threads that end when they had nothing to do for a minute. */
  private synchronized Executor threads() {
    Executor known = executor;
    if (known == null) {
      ExecutorService own =
          Executors.newCachedThreadPool(
              work -> {
                Thread thread = new Thread(work, "statute-turns-" + name);
                thread.setDaemon(true);
                return thread;
              });
      executor = own;
      return own;
    }
    return known;
  }
}
