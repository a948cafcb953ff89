package dev.statute.runtime.internal.actor;

import dev.statute.runtime.AsyncHandler;
import dev.statute.runtime.Clock;
import dev.statute.runtime.Router;
import dev.statute.runtime.internal.reload.ChartRegistry;
import dev.statute.store.InstanceStore;
import dev.statute.store.Worker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** Parts and settings of an engine that its services and its instances read. */
public record EngineConfiguration(
    ChartRegistry charts,
    InstanceStore store,
    Worker worker,
    Clock clock,
    EngineListeners listeners,
    Executors executors,
    Limits limits) {
  /**
   * Executors of an engine.
   *
   * @param steps runs steps
   * @param handlers runs handlers, which may block
   * @param subscribers runs subscribers and listeners, which may block
   * @param pool thread pool of {@code steps}; null = the host supplied the executor
   */
  public record Executors(
      Executor steps, Executor handlers, Executor subscribers, @Nullable ThreadPoolExecutor pool) {}

  /**
   * Limits of an engine.
   *
   * @param mailboxCapacity inputs that may wait per instance
   * @param parkThreshold consecutive failures after which an instance is parked
   * @param step null = the duration of steps is not watched
   * @param retryDelay pause before a retry
   */
  public record Limits(
      int mailboxCapacity, int parkThreshold, @Nullable Duration step, Duration retryDelay) {}

  /**
   * Recipients of effects outside the engine.
   *
   * @param handlers by name, in the order of their registration
   * @param router null = a send to an unknown instance is not delivered
   */
  public record Recipients(Map<String, AsyncHandler> handlers, @Nullable Router router) {
    public Recipients {
      handlers = new LinkedHashMap<>(handlers);
    }
  }
}
