package dev.statute.runtime.internal.actor;

import dev.statute.runtime.AsyncHandler;
import dev.statute.runtime.Clock;
import dev.statute.runtime.Listener;
import dev.statute.runtime.Router;
import dev.statute.runtime.internal.reload.ChartRegistry;
import dev.statute.runtime.internal.reload.RegistrationCheck;
import dev.statute.store.Doorbell;
import dev.statute.store.InstanceStore;
import dev.statute.store.Worker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Parts and settings of an engine.
 *
 * @param times null = no other worker can use the store
 * @param pool thread pool of the executor, if it belongs to the engine
 * @param stepLimit null = the duration of steps is not watched
 * @param mailboxCapacity inputs that may wait per instance
 * @param parkThreshold consecutive failures after which an instance is parked
 */
public record EngineConfiguration(
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
    int mailboxCapacity,
    int parkThreshold) {
  public EngineConfiguration {
    handlers = new LinkedHashMap<>(handlers);
    listeners = List.copyOf(listeners);
  }
}
