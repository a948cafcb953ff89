package dev.statute.telemetry;

import dev.statute.runtime.Engine;
import dev.statute.runtime.Listener;
import dev.statute.store.InstanceAdministration.ChartUse;
import dev.statute.store.StoreException;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics of an engine and of its Java process in the format of Prometheus. The instances of the
 * store are counted at each scrape. Thread-safe.
 */
public final class PrometheusMetrics implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PrometheusMetrics.class);
  private static final int MAX_CHARTS = 200;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final EngineMetrics metrics = new EngineMetrics(registry);
  private final MultiGauge instances =
      MultiGauge.builder("statute.instances")
          .description("Instances in the store")
          .register(registry);
  private volatile @Nullable Engine engine;

  /** Creates the metrics of a process. */
  public PrometheusMetrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  /** Returns the listener for the builder of the engine. */
  public Listener listener() {
    return metrics;
  }

  /** Adds the load of the engine, and the instances of its store. */
  public void bind(Engine built) {
    engine = built;
    metrics.bind(built);
  }

  /**
   * Formats all metrics.
   *
   * @param accept the {@code Accept} header, which may ask for OpenMetrics; null = plain text
   */
  public String scrape(@Nullable String accept) {
    countInstances();
    return registry.scrape(contentType(accept));
  }

  /** Returns the media type of {@link #scrape} for an {@code Accept} header. */
  public static String contentType(@Nullable String accept) {
    return accept != null && accept.contains("application/openmetrics-text")
        ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
        : "text/plain; version=0.0.4; charset=utf-8";
  }

  private void countInstances() {
    Engine bound = engine;
    if (bound == null) {
      return;
    }
    try {
      instances.register(rows(bound.store().charts()), true);
    } catch (StoreException e) {
      LOG.warn("the instances of the store cannot be counted", e);
      instances.register(List.of(), true);
    }
  }

  private static List<Row<?>> rows(List<ChartUse> uses) {
    Map<String, long[]> counts = new TreeMap<>();
    for (ChartUse use : uses) {
      boolean known = counts.containsKey(use.name()) || counts.size() < MAX_CHARTS;
      long[] count = counts.computeIfAbsent(known ? use.name() : "other", name -> new long[2]);
      count[0] += use.live();
      count[1] += use.all() - use.live();
    }
    List<Row<?>> rows = new ArrayList<>();
    counts.forEach(
        (chart, count) -> {
          rows.add(Row.of(Tags.of("chart", chart, "status", "live"), count[0]));
          rows.add(Row.of(Tags.of("chart", chart, "status", "ended"), count[1]));
        });
    return rows;
  }

  /** Removes all meters. */
  @Override
  public void close() {
    registry.close();
  }
}
