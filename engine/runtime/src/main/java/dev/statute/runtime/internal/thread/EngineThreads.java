package dev.statute.runtime.internal.thread;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Default threads of an engine. Thread-safe. */
public final class EngineThreads {
  /** Limit of concurrent handlers on a JDK without virtual threads. */
  public static final int MAX_HANDLER_THREADS = 128;

  /** Limit of concurrent subscribers on a JDK without virtual threads. */
  public static final int MAX_SUBSCRIBER_THREADS = 64;

  /** Time for the work of each pool to end, however late it is. */
  private static final Duration MIN_WAIT = Duration.ofSeconds(1);

  private final List<ExecutorService> executors = new ArrayList<>();
  private boolean hasStepPool;

  /** Threads that work for this engine. */
  private final Set<Thread> engineThread = ConcurrentHashMap.newKeySet();

  /** Creates the pool for steps: as many threads as processors, all started at once. */
  public ThreadPoolExecutor stepPool() {
    int processors = Runtime.getRuntime().availableProcessors();
    ThreadPoolExecutor pool = pool(processors, "statute-step");
    executors.add(pool);
    hasStepPool = true;
    int unused = pool.prestartAllCoreThreads();
    return pool;
  }

  /**
   * Wraps the host's executor of steps. Work that it does not take, whatever it throws, runs on a
   * thread of this engine, so that no instance waits for a thread for ever.
   */
  public Executor withSpareThreads(Executor host) {
    ThreadPoolExecutor spare = pool(Runtime.getRuntime().availableProcessors(), "statute-spare");
    spare.allowCoreThreadTimeOut(true);
    executors.add(spare);
    return new FallbackExecutor(host, markThreads(spare));
  }

  /**
   * Creates an executor for work that may block: a virtual thread each, from JDK 21 on; before,
   * {@code most} threads, for which further work queues.
   */
  public Executor blockingPool(String name, int most) {
    ExecutorService pool = virtualThreads();
    if (pool == null) {
      ThreadPoolExecutor bounded = pool(most, name);
      bounded.allowCoreThreadTimeOut(true);
      pool = bounded;
    }
    executors.add(pool);
    return markThreads(pool);
  }

  private static @Nullable ExecutorService virtualThreads() {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      return null;
    }
  }

  /** Wraps a pool so that {@link #isEngineThread} recognizes its threads. */
  public Executor markThreads(Executor pool) {
    return work ->
        pool.execute(
            () -> {
              engineThread.add(Thread.currentThread());
              try {
                work.run();
              } finally {
                engineThread.remove(Thread.currentThread());
              }
            });
  }

  /** Tests whether the calling thread works for this engine, and would wait for itself. */
  public boolean isEngineThread() {
    return engineThread.contains(Thread.currentThread());
  }

  /** Tests whether steps run on threads of this engine, not on those of the host. */
  public boolean hasStepPool() {
    return hasStepPool;
  }

  /** Accepts no more work. */
  public void shutdown() {
    executors.forEach(ExecutorService::shutdown);
  }

  /** Waits for running work until the limit, and a moment for each pool, then interrupts it. */
  public void awaitTermination(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    try {
      for (ExecutorService each : executors) {
        long wait = Math.max(end - System.nanoTime(), MIN_WAIT.toNanos());
        if (!each.awaitTermination(wait, TimeUnit.NANOSECONDS)) {
          each.shutdownNow();
        }
      }
    } catch (InterruptedException e) {
      executors.forEach(ExecutorService::shutdownNow);
      Thread.currentThread().interrupt();
    }
  }

  private static ThreadPoolExecutor pool(int threads, String name) {
    return new ThreadPoolExecutor(
        threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named(name));
  }

  private static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
