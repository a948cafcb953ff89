package dev.statute.server.internal.page;

import dev.statute.server.AccessRole;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.server.internal.journal.DecisionJournal;

/** Inspector: its page, the files of all pages, and timelines of agents. Thread-safe. */
public final class PageFeature implements ServerFeature {
  private final PageFiles files = new PageFiles();
  private final DecisionJournal journal;

  /** Creates the feature; timelines are made from the decision logs. */
  public PageFeature(DecisionJournal journal) {
    this.journal = journal;
  }

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
    new TimelineRoutes(context, journal).addTo(routes);
  }
}
