package dev.statute.cli.internal.guard;

import dev.statute.ChartLoader;
import dev.statute.Statute;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.input.ShippedCharts;
import dev.statute.guard.AgentHalt;
import dev.statute.guard.HookService;
import dev.statute.problem.Loaded;
import dev.statute.runtime.Clock;
import dev.statute.runtime.Engine;
import dev.statute.runtime.Listener;
import dev.statute.server.AccessRole;
import dev.statute.server.AccessToken;
import dev.statute.server.ServerSettings;
import dev.statute.server.StatuteServer;
import dev.statute.step.Input;
import dev.statute.step.Step;
import dev.statute.telemetry.ResourceLimits;
import dev.statute.telemetry.ResourceMonitor;
import dev.statute.telemetry.ResourceProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Private daemon of one command: a server on a free port of the loopback interface, with a token of
 * its own and instances in memory. Thread-safe.
 */
final class GuardDaemon implements AutoCloseable {
  private static final String SHIPPED = "supervised.yaml";

  private final Statute statute;
  private final StatuteServer server;
  private final Path tokenFile;
  private final CompletableFuture<Engine> engine = new CompletableFuture<>();
  private volatile @Nullable ResourceMonitor monitor;
  private final Set<String> instances = ConcurrentHashMap.newKeySet();

  private GuardDaemon(Statute statute, Path tokenFile, Consumer<? super AgentHalt> onHalt)
      throws IOException {
    this.statute = statute;
    this.tokenFile = tokenFile;
    String token = Files.readString(tokenFile).strip();
    ServerSettings settings =
        ServerSettings.DEFAULT
            .listen("127.0.0.1", 0)
            .tokens(List.of(new AccessToken(AccessRole.ACT, token)));
    server =
        StatuteServer.start(
            statute,
            settings,
            engine ->
                engine
                    .listener(HookService.haltListener(onHalt))
                    .listener(new InstanceListener())
                    .onBuilt(this.engine::complete));
  }

  /** Collects the ids of instances. */
  private final class InstanceListener implements Listener {
    @Override
    public void onHandled(String instance, Instant at, List<Step> steps, Duration took) {
      ResourceMonitor watching = monitor;
      if (instances.add(instance) && watching != null) {
        Input.Event lack = watching.exhausted();
        if (lack != null) {
          send(instance, lack);
        }
      }
    }
  }

  /**
   * Loads a chart.
   *
   * @param chart null for the shipped one
   */
  static Loaded<Statute> load(ChartLoader loader, @Nullable Path chart) {
    return chart == null
        ? ShippedCharts.load(SHIPPED, loader)
        : loader.tryLoad(InputFiles.requireChart(chart));
  }

  /**
   * Starts a daemon, which closes the charts in the end, also if it cannot be started.
   *
   * @param onHalt receives halts, before the hook that led to one is answered
   */
  static GuardDaemon start(Statute statute, Consumer<? super AgentHalt> onHalt) {
    return start(statute, Path.of(System.getProperty("java.io.tmpdir")), onHalt);
  }

  /**
   * Starts a daemon.
   *
   * @param folder folder of the file with the token
   */
  static GuardDaemon start(Statute statute, Path folder, Consumer<? super AgentHalt> onHalt) {
    Path file = null;
    try {
      byte[] secret = new byte[24];
      new SecureRandom().nextBytes(secret);
      file =
          Files.createTempFile(
              folder,
              "statute-guard-",
              ".token",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, HexFormat.of().formatHex(secret));
      return new GuardDaemon(statute, file, onHalt);
    } catch (IOException | RuntimeException e) {
      statute.close();
      if (file != null) {
        delete(file);
      }
      throw e instanceof RuntimeException unexpected
          ? unexpected
          : new UsageException("the daemon cannot be started: " + e.getMessage());
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }

  /**
   * Watches the processes of an agent by the setting {@code resource_limits} of the chart. What
   * exceeds a limit is told to all sessions.
   *
   * @param limits without limits nothing is watched
   */
  void watch(AgentProcess agent, ResourceLimits limits) {
    if (!limits.isEmpty()) {
      monitor =
          ResourceMonitor.start(
              ResourceProbe.ofProcessGroup(agent.id(), Path.of("").toAbsolutePath()),
              limits,
              Clock.system(),
              event -> instances.forEach(instance -> send(instance, event)));
    }
  }

  private void send(String instance, Input.Event event) {
    ResourceMonitor.send(engine.join().instance(instance), event);
  }

  /** Environment by which hooks find the daemon. */
  Map<String, String> environment(FailMode fail) {
    return Map.of(
        "STATUTE_GUARD_URL", server.uri().toString(),
        "STATUTE_GUARD_ACCESS", tokenFile.toString(),
        "STATUTE_GUARD_FAIL", fail == FailMode.CLOSED ? "closed" : "open");
  }

  /** Ids of the instances that got an input. */
  Set<String> instances() {
    return Set.copyOf(instances);
  }

  @Override
  public void close() {
    ResourceMonitor watching = monitor;
    if (watching != null) {
      watching.close();
    }
    server.close();
    statute.close();
    delete(tokenFile);
  }
}
