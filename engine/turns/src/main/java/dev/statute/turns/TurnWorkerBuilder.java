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

/** Builder of a {@link TurnWorker}. Confined to one thread. */
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

  /** Sets the handler of rounds; without one the worker claims no turns. */
  public TurnWorkerBuilder handler(TurnHandler handler) {
    turnHandler = handler;
    return this;
  }

  /**
   * Registers the handler of a tool. The value of its reply is the result if it is a map, else the
   * result's {@code value}; a reply status that is a word of {@link TurnStatuses.ToolStatus} is the
   * status of the call. Calls of other tools are left to other workers.
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
   * Registers the handler of a slow tool: while it runs here, its calls are extended up to this
   * duration.
   *
   * @throws IllegalArgumentException if the tool has a handler
   */
  public TurnWorkerBuilder tool(String tool, Handler handler, Duration atMost) {
    times.put(tool, positive("the time of tool '" + tool + "'", atMost));
    return tool(tool, handler);
  }

  /**
   * Sets the listener of published events, called before an event is marked: at least once, and in
   * order per agent while there is one worker and no crash, except for calls of tools that it
   * lacks. For exactly one delivery, subscribe.
   */
  public TurnWorkerBuilder eventListener(Consumer<Event> consumer) {
    eventListener = consumer;
    return this;
  }

  /** Sets the name of the worker, unique among workers. */
  public TurnWorkerBuilder name(String worker) {
    name = worker;
    return this;
  }

  /** Sets the interval between polls; default 1 s. */
  public TurnWorkerBuilder poll(Duration every) {
    poll = positive("poll", every);
    return this;
  }

  /**
   * Sets how long a tool call stays held if this worker dies; default 15 s. Turns and calls are
   * renewed three times in this time, so it is at most the {@code lease} of the chart.
   */
  public TurnWorkerBuilder lease(Duration lasts) {
    lease = positive("lease", lasts);
    return this;
  }

  /** Sets the maximum number of concurrent rounds, and of concurrent tools; default 16. */
  public TurnWorkerBuilder concurrency(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("concurrency " + count + " is less than 1");
    }
    concurrency = count;
    return this;
  }

  /** Sets the executor of rounds and tools; default: its own threads, without a limit. */
  public TurnWorkerBuilder executor(Executor threads) {
    executor = threads;
    return this;
  }

  /** Starts the worker. */
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

  /** Returns the maximum durations of slow tools. */
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

  /** Tests whether the calling thread is one of this worker's. */
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

  /** Returns a pool with threads that end after a minute without work. */
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
