package dev.statute.spring.internal;

import dev.statute.runtime.Engine;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceStore.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Health of an engine: {@code DOWN} if it is closed or its store cannot be read; {@code DEGRADED},
 * which does not change the status of the application, if instances are parked or wait for a chart
 * that is not here.
 */
public final class StoreHealth extends AbstractHealthIndicator {
  private static final String SQLITE = "sqlite:";
  private static final int MAX_PARKED = 20;

  private final Engine engine;
  private final String store;

  /** Creates the indicator of a store, by the property {@code statute.store}. */
  public StoreHealth(Engine engine, String store) {
    super("the store of instances cannot be read");
    this.engine = engine;
    this.store = store;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    if (engine.isClosed()) {
      health.down().withDetail("reason", "the engine is closed");
      return;
    }
    if (store.startsWith(SQLITE) && !Files.exists(Path.of(store.substring(SQLITE.length())))) {
      health.down().withDetail("reason", "the file of the store is gone");
      return;
    }
    Filter filter = new Filter(List.of(Status.PARKED, Status.QUARANTINED), null, "", MAX_PARKED);
    List<String> parked = engine.store().list(filter).stream().map(each -> each.id()).toList();
    List<String> unknown =
        engine.unknownCharts().stream().map(use -> use.name() + " " + use.version()).toList();
    if (parked.isEmpty() && unknown.isEmpty()) {
      health.up();
    } else {
      health.status("DEGRADED");
    }
    health.withDetail("parked", parked).withDetail("unknownCharts", unknown);
    health.withDetail("instancesInMemory", engine.instancesInMemory());
  }
}
