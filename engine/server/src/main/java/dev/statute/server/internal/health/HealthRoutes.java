package dev.statute.server.internal.health;

import dev.statute.json.JsonText;
import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.server.internal.stream.StreamRegistry;
import dev.statute.store.InstanceAdministration.ChartUse;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Routes for probes, and the description of all routes. Thread-safe. */
public final class HealthRoutes implements ServerFeature {
  private static final int LISTED = 20;

  private final StreamRegistry streams;

  public HealthRoutes(StreamRegistry streams) {
    this.streams = streams;
  }

  @Override
  public void addRoutes(RouteTable routes, ServerContext context) {
    routes.get(
        "/health/live",
        AccessRole.PUBLIC,
        "Tells that the process serves requests",
        request -> live());
    routes
        .get(
            "/health/ready",
            AccessRole.PUBLIC,
            "Tells whether the store is reachable and all charts are known; lists what is set"
                + " aside",
            request -> ready(context))
        .reply(200, "application/json")
        .reply(503, "application/json");
    routes.get(
        "/openapi.json",
        AccessRole.PUBLIC,
        "Describes the routes",
        request -> ApiReply.json(JsonText.write(ApiDescription.of(routes))));
  }

  private ApiReply live() {
    return ApiReply.json(200, Map.of("status", "ok", "streams", (long) streams.size()));
  }

  private static ApiReply ready(ServerContext context) {
    List<String> problems = new ArrayList<>();
    List<String> aside = new ArrayList<>(); // by decisions about single instances, not by faults
    try {
      for (ChartUse use : context.engine().unknownCharts()) {
        problems.add(
            use.live()
                + (use.live() == 1 ? " instance runs " : " instances run ")
                + use.name()
                + " "
                + use.version()
                + ", not loaded");
      }
      Filter parked = new Filter(List.of(Status.PARKED, Status.QUARANTINED), null, "", LISTED);
      for (InstanceSummary each : context.store().list(parked)) {
        aside.add(each.id());
      }
    } catch (StoreException e) {
      problems.add("the store cannot be read: " + e.code());
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", problems.isEmpty() ? "ok" : "not ready");
    json.put("problems", problems);
    json.put("set_aside", aside);
    return ApiReply.json(problems.isEmpty() ? 200 : 503, json);
  }
}
