package dev.statute.telemetry;

import dev.statute.runtime.Clock;
import dev.statute.runtime.InstanceHandle;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.telemetry.internal.resource.ResourceLevels;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Periodic comparison of resources with their limits.
 *
 * <p>Reports the event {@code resources.exhausted {resource, used, limit, message}} when the first
 * limit has been exceeded for the patience of the limits, and {@code resources.available} when all
 * are kept again, by the margin and for the same time. Usage about a limit therefore changes
 * nothing. A reading that fails changes nothing either and is logged once until one succeeds. An
 * event that the listener does not take is reported again after the next reading, unless another
 * one replaces it; it has an id, so that an instance that took it already takes it for a duplicate.
 *
 * <p>Thread-safe. Events are reported one after another, by the executor's thread.
 */
public final class ResourceMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ResourceMonitor.class);

  private final ResourceProbe probe;
  private final ResourceLimits limits;
  private final Clock clock;
  private final Executor executor;
  private final Consumer<Input.Event> listener;
  private final ResourceLevels levels;
  private final Clock.Alarm alarm;
  private @Nullable ExecutorService owned;
  private volatile boolean failed;
  private boolean warned;

  /** Event that the listener has not taken yet; null = there is none. */
  private Input.@Nullable Event untold;

  private volatile Input.@Nullable Event exhausted;
  private volatile boolean closed;

  private ResourceMonitor(
      ResourceProbe probe,
      ResourceLimits limits,
      Clock clock,
      Executor executor,
      Consumer<Input.Event> listener) {
    this.probe = probe;
    this.limits = limits;
    this.clock = clock;
    this.executor = executor;
    this.listener = listener;
    this.levels = new ResourceLevels(limits.limits(), limits.patience(), limits.margin());
    this.alarm = clock.steady().alarm(this::ring);
  }

  /**
   * Starts to watch, with a daemon thread of its own. Without limits nothing is read.
   *
   * @param listener is given each event; sends it to the instances that it concerns
   */
  public static ResourceMonitor start(
      ResourceProbe probe, ResourceLimits limits, Clock clock, Consumer<Input.Event> listener) {
    ExecutorService thread = Executors.newSingleThreadExecutor(ResourceMonitor::thread);
    ResourceMonitor monitor = start(probe, limits, clock, thread, listener);
    monitor.owned = thread;
    return monitor;
  }

  /** Starts to watch; readings and reports run on the executor, one after another. */
  public static ResourceMonitor start(
      ResourceProbe probe,
      ResourceLimits limits,
      Clock clock,
      Executor executor,
      Consumer<Input.Event> listener) {
    ResourceMonitor monitor = new ResourceMonitor(probe, limits, clock, executor, listener);
    if (!limits.isEmpty()) {
      monitor.ring();
    }
    return monitor;
  }

  /** Sends an event about resources to an instance, and logs if the instance does not take it. */
  @SuppressWarnings("FutureReturnValueIgnored") // the stage itself logs what fails
  public static void send(InstanceHandle instance, Input.Event event) {
    instance
        .send(event)
        .whenComplete(
            (outcome, error) -> {
              if (error != null) {
                LOG.error("'{}' could not take {}", instance.id(), event.name(), error);
              } else if (outcome instanceof Outcome.Failed || outcome instanceof Outcome.Rejected) {
                LOG.warn(
                    "'{}' did not take {}: {}", instance.id(), event.name(), outcome.message());
              }
            });
  }

  /** Returns the event that reported the present lack of resources; null = there is none. */
  public Input.@Nullable Event exhausted() {
    return exhausted;
  }

  /** Returns the names of limits that are not watched, as their resource cannot be read here. */
  public List<String> unwatched() {
    return levels.unread();
  }

  /** Ends the watch; a reading under way reports nothing any more. */
  @Override
  public void close() {
    closed = true;
    alarm.clear();
    ExecutorService thread = owned;
    if (thread != null) {
      thread.shutdownNow();
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "statute-resources");
    thread.setDaemon(true);
    return thread;
  }

  private void ring() {
    if (closed) {
      return;
    }
    try {
      executor.execute(this::read);
    } catch (Throwable e) { // full for a while, or broken: the next ring reads
      if (!failed) {
        LOG.warn("no thread to read resources; reading again later", e);
      }
      failed = true;
      setAlarm();
    }
  }

  private void warnOfUnread() {
    if (!warned && !levels.unread().isEmpty()) {
      warned = true;
      LOG.warn("limits without effect, as this system does not tell: {}", levels.unread());
    }
  }

  private synchronized void read() {
    Instant now = clock.now();
    try {
      Input.Event change = levels.update(now, probe.read());
      Input.Event event = change == null ? untold : change.withId("resources/" + UUID.randomUUID());
      untold = event;
      if (event != null && !closed) {
        exhausted = event.name().equals(ResourceLevels.EXHAUSTED) ? event : null;
        listener.accept(event);
        untold = null;
      }
      failed = false;
      warnOfUnread();
    } catch (IOException | RuntimeException | Error e) {
      if (!failed && !closed) {
        LOG.warn("resources cannot be read, or their change was not taken", e);
      }
      failed = true;
    } finally {
      setAlarm();
    }
  }

  private void setAlarm() {
    if (!closed) {
      alarm.set(clock.steady().now().plus(limits.interval()));
    }
  }
}
