package dev.statute.server.internal.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import dev.statute.runtime.Engine;
import dev.statute.runtime.ManualClock;
import dev.statute.server.ServerSettings;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.store.LocalDoorbell;
import dev.statute.store.StoreException;
import dev.statute.turns.TurnCodec;
import dev.statute.turns.TurnDependencies;
import dev.statute.turns.store.MemoryTurnStore;
import dev.statute.turns.store.TurnStore;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TurnFeatureTest {
  static final Path CHART =
      Path.of(System.getProperty("statute.root", "../.."), "charts", "agent-turn.yaml");

  static final TurnCodec UNUSED =
      TurnCodec.of(
          snapshot -> "",
          (text, chart) -> {
            throw new AssertionError("there is no agent");
          },
          values -> "",
          text -> Map.of());

  private final AtomicInteger readings = new AtomicInteger();

  /** Returns a store that cannot be read for the first time. */
  private TurnStore store() {
    MemoryTurnStore memory = new MemoryTurnStore();
    return (TurnStore)
        Proxy.newProxyInstance(
            TurnStore.class.getClassLoader(),
            new Class<?>[] {TurnStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("due") && readings.incrementAndGet() == 1) {
                throw new StoreException("unreachable", "the store restarts", null);
              }
              return method.invoke(memory, arguments);
            });
  }

  @Test
  void the_watchdog_runs_again_after_the_store_could_not_be_read() {
    ManualClock clock = new ManualClock();
    TurnDependencies dependencies =
        new TurnDependencies(
            store(), clock, new Random(1), UNUSED, new LocalDoorbell(), Runnable::run);
    try (Statute statute = Statute.load(CHART);
        Engine engine = statute.engine().sameThread().clock(clock).build();
        TurnFeature feature = new TurnFeature(dependencies)) {
      feature.addRoutes(
          new RouteTable(),
          new ServerContext(ServerSettings.DEFAULT, statute, engine, clock, Runnable::run));
      for (int second = 1; second <= 3; second++) {
        clock.advance(Duration.ofSeconds(1));
        assertThat(readings).hasValue(second);
      }
    }
  }
}
