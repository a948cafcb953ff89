package dev.statute.server.internal.instance;

import dev.statute.runtime.EngineBuilder;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.RouteTable;

/** Routes of instances. Thread-safe. */
public final class InstanceFeature implements ServerFeature {
  private final StepCollector collector = new StepCollector();

  @Override
  public void configure(EngineBuilder engine) {
    engine.listener(collector);
  }

  @Override
  public void addRoutes(RouteTable routes, ServerContext context) {
    new InstanceRoutes(context).addTo(routes);
    new InputRoutes(context, collector).addTo(routes);
    new InstanceStreamRoute(context).addTo(routes);
  }
}
