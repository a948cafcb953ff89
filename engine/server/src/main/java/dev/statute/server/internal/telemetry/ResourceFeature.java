package dev.statute.server.internal.telemetry;

import dev.statute.ReloadResult;
import dev.statute.runtime.EngineBuilder;
import dev.statute.runtime.Listener;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.step.Cause;
import dev.statute.step.Chart;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Step;
import dev.statute.telemetry.ResourceProbe;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch of the resources of the server's process for charts with the setting {@code
 * resource_limits}. Their instances that this server holds, or that none holds, get the events
 * {@code resources.exhausted} and {@code resources.available}; one that begins in between gets the
 * first. Thread-safe.
 */
public final class ResourceFeature implements ServerFeature, Listener {
  private static final Logger LOG = LoggerFactory.getLogger(ResourceFeature.class);

  private final Function<Path, ResourceProbe> probes;
  private volatile Map<String, ChartResources> watched = Map.of();
  private boolean closed;

  /** Creates a watch of this process. */
  public ResourceFeature() {
    this(ResourceProbe::ofThisProcess);
  }

  /** Creates a watch with other readings, each made for a file of the file system to watch. */
  ResourceFeature(Function<Path, ResourceProbe> probes) {
    this.probes = probes;
  }

  @Override
  public void configure(EngineBuilder engine) {
    engine.listener(this);
  }

  /**
   * Starts to watch; there are no routes.
   *
   * @throws IllegalArgumentException if a limit has no meaning
   */
  @Override
  public void addRoutes(RouteTable routes, ServerContext server) {
    watch(server);
    server.statute().onReload(result -> reload(server, result));
  }

  private void reload(ServerContext server, ReloadResult result) {
    if (result.isApplied() && !result.changed().isEmpty()) {
      try {
        watch(server);
      } catch (IllegalArgumentException e) {
        LOG.warn("limits of resources stay as they were: {}", e.getMessage());
      }
    }
  }

  /** Replaces the watched charts; a chart that did not change stays as it is. */
  private synchronized void watch(ServerContext server) {
    if (closed) {
      return;
    }
    Map<String, ChartResources> before = watched;
    Map<String, ChartResources> after = new LinkedHashMap<>();
    for (Interpreter each : server.statute().charts()) {
      Chart chart = each.chart();
      ChartResources known = before.get(key(chart));
      ChartResources now =
          known != null && known.isOf(chart) ? known : ChartResources.of(server, chart);
      if (now != null) {
        after.put(key(chart), now);
      }
    }
    watched = after;
    before.values().stream()
        .filter(each -> !after.containsValue(each))
        .forEach(ChartResources::close);
    after.values().stream()
        .filter(each -> !before.containsValue(each))
        .forEach(each -> each.start(probes.apply(disk(server))));
  }

  private static String key(Chart chart) {
    return chart.name() + " " + chart.version();
  }

  private static Path disk(ServerContext server) {
    Path journal = server.settings().journal();
    return journal == null ? Path.of(System.getProperty("java.io.tmpdir")) : journal;
  }

  @Override
  public void onHandled(String instance, Instant at, List<Step> steps, Duration took) {
    if (steps.get(0).cause() instanceof Cause.Start) {
      ChartResources resources = watched.get(key(steps.get(0).snapshot().chart()));
      Input.Event event = resources == null ? null : resources.exhausted();
      if (resources != null && event != null) {
        resources.send(instance, event);
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    watched.values().forEach(ChartResources::close);
    watched = Map.of();
  }
}
