package dev.statute.runtime.internal.actor;

import dev.statute.runtime.Clock;
import dev.statute.runtime.internal.reload.ChartRegistry;
import dev.statute.runtime.internal.stream.StreamSubscriptions;
import dev.statute.store.Doorbell;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Stored;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Services that the instances of an engine share. None of them knows an actor. */
record EngineServices(
    EngineConfiguration configuration,
    EngineScheduler scheduler,
    InstanceDoorbell doorbell,
    StreamSubscriptions subscriptions,
    EffectExecutor effects,
    RemoteInstances remoteInstances,
    UnknownCharts unknownCharts) {
  /** Creates the services of an engine over its instances, which need not exist yet. */
  static EngineServices of(
      EngineConfiguration configuration,
      EngineConfiguration.Recipients recipients,
      Doorbell doorbell,
      InstanceDirectory instances) {
    EngineScheduler scheduler = new EngineScheduler(configuration);
    InstanceDoorbell rings = new InstanceDoorbell(doorbell);
    return new EngineServices(
        configuration,
        scheduler,
        rings,
        new StreamSubscriptions(configuration.store(), configuration.executors().subscribers()),
        EffectExecutor.of(configuration, scheduler, recipients, instances),
        new RemoteInstances(configuration, scheduler, rings, instances),
        new UnknownCharts(configuration.charts()));
  }

  InstanceStore store() {
    return configuration.store();
  }

  ChartRegistry charts() {
    return configuration.charts();
  }

  EngineListeners listeners() {
    return configuration.listeners();
  }

  Clock clock() {
    return configuration.clock();
  }

  Instant now() {
    return configuration.clock().now();
  }

  /** Loads an instance from the store; null if there is none. */
  @Nullable Stored load(String id) {
    return configuration.store().load(id, configuration.charts()::chart);
  }
}
