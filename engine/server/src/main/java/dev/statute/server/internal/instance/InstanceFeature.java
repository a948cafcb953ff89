package dev.statute.server.internal.instance;

import dev.statute.runtime.EngineBuilder;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.server.internal.journal.DecisionJournal;

/** Routes of instances. Thread-safe. */
public final class InstanceFeature implements ServerFeature {
  private final DecisionJournal journal;
  private final StepCollector collector;
  private final FindingMemory findings = new FindingMemory();
  private final RecentEvents events = new RecentEvents();

  public InstanceFeature(DecisionJournal journal) {
    this.journal = journal;
    collector = new StepCollector(journal);
  }

  @Override
  public void configure(EngineBuilder engine) {
    // the journal numbers the steps that the collector returns
    engine.listener(journal).listener(collector).listener(findings).listener(events);
  }

  @Override
  public void addRoutes(RouteTable routes, ServerContext context) {
    new InstanceListRoute(context, findings).addTo(routes);
    new InstanceRoutes(context, journal).addTo(routes);
    new InputRoutes(context, collector).addTo(routes);
    new LifeRoutes(context, journal).addTo(routes);
    new StepRoutes(context, journal).addTo(routes);
    new InstanceStreamRoute(context).addTo(routes);
    new RecentEventsRoute(events).addTo(routes);
  }
}
