package dev.statute.server.internal.instance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.statute.runtime.InstanceHandle;
import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.BodyFields;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.server.internal.journal.DecisionJournal;
import dev.statute.step.Outcome;
import java.net.URLEncoder;
import java.util.Map;

/** Routes that begin, show, park, retry and delete instances. Thread-safe. */
final class InstanceRoutes {
  private final ServerContext context;
  private final DecisionJournal journal;

  InstanceRoutes(ServerContext context, DecisionJournal journal) {
    this.context = context;
    this.journal = journal;
  }

  void addTo(RouteTable routes) {
    routes
        .post("/v1/instances", AccessRole.ACT, "Begins an instance", this::begin)
        .body("application/json")
        .reply(201, "application/json");
    routes.get("/v1/instances/{id}", AccessRole.READ, "Shows an instance", this::show);
    routes.get(
        "/v1/instances/{id}/phases",
        AccessRole.READ,
        "Shows the phases of the work, what blocks it, and the changed files",
        request -> ApiReply.json(200, requireInstance(context, request.path("id")).phases()));
    routes
        .delete("/v1/instances/{id}", AccessRole.ADMIN, "Deletes an instance", this::delete)
        .reply(204, "");
    routes
        .post("/v1/instances/{id}/park", AccessRole.ADMIN, "Sets an instance aside", this::park)
        .body("application/json");
    routes.post(
        "/v1/instances/{id}/retry", AccessRole.ADMIN, "Continues a parked one", this::retry);
  }

  private ApiReply begin(ApiRequest request) {
    InstanceStart start = InstanceStart.parse(request.json());
    return new ApiReply.Later(
        start.spawn(context).thenApply(outcome -> begun(start.id(), outcome)));
  }

  private ApiReply begun(String id, Outcome outcome) {
    if (outcome instanceof Outcome.Started) {
      return ApiReply.json(201, InstanceJson.of(context, requireInstance(context, id)))
          .withHeader("Location", path(id));
    }
    String code = String.valueOf(outcome.code());
    int status =
        switch (code) {
          case "exists" -> 409;
          case "stopped", "store", "fenced" -> 503; // may succeed later
          default -> 422;
        };
    throw ApiProblem.of(status, code, String.valueOf(outcome.message()));
  }

  private ApiReply show(ApiRequest request) {
    return ApiReply.json(
        200, InstanceJson.of(context, requireInstance(context, request.path("id"))));
  }

  /** Deletes an instance with its decision log; no exit actions run. */
  private ApiReply delete(ApiRequest request) {
    String id = request.path("id");
    return new ApiReply.Later(
        context
            .engine()
            .forget(id)
            .thenApplyAsync(
                existed -> {
                  if (!existed) {
                    throw ApiProblem.noInstance(id);
                  }
                  journal.delete(id);
                  return ApiReply.empty(204);
                },
                context.executor()));
  }

  private ApiReply park(ApiRequest request) {
    String id = request.path("id");
    String reason = BodyFields.text(request.optionalJson(), "reason");
    if (!context.engine().park(id, reason == null ? "parked by an operator" : reason)) {
      throw ApiProblem.noInstance(id);
    }
    return ApiReply.json(200, Map.of("id", id, "status", "parked"));
  }

  private ApiReply retry(ApiRequest request) {
    String id = request.path("id");
    if (!context.engine().retry(id)) {
      requireInstance(context, id);
      throw ApiProblem.of(409, "not-parked", "'" + id + "' is not parked");
    }
    return ApiReply.json(200, Map.of("id", id, "status", "live"));
  }

  /** Returns the path of an instance, encoded. */
  static String path(String id) {
    return "/v1/instances/" + URLEncoder.encode(id, UTF_8).replace("+", "%20");
  }

  /** Returns the instance, or throws 404. */
  static InstanceHandle requireInstance(ServerContext context, String id) {
    InstanceHandle handle = context.engine().instance(id);
    if (handle.snapshot() == null) {
      throw ApiProblem.noInstance(id);
    }
    return handle;
  }
}
