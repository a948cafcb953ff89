package dev.statute.server.internal.telemetry;

import dev.statute.server.internal.feature.ServerContext;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.store.InstanceStore.RegisteredWorker;
import dev.statute.store.InstanceStore.Status;
import dev.statute.telemetry.ResourceLimits;
import dev.statute.telemetry.ResourceMonitor;
import dev.statute.telemetry.ResourceProbe;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Limits of one version of a chart, and the events to its instances. Thread-safe. */
final class ChartResources implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChartResources.class);
  private static final Input.Event AVAILABLE = new Input.Event("resources.available");

  private final ServerContext context;
  private final Chart chart;
  private final ResourceLimits limits;
  private volatile @Nullable ResourceMonitor monitor;

  private ChartResources(ServerContext context, Chart chart, ResourceLimits limits) {
    this.context = context;
    this.chart = chart;
    this.limits = limits;
  }

  /**
   * Reads the limits of a chart.
   *
   * @return null if it has none
   * @throws IllegalArgumentException if one has no meaning
   */
  static @Nullable ChartResources of(ServerContext context, Chart chart) {
    ResourceLimits limits = ResourceLimits.of(chart.settings().all());
    return limits.isEmpty() ? null : new ChartResources(context, chart, limits);
  }

  /** Tests for the same chart with the same settings and rules. */
  boolean isOf(Chart other) {
    return chart.revision().equals(other.revision());
  }

  /**
   * Starts to watch. Instances that wait for resources since an earlier run of the server continue:
   * what lacked then is not known to lack now, and is reported again if it does.
   */
  void start(ResourceProbe probe) {
    context.executor().execute(this::resumeWaiting);
    monitor =
        ResourceMonitor.start(probe, limits, context.clock(), context.executor(), this::sendToAll);
  }

  /** Returns the event of the present lack of resources; null = there is none. */
  Input.@Nullable Event exhausted() {
    ResourceMonitor present = monitor;
    return present == null ? null : present.exhausted();
  }

  private void sendToAll(Input.Event event) {
    LOG.info("{} to the instances of {}", event.name(), chart.name());
    forEachInstance(id -> send(id, event));
  }

  private void resumeWaiting() {
    forEachInstance(
        id -> {
          if (context.engine().instance(id).can(AVAILABLE) instanceof Outcome.Taken) {
            send(id, AVAILABLE);
          }
        });
  }

  /** Sends an event and logs its loss. */
  void send(String id, Input.Event event) {
    ResourceMonitor.send(context.engine().instance(id), event);
  }

  private void forEachInstance(Consumer<String> action) {
    Set<String> others = otherWorkers();
    context.forEachInstance(
        List.of(Status.LIVE),
        chart.name(),
        each -> {
          boolean isElsewhere = each.holder() != null && others.contains(each.holder());
          if (!isElsewhere && each.version() == chart.version()) {
            action.accept(each.id());
          }
        });
  }

  /** Names of other workers with a valid lease, which watch their own resources. */
  private Set<String> otherWorkers() {
    Set<String> others = new HashSet<>();
    for (RegisteredWorker each : context.store().workers()) {
      boolean isOwn = each.worker().equals(context.engine().worker());
      if (!isOwn && each.until().isAfter(context.clock().now())) {
        others.add(each.worker().name());
      }
    }
    return others;
  }

  @Override
  public void close() {
    ResourceMonitor present = monitor;
    if (present != null) {
      present.close();
    }
  }
}
