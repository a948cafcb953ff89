package dev.statute.runtime.internal.actor;

import dev.statute.runtime.Clock;
import dev.statute.runtime.internal.reload.ChartRegistry;
import dev.statute.runtime.internal.stream.StreamSubscriptions;
import dev.statute.runtime.internal.thread.StepWatchdog;
import dev.statute.store.Doorbell;
import dev.statute.store.InstanceStore;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.Worker;
import org.jspecify.annotations.Nullable;

/** Services that the instances of an engine share. None of them knows an actor. Thread-safe. */
final class EngineServices {
  private final InstanceStore store;
  private final ChartRegistry charts;
  private final Worker worker;
  private final Clock clock;
  private final EngineListeners listeners;
  private final EngineConfiguration.Limits limits;
  private final EngineScheduler scheduler;
  private final StepWatchdog watchdog;
  private final InstanceDoorbell doorbell;
  private final StreamSubscriptions subscriptions;
  private final EffectExecutor effects;
  private final RemoteInstances remoteInstances;
  private final UnknownCharts unknownCharts;

  /** Creates the services of an engine over its instances, which need not exist yet. */
  EngineServices(
      EngineConfiguration configuration,
      EngineConfiguration.Recipients recipients,
      Doorbell bell,
      InstanceDirectory instances) {
    store = configuration.store();
    charts = configuration.charts();
    worker = configuration.worker();
    clock = configuration.clock();
    listeners = configuration.listeners();
    limits = configuration.limits();
    scheduler = new EngineScheduler(configuration);
    watchdog =
        new StepWatchdog(
            scheduler.steady(),
            scheduler.intervals(),
            limits.step(),
            configuration.executors().pool(),
            (id, duration) ->
                scheduler.runAsync(
                    () -> listeners.forEach(listener -> listener.onSlowStep(id, duration))));
    doorbell = new InstanceDoorbell(bell);
    subscriptions = new StreamSubscriptions(store, configuration.executors().subscribers());
    effects = EffectExecutor.of(configuration, scheduler, recipients, instances);
    remoteInstances = new RemoteInstances(configuration, scheduler, doorbell, instances);
    unknownCharts = new UnknownCharts(charts);
  }

  InstanceStore store() {
    return store;
  }

  ChartRegistry charts() {
    return charts;
  }

  Worker worker() {
    return worker;
  }

  Clock clock() {
    return clock;
  }

  EngineListeners listeners() {
    return listeners;
  }

  EngineConfiguration.Limits limits() {
    return limits;
  }

  EngineScheduler scheduler() {
    return scheduler;
  }

  StepWatchdog watchdog() {
    return watchdog;
  }

  InstanceDoorbell doorbell() {
    return doorbell;
  }

  StreamSubscriptions subscriptions() {
    return subscriptions;
  }

  EffectExecutor effects() {
    return effects;
  }

  RemoteInstances remoteInstances() {
    return remoteInstances;
  }

  UnknownCharts unknownCharts() {
    return unknownCharts;
  }

  /** Loads an instance from the store; null if there is none. */
  @Nullable Stored load(String id) {
    return store.load(id, charts::chart);
  }
}
