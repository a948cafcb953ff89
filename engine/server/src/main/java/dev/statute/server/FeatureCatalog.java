package dev.statute.server;

import dev.statute.server.internal.chart.ChartRoutes;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.health.HealthRoutes;
import dev.statute.server.internal.hook.HookRoutes;
import dev.statute.server.internal.instance.InstanceFeature;
import dev.statute.server.internal.journal.DecisionJournal;
import dev.statute.server.internal.page.PageFeature;
import dev.statute.server.internal.page.PlaygroundFeature;
import dev.statute.server.internal.stream.StreamRegistry;
import dev.statute.server.internal.telemetry.MetricsFeature;
import dev.statute.server.internal.telemetry.ResourceFeature;
import dev.statute.server.internal.telemetry.TraceFeature;
import dev.statute.server.internal.turn.TurnFeature;
import dev.statute.turns.TurnDependencies;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All features of the server, in the order in which their routes are listed. */
final class FeatureCatalog {
  private FeatureCatalog() {}

  static List<ServerFeature> all(
      StreamRegistry streams, DecisionJournal journal, @Nullable TurnDependencies turns) {
    List<ServerFeature> all = new ArrayList<>();
    all.add(new ChartRoutes());
    all.add(new InstanceFeature(journal));
    all.add(new TurnFeature(turns));
    all.add(new HookRoutes());
    all.add(new HealthRoutes(streams));
    all.add(new PageFeature(journal));
    all.add(new PlaygroundFeature());
    all.add(new MetricsFeature());
    all.add(new TraceFeature());
    all.add(new ResourceFeature());
    return all;
  }
}
