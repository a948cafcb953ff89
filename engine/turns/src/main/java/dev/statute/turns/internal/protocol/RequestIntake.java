package dev.statute.turns.internal.protocol;

import dev.statute.step.Outcome;
import dev.statute.turns.Ack;
import dev.statute.turns.Ack.Kind;
import dev.statute.turns.TurnRequest;
import dev.statute.turns.internal.protocol.TurnAssignment.Claimed;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnStatuses.HeadStatus;
import dev.statute.turns.store.TurnStatuses.InboxStatus;
import dev.statute.turns.store.TurnStatuses.MessageType;
import dev.statute.turns.store.TurnStatuses.Phase;
import dev.statute.turns.store.TurnStatuses.Primitive;
import dev.statute.turns.store.TurnStore.ReadHints;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Entry of external requests, user actions, cancellations and stops. */
public final class RequestIntake {
  private final TurnTransactions transactions;
  private final WorkerProtocol workers;
  private final TurnContext context;

  public RequestIntake(TurnTransactions transactions, WorkerProtocol workers) {
    this.transactions = transactions;
    this.workers = workers;
    context = transactions.context();
  }

  public CompletionStage<Ack> enqueue(TurnRequest request) {
    return transactions.run(request.agent(), round -> queue(round, request));
  }

  /** Enqueues a request, and assigns the agent's waiting turn to a worker. */
  public CompletionStage<Claimed> enqueue(TurnRequest request, String worker) {
    // created in advance, so that the store knows that no row of it exists
    String turn = context.ids().id("turn");
    return transactions.run(
        request.agent(),
        ReadHints.forNewTurns(List.of(turn)),
        workers.claimAfter(
            worker,
            round -> {
              round.setNewTurn(turn);
              return queue(round, request);
            }),
        Claimed::new);
  }

  private Ack queue(AgentTransaction round, TurnRequest request) {
    Message row = add(round, request, MessageType.TURN);
    Message existing = round.tx().add(row);
    if (existing.id() != row.id()) {
      round.abandon();
    } else {
      enqueued(round, row);
    }
    return new Ack(Kind.DONE, "queued", existing.id(), null);
  }

  /** Handles a user action: it leases at once; if that is refused, nothing is written. */
  public CompletionStage<Ack> uiAction(TurnRequest request) {
    return transactions.run(
        request.agent(),
        round -> {
          Message row = add(round, request, MessageType.UI_ACTION);
          Message existing = round.tx().add(row);
          if (existing.id() != row.id()) {
            round.abandon();
            return new Ack(Kind.DONE, "dispatched", existing.id(), existing.turn());
          }
          if (round.status() != HeadStatus.IDLE) {
            round.abandon();
            return Ack.of(Kind.AGENT_BUSY, "the agent has a turn");
          }
          enqueued(round, row);
          Outcome outcome =
              AgentSteps.handleOrThrow(round, "UiAction", TurnTransactions.eventData(row));
          if (outcome instanceof Outcome.Taken) {
            return new Ack(Kind.DONE, "dispatched", row.id(), round.headDraft().turn);
          }
          round.abandon();
          String why = outcome.message();
          return Ack.of(Kind.REFUSED, why == null ? "its chart takes no user action now" : why);
        });
  }

  private void enqueued(AgentTransaction round, Message row) {
    new TurnRows(round)
        .edge(
            row.id(), Primitive.ENQUEUE, Phase.REQUEST, row.lineage().parent(), round.tx().agent());
    round.requestRing();
  }

  private Message add(AgentTransaction round, TurnRequest request, MessageType type) {
    Map<String, @Nullable Object> payload = new LinkedHashMap<>();
    payload.put("task", request.task());
    payload.put("result_fields", request.resultFields());
    payload.put("context_box", request.context());
    payload.put("output_box", request.output());
    return new Message(
        context.ids().number(),
        request.agent(),
        type,
        request.key(),
        null,
        null,
        null,
        InboxStatus.QUEUED,
        0,
        context.codec().write(payload),
        request.lineage(),
        null,
        round.now());
  }

  public CompletionStage<Ack> cancel(String agent, String key) {
    return transactions.run(
        agent,
        round -> {
          Message row = round.tx().message(key);
          if (row == null) {
            round.abandon();
            return Ack.of(Kind.NOT_QUEUED, "agent '" + agent + "' has no request '" + key + "'");
          }
          if (row.status() == InboxStatus.SKIPPED) {
            round.abandon();
            return new Ack(Kind.DUPLICATE, "it was cancelled before", row.id(), null);
          }
          if (row.status() != InboxStatus.QUEUED) {
            round.abandon();
            return new Ack(
                Kind.NOT_QUEUED,
                "the request is " + row.status().word() + "; only what is queued can be cancelled",
                row.id(),
                row.turn());
          }
          if (!round
              .tx()
              .update(row.withStatus(InboxStatus.SKIPPED, "cancelled"), InboxStatus.QUEUED)) {
            throw new WriteConflict("inbox row " + row.id());
          }
          new TurnRows(round)
              .edge(row.id(), Primitive.ENQUEUE, Phase.RESPONSE, agent, row.lineage().parent());
          return new Ack(Kind.DONE, "cancelled", row.id(), null);
        });
  }

  /**
   * Stops a turn.
   *
   * @param turn the turn to stop; null = the active one
   */
  public CompletionStage<Ack> stop(String agent, String key, @Nullable String turn, String by) {
    return transactions.run(
        agent,
        round -> {
          String active = round.headDraft().turn;
          String named = turn == null ? active : turn;
          Message row =
              new Message(
                  context.ids().number(),
                  agent,
                  MessageType.STOP,
                  key,
                  named,
                  named,
                  round.headDraft().epoch,
                  InboxStatus.PENDING,
                  0,
                  context.codec().write(Map.of("by", by)),
                  round.headDraft().lineage,
                  null,
                  round.now());
          Message existing = round.tx().add(row);
          if (existing.id() != row.id()) {
            round.abandon();
            return new Ack(Kind.DUPLICATE, "it was said before", existing.id(), existing.turn());
          }
          new TurnRows(round).edge(row.id(), Primitive.REPORT, Phase.REQUEST, by, named);
          Outcome outcome =
              AgentSteps.handleOrThrow(
                  round,
                  "Stop",
                  Map.of("inbox", row.id(), "by", by, "turn", turn == null ? "" : turn));
          boolean stopped = outcome instanceof Outcome.Taken;
          String why =
              stopped
                  ? "stopped"
                  : outcome instanceof Outcome.Blocked || outcome.message() == null
                      ? "no turn is active"
                      : outcome.message();
          Message now = round.tx().message(row.id());
          if (now == null
              || !round.tx().update(now.withStatus(InboxStatus.CONSUMED, why), now.status())) {
            throw new WriteConflict("inbox row " + row.id());
          }
          new TurnRows(round).edge(row.id(), Primitive.REPORT, Phase.RESPONSE, agent, named);
          return new Ack(stopped ? Kind.DONE : Kind.IGNORED, why, row.id(), named);
        });
  }
}
