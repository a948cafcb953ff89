package dev.statute.bench.durable;

import dev.statute.ChartLoader;
import dev.statute.jdbc.JdbcStore;
import dev.statute.json.JsonText;
import dev.statute.json.SnapshotJson;
import dev.statute.problem.Source;
import dev.statute.runtime.Clock;
import dev.statute.step.Interpreter;
import dev.statute.store.Doorbell;
import dev.statute.store.Subscription;
import dev.statute.turns.Ack;
import dev.statute.turns.Lease;
import dev.statute.turns.ToolCall;
import dev.statute.turns.ToolReport;
import dev.statute.turns.TurnCodec;
import dev.statute.turns.TurnDependencies;
import dev.statute.turns.TurnRequest;
import dev.statute.turns.Turns;
import dev.statute.turns.store.TurnStatuses.ToolStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Turn of an agent by the whole protocol: enqueued, leased and claimed; suspended on a tool call;
 * resumed by its report and claimed again; delivered. No worker needs a notification.
 */
final class StatuteTurns implements DurableWorkload {
  /** Number of turns of an agent before another takes its lane; all are enqueued. */
  private static final int TURNS = 20;

  private static final String WORKER = "worker";

  private static final TurnCodec JSON =
      TurnCodec.of(
          SnapshotJson::write,
          (text, chart) -> SnapshotJson.read(new Source("head", text), chart).get(),
          JsonText::write,
          JsonText::object);

  private final JdbcStore store;
  private final Turns turns;
  private final ConcurrentLoad load;

  StatuteTurns(JdbcStore store, Path root, int inFlight) {
    this.store = store;
    Interpreter chart =
        ChartLoader.standard().open(root.resolve("charts").resolve("agent-turn.yaml")).get();
    Clock clock = Clock.system();
    turns =
        Turns.of(
                new TurnDependencies(
                    store.turns(), clock, new Random(), JSON, new Silence(), Runnable::run),
                List.of(chart))
            .get();
    load = ConcurrentLoad.begin(inFlight, lane -> number -> turn(lane, number));
  }

  private CompletionStage<?> turn(int lane, long number) {
    String agent = "agent-" + lane + "-" + number / TURNS;
    String key = "request-" + number;
    return number % TURNS == 0
        ? turns.open(agent).thenCompose(ack -> turn(agent, key))
        : turn(agent, key);
  }

  private CompletionStage<?> turn(String agent, String key) {
    ToolCall call = new ToolCall(agent + "-" + key, "tool", Map.of());
    return turns
        .enqueue(new TurnRequest(agent, key, Map.of("say", "do it")), WORKER)
        .thenCompose(taken -> called(agent, lease(taken), call))
        .thenCompose(lease -> turns.deliver(lease, Map.of("text", "done")))
        .thenAccept(StatuteTurns::must);
  }

  private CompletionStage<Lease> called(String agent, Lease lease, ToolCall call) {
    ToolReport report =
        ToolReport.of(
            agent, lease.turn(), lease.epoch(), call.id(), ToolStatus.SUCCESS, Map.of("of", "it"));
    return turns
        .suspend(lease, "step", List.of(call))
        .thenCompose(
            ack -> {
              must(ack);
              return turns.report(report, WORKER);
            })
        .thenApply(StatuteTurns::lease);
  }

  private static Lease lease(Turns.AckWithClaims taken) {
    must(taken.ack());
    if (taken.claimed().size() != 1) {
      throw new IllegalStateException("one turn was to be claimed, not " + taken.claimed());
    }
    return taken.claimed().get(0).lease();
  }

  private static void must(Ack ack) {
    if (!ack.isAccepted()) {
      throw new IllegalStateException("refused: " + ack);
    }
  }

  @Override
  public long done() {
    return load.done();
  }

  @Override
  public void end() throws Exception {
    load.end();
    turns.close();
    store.close();
  }

  /** Doorbell without effect. */
  private static final class Silence implements Doorbell {
    @Override
    public void ring(String topic) {}

    @Override
    public Subscription listen(Consumer<String> onRing) {
      return () -> {};
    }
  }
}
