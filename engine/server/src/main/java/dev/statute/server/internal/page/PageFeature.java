package dev.statute.server.internal.page;

import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.RouteTable;

/** Inspector: its page and the files of all pages. Thread-safe. */
public final class PageFeature implements ServerFeature {
  private final PageFiles files = new PageFiles();

  @Override
  public void addRoutes(RouteTable routes, ServerContext context) {
    routes
        .get(
            "/",
            AccessRole.PUBLIC,
            "Returns the inspector's page",
            request -> files.reply(request, "index.html"))
        .reply(200, "text/html");
    routes
        .get(
            "/page/{file}",
            AccessRole.PUBLIC,
            "Returns a file of a page",
            request -> files.reply(request, request.path("file")))
        .reply(200, "text/css");
  }
}
