package dev.statute.server.internal.health;

import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.server.internal.stream.StreamRegistry;
import java.util.Map;

/** Routes for probes. Thread-safe. */
public final class HealthRoutes implements ServerFeature {
  private final StreamRegistry streams;

  public HealthRoutes(StreamRegistry streams) {
    this.streams = streams;
  }

  @Override
  public void addRoutes(RouteTable routes, ServerContext context) {
    routes
        .get("/health/live", AccessRole.PUBLIC, "Tells that the process serves requests", r -> live())
        .reply(200, "application/json");
  }

  private ApiReply live() {
    return ApiReply.json(200, Map.of("status", "ok", "streams", (long) streams.size()));
  }
}
