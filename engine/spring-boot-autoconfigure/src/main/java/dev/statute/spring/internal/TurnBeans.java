package dev.statute.spring.internal;

import dev.statute.Statute;
import dev.statute.jdbc.JdbcStore;
import dev.statute.problem.Loaded;
import dev.statute.runtime.Clock;
import dev.statute.spring.StatuteProperties;
import dev.statute.store.Doorbell;
import dev.statute.store.InstanceStore;
import dev.statute.store.LocalDoorbell;
import dev.statute.turns.TurnDependencies;
import dev.statute.turns.TurnHandler;
import dev.statute.turns.TurnWorker;
import dev.statute.turns.TurnWorkerBuilder;
import dev.statute.turns.Turns;
import java.security.SecureRandom;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** Agent turns over the store of the application. */
public final class TurnBeans {
  private TurnBeans() {}

  /** Creates the turns of all charts for them. */
  public static Turns create(
      Statute statute, @Nullable InstanceStore store, Clock clock, @Nullable Doorbell doorbell) {
    if (!(store instanceof JdbcStore database)) {
      throw new IllegalStateException(
          "agent turns need a store in a database: set statute.store, or define a bean Turns");
    }
    TurnDependencies dependencies =
        new TurnDependencies(
            database.turns(),
            clock,
            new SecureRandom(),
            JdbcStore.codec(),
            doorbell == null ? new LocalDoorbell() : doorbell,
            ForkJoinPool.commonPool());
    Loaded<Turns> turns =
        Turns.of(
            dependencies,
            statute.charts().stream().filter(chart -> Turns.runsOn(chart.chart())).toList());
    Turns created = turns.value();
    if (created == null) {
      throw new IllegalStateException(
          "the charts of agent turns have problems: " + turns.problems());
    }
    return created;
  }

  /** Starts a worker for rounds and for the tools that beans handle. */
  public static TurnWorker start(
      StatuteProperties properties, Turns turns, TurnHandler handler, HandlerBeans handlers) {
    TurnWorkerBuilder builder =
        TurnWorker.builder(turns).handler(handler).concurrency(properties.workers());
    if (properties.worker() != null) {
      builder.name(properties.worker());
    }
    handlers.addTo(builder);
    return builder.start();
  }
}
