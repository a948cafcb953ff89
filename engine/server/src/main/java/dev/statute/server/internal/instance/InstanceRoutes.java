package dev.statute.server.internal.instance;

import dev.statute.runtime.InstanceHandle;
import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceAdministration.InstanceSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Routes that begin, list and show instances. Thread-safe. */
final class InstanceRoutes {
  private static final int DEFAULT_LIMIT = 100;
  private static final int MAX_LIMIT = 1_000;

  private final ServerContext context;

  InstanceRoutes(ServerContext context) {
    this.context = context;
  }

  void addTo(RouteTable routes) {
    routes
        .post("/v1/instances", AccessRole.ACT, "Begins an instance", this::begin)
        .body("application/json")
        .reply(201, "application/json");
    routes
        .get("/v1/instances", AccessRole.READ, "Lists instances", this::list)
        .query("chart", "string", "name of a chart")
        .query("limit", "integer", "most instances of a page, 100 unless given")
        .query("after", "string", "cursor of the page before")
        .reply(200, "application/json");
    routes
        .get("/v1/instances/{id}", AccessRole.READ, "Shows an instance", this::show)
        .reply(200, "application/json");
  }

  private ApiReply begin(ApiRequest request) {
    Map<String, @Nullable Object> body = request.json();
    String chart = text(body, "chart");
    if (chart == null) {
      throw ApiProblem.of(400, "body", "'chart' is missing: the name of a chart");
    }
    String given = text(body, "id");
    String id = given == null ? UUID.randomUUID().toString() : given;
    Object data = body.get("data");
    if (data != null && !(data instanceof Map<?, ?>)) {
      throw ApiProblem.of(400, "body", "'data' must be an object");
    }
    return ApiReply.later(
        spawn(id, chart, data == null ? Map.of() : asMap(data))
            .thenApply(outcome -> begun(id, outcome)));
  }

  private CompletableFuture<Outcome> spawn(
      String id, String chart, Map<String, ?> data) {
    try {
      return context.engine().spawn(id, chart, data);
    } catch (IllegalArgumentException e) {
      throw ApiProblem.of(400, "no-chart", String.valueOf(e.getMessage()));
    }
  }

  private ApiReply begun(String id, Outcome outcome) {
    if (outcome instanceof Outcome.Started) {
      return ApiReply.json(201, InstanceJson.of(context, requireInstance(id)))
          .withHeader("Location", "/v1/instances/" + id);
    }
    String code = String.valueOf(outcome.code());
    int status = code.equals("exists") ? 409 : code.equals("stopped") ? 503 : 422;
    throw ApiProblem.of(status, code, String.valueOf(outcome.message()));
  }

  private ApiReply list(ApiRequest request) {
    int limit = (int) request.query("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
    String after = request.query("after");
    Filter filter =
        new Filter(List.of(), request.query("chart"), after == null ? "" : after, limit);
    List<Object> all = new ArrayList<>();
    for (InstanceSummary each : context.store().list(filter)) {
      all.add(InstanceJson.summary(each));
    }
    return ApiReply.json(200, Map.of("instances", all));
  }

  private ApiReply show(ApiRequest request) {
    return ApiReply.json(200, InstanceJson.of(context, requireInstance(request.path("id"))));
  }

  /** Returns the instance, or throws 404. */
  private InstanceHandle requireInstance(String id) {
    return requireInstance(context, id);
  }

  static InstanceHandle requireInstance(ServerContext context, String id) {
    InstanceHandle handle = context.engine().instance(id);
    Snapshot snapshot = handle.snapshot();
    if (snapshot == null) {
      throw noInstance(id);
    }
    return handle;
  }

  static ApiProblem noInstance(String id) {
    return ApiProblem.of(404, "no-instance", "there is no instance '" + id + "'");
  }

  private static @Nullable String text(Map<String, @Nullable Object> body, String name) {
    Object value = body.get(name);
    if (value != null && !(value instanceof String)) {
      throw ApiProblem.of(400, "body", "'" + name + "' must be a text");
    }
    return (String) value;
  }

  private static Map<String, @Nullable Object> asMap(Object value) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    ((Map<?, ?>) value).forEach((key, each) -> map.put(String.valueOf(key), each));
    return map;
  }
}
