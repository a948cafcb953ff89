package dev.statute.server.internal.turn;

import dev.statute.Statute;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.runtime.Clock;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.feature.ServerFeature;
import dev.statute.server.internal.http.ApiProblem;
import dev.statute.server.internal.http.RouteTable;
import dev.statute.step.Interpreter;
import dev.statute.turns.TurnDependencies;
import dev.statute.turns.Turns;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Agent turns on the server's store: the protocol with its watchdog, which runs once per second.
 * Workers process the turns elsewhere. Thread-safe.
 */
public final class TurnFeature implements ServerFeature {
  private static final Logger LOG = LoggerFactory.getLogger(TurnFeature.class);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final int TICK_SIZE = 100;

  private final @Nullable TurnDependencies dependencies;
  private @Nullable Turns turns;
  private Clock.@Nullable Alarm alarm;
  private volatile boolean closed;

  /**
   * Creates the feature.
   *
   * @param dependencies null = the store keeps no agents
   */
  public TurnFeature(@Nullable TurnDependencies dependencies) {
    this.dependencies = dependencies;
  }

  @Override
  public void addRoutes(RouteTable routes, ServerContext context) {
    List<Interpreter> charts = charts(context.statute());
    if (dependencies != null && !charts.isEmpty()) {
      Loaded<Turns> made = Turns.of(dependencies, charts);
      Turns protocol = made.value();
      if (protocol == null) {
        throw new IllegalArgumentException(
            made.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
      }
      turns = protocol;
      context.statute().onReload(result -> charts(context.statute()).forEach(protocol::register));
      alarm = context.clock().alarm(() -> context.executor().execute(() -> tick(context)));
      alarm.set(context.clock().now().plus(TICK));
    }
    new TurnRoutes(this).addTo(routes);
  }

  private static List<Interpreter> charts(Statute statute) {
    return statute.charts().stream().filter(each -> Turns.runsOn(each.chart())).toList();
  }

  private void tick(ServerContext context) {
    Turns protocol = turns;
    if (closed || protocol == null) {
      return;
    }
    var unused =
        CompletableFuture.completedStage(TICK_SIZE)
            .thenCompose(protocol::tick) // which throws what the store does
            .whenComplete(
                (count, error) -> {
                  if (error != null) {
                    LOG.warn("the watchdog of agent turns failed; it runs again", error);
                  }
                  Clock.Alarm next = alarm;
                  if (!closed && next != null) {
                    next.set(context.clock().now().plus(TICK));
                  }
                });
  }

  /**
   * Returns the protocol.
   *
   * @throws ApiProblem 409 without a chart of agents or a store for them
   */
  Turns turns() {
    Turns protocol = turns;
    if (protocol == null) {
      throw ApiProblem.of(
          409,
          "no-agents",
          dependencies == null
              ? "this server's store keeps no agents; give it --store FILE or a PostgreSQL address"
              : "no chart for agents is loaded, such as charts/agent-turn.yaml");
    }
    return protocol;
  }

  /** Returns the dependencies, which exist if {@link #turns} does. */
  TurnDependencies dependencies() {
    Turns unused = turns();
    TurnDependencies known = dependencies;
    if (known == null) {
      throw new IllegalStateException("turns without dependencies");
    }
    return known;
  }

  @Override
  public void close() {
    closed = true;
    if (alarm != null) {
      alarm.clear();
    }
    if (turns != null) {
      turns.close();
    }
  }
}
