package dev.statute.server.internal.instance;

import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.http.ApiReply;
import dev.statute.server.internal.http.ApiRequest;
import dev.statute.server.internal.http.RouteTable;

/** HttpRoute of the events of one instance. Thread-safe. */
final class InstanceStreamRoute {
  private final ServerContext context;

  InstanceStreamRoute(ServerContext context) {
    this.context = context;
  }

  void addTo(RouteTable routes) {
    routes
        .get("/v1/instances/{id}/stream", AccessRole.READ, "Follows an instance", this::stream)
        .query("after", "integer", "number of the last event that is known")
        .query("stay", "boolean", "stays open after the end of the instance")
        .header("Last-Event-ID", "number of the last event that is known; precedes 'after'")
        .reply(200, "text/event-stream")
        .reply(204, "");
  }

  private ApiReply stream(ApiRequest request) {
    String id = request.path("id");
    InstanceRoutes.requireInstance(context, id);
    boolean stays = Boolean.TRUE.equals(request.flag("stay"));
    InstanceStreamSource source = new InstanceStreamSource(context, id, request.lastEvent(), stays);
    if (!stays && source.isOver()) {
      return ApiReply.empty(204); // the one status that ends the reconnects of browsers
    }
    return new ApiReply.Events(source);
  }
}
