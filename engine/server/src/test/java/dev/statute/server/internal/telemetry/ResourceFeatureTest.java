package dev.statute.server.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.Statute;
import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.runtime.ManualClock;
import dev.statute.server.ServerSettings;
import dev.statute.server.StatuteServer;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.step.Snapshot;
import dev.statute.store.MemoryStore;
import dev.statute.store.StreamEvent;
import dev.statute.store.Subscription;
import dev.statute.telemetry.ResourceUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of resources of the server, with readings of the test. */
class ResourceFeatureTest {
  private static final String CHART =
      "chart: limited\n"
          + "settings: { resource_limits: LIMITS }\n"
          + "initial: idle\n"
          + "states:\n"
          + "  idle: { on: { begin: work } }\n"
          + "  work: {}\n"
          + "  paused:\n"
          + "    entry: [ { emit: { resource_pause: { limits: settings.resource_limits } } } ]\n"
          + "    on: { resources.available: before }\n"
          + "  before: { history: deep, initial: idle }\n"
          + "on: { resources.exhausted: paused }\n";
  private static final long GIB = 1L << 30;

  @TempDir private Path folder;
  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore();
  private long free = 8 * GIB;

  /** Engine with the feature. */
  private final class WatchedEngine implements AutoCloseable {
    final Statute statute;
    final Engine engine;
    final ResourceFeature feature =
        new ResourceFeature(disk -> () -> new ResourceUsage(Duration.ZERO, GIB, free, 8 * GIB));

    WatchedEngine(String limits) {
      statute = Statute.load(chart(limits));
      EngineBuilder builder = statute.engine().store(store).clock(clock).sameThread();
      feature.configure(builder);
      engine = builder.build();
      ServerContext context =
          new ServerContext(ServerSettings.DEFAULT, statute, engine, clock, Runnable::run);
      feature.addRoutes(new RouteTable(), context);
    }

    List<String> states(String id) {
      Snapshot snapshot = Objects.requireNonNull(engine.instance(id).snapshot());
      return snapshot.configuration();
    }

    @Override
    public void close() {
      feature.close();
      engine.close();
      statute.close();
    }
  }

  private Path chart(String limits) {
    try {
      return Files.writeString(folder.resolve("limited.yaml"), CHART.replace("LIMITS", limits));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void seconds(long seconds) {
    clock.advance(Duration.ofSeconds(seconds));
  }

  @Test
  void instances_pause_while_the_server_lacks_resources_and_go_on_afterwards() {
    try (WatchedEngine server = new WatchedEngine("{ memory_free: 1g, patience: 10s }")) {
      server.engine.spawn("a", "limited").join();
      server.engine.instance("a").send("begin").join();
      free = GIB / 2;
      seconds(30);
      assertThat(server.states("a")).containsExactly("paused");
      server.engine.spawn("late", "limited").join();
      assertThat(server.states("late")).containsExactly("paused");
      free = 4 * GIB;
      seconds(30);
      assertThat(server.states("a")).containsExactly("work");
      assertThat(server.states("late")).containsExactly("idle");
    }
  }

  @Test
  void instances_that_paused_before_a_restart_go_on_if_there_are_resources() {
    String limits = "{ memory_free: 1g }";
    try (WatchedEngine server = new WatchedEngine(limits)) {
      server.engine.spawn("a", "limited").join();
      free = GIB / 2;
      seconds(30);
      assertThat(server.states("a")).containsExactly("paused");
    }
    free = 4 * GIB;
    try (WatchedEngine server = new WatchedEngine(limits)) {
      assertThat(server.states("a")).containsExactly("idle");
    }
  }

  @Test
  void a_chart_without_limits_is_left_alone() {
    try (WatchedEngine server = new WatchedEngine("{}")) {
      server.engine.spawn("a", "limited").join();
      free = 1;
      seconds(60);
      assertThat(server.states("a")).containsExactly("idle");
    }
  }

  @Test
  void a_limit_without_meaning_is_refused() {
    assertThatThrownBy(() -> new WatchedEngine("{ memry: 1g }"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("memory");
  }

  @Test
  void a_started_server_pauses_its_instances_by_the_readings_of_its_own_process()
      throws IOException {
    // no machine has that much memory free
    Statute statute = Statute.load(chart("{ memory_free: 900000g, patience: 10s }"));
    ServerSettings settings = ServerSettings.DEFAULT.listen("127.0.0.1", 0);
    try (statute;
        StatuteServer server =
            StatuteServer.start(statute, settings, builder -> builder.store(store), clock)) {
      Engine engine = server.engine();
      CompletableFuture<StreamEvent> paused = new CompletableFuture<>();
      engine.spawn("a", "limited").join();
      try (Subscription subscription =
          engine
              .instance("a")
              .subscribe(
                  0,
                  event -> {
                    if ("paused".equals(event.data().get("to_state"))) {
                      paused.complete(event);
                    }
                  })) {
        for (int i = 0; i < 10; i++) {
          seconds(30);
        }
        StreamEvent event = paused.orTimeout(60, TimeUnit.SECONDS).join();
        assertThat(event.data().get("from_state")).isEqualTo("idle");
        assertThat(subscription).isNotNull();
      }
    }
  }

  @Test
  void a_server_that_cannot_start_for_a_limit_gives_its_port_back() throws IOException {
    InetAddress host = InetAddress.getLoopbackAddress();
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, host)) {
      port = free.getLocalPort();
    }
    ServerSettings settings = ServerSettings.DEFAULT.listen(host.getHostAddress(), port);
    try (Statute statute = Statute.load(chart("{ cpu: lots }"))) {
      assertThatThrownBy(() -> StatuteServer.start(statute, settings, builder -> builder))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("resource_limits.cpu");
    }
    try (ServerSocket again = new ServerSocket(port, 1, host)) {
      assertThat(again.getLocalPort()).isEqualTo(port);
    }
  }
}
