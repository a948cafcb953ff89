package dev.statute.server.internal.telemetry;

import dev.statute.runtime.EngineBuilder;
import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.telemetry.PrometheusMetrics;

/** HttpRoute for metrics in the format of Prometheus. Thread-safe. */
public final class MetricsFeature implements ServerFeature {
  private final PrometheusMetrics metrics = new PrometheusMetrics();

  @Override
  public void configure(EngineBuilder engine) {
    engine.listener(metrics.listener());
  }

  @Override
  public void addRoutes(RouteTable routes, ServerContext context) {
    metrics.bind(context.engine());
    routes
        .get("/metrics", AccessRole.READ, "Metrics in the format of Prometheus", this::scrape)
        .reply(200, "text/plain");
  }

  private ApiReply scrape(ApiRequest request) {
    String accept = request.header("Accept");
    return ApiReply.text(200, PrometheusMetrics.contentType(accept), metrics.scrape(accept));
  }

  @Override
  public void close() {
    metrics.close();
  }
}
